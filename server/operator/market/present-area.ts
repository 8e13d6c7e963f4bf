import { defaults } from '#contract/constants.ts'
import type { MadeArea } from '#contract/operator/catalogue.ts'
import type { AreaRow } from '#server/places/index.ts'

/** An area as the console shows it. */
export const presentArea = (row: AreaRow): MadeArea => ({
  id: row.id,
  countryCode: row.country_code as MadeArea['countryCode'],
  name: row.name,
  also: row.also,
  lat: row.lat,
  lng: row.lng,
  km: Math.round(row.metres / 1000),
  region: row.region ?? '',
  link: row.address ? `/${row.country_code.toLowerCase()}/${defaults.category}/${row.address}` : null,
  madeAt: row.made_at.toISOString(),
  closedAt: row.closed_at?.toISOString() ?? null,
})
