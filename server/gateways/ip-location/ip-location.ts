import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { BlockList, isIP } from 'node:net'
import { type CountryResponse, Reader } from 'mmdb-lib'

const require = createRequire(import.meta.url)
const DATABASE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

let reader: Promise<Reader<CountryResponse & { country_code?: string }>> | undefined

// The database names a country even for addresses that belong to nobody.
const reserved = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  reserved.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
  ['2001:db8::', 32],
] as const)
  reserved.addSubnet(net, bits, 'ipv6')

/** The ISO code of the country an address is registered in, or null for private, reserved and unknown ones. */
export async function countryOfAddress(address: string): Promise<string | null> {
  const plain = address.replace(/^::ffff:/, '')
  const family = isIP(plain)
  if (!family || reserved.check(plain, family === 4 ? 'ipv4' : 'ipv6')) return null
  reader ??= readFile(require.resolve(DATABASE)).then((file) => new Reader(file))
  const found = (await reader).get(plain)
  return found?.country_code ?? found?.country?.iso_code ?? null
}
