import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** A district is a well-known region: the Cotswolds, the Napa Valley, a county. */
export type PlaceKind = 'place' | 'locality' | 'neighborhood' | 'postcode' | 'district'

export type Place = {
  country_code: string
  kind: PlaceKind
  name: string
  slug: string
  locality: string | null
  region: string
  region_code: string
  population: number
  lat: number
  lng: number
  tz: string
  search: string
  area: string | null
  metres: number | null
  /** Normalised alternative names, as a PostgreSQL array literal. */
  also: string
}

export const columns = [
  'country_code',
  'kind',
  'name',
  'slug',
  'locality',
  'region',
  'region_code',
  'population',
  'lat',
  'lng',
  'tz',
  'search',
  'area',
  'metres',
  'also',
] as const satisfies readonly (keyof Place)[]

/** Returns the gazetteer as tab-separated lines without header, and their number. */
export function readGazetteerLines(): string[] {
  const text = gunzipSync(readFileSync(new URL('./places.tsv.gz', import.meta.url))).toString('utf8')
  const [heading, ...lines] = text.trimEnd().split('\n')
  if (heading !== columns.join('\t')) throw new Error('places.tsv.gz has unexpected columns; rebuild it')
  return lines
}
