import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { isIP } from 'node:net'
import { type CountryResponse, Reader } from 'mmdb-lib'
import { isInside } from '#server/gateways/outside.ts'

const require = createRequire(import.meta.url)
const DATABASE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

let reader: Promise<Reader<CountryResponse & { country_code?: string }>> | undefined

export async function findCountryOfAddress(address: string): Promise<string | null> {
  const plain = address.replace(/^::ffff:/, '')
  // The database has countries even for unassigned addresses.
  if (!isIP(plain) || isInside(plain)) return null
  reader ??= readFile(require.resolve(DATABASE)).then((file) => new Reader(file))
  const found = (await reader).get(plain)
  return found?.country_code ?? found?.country?.iso_code ?? null
}
