import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** A row of the gazetteer, named as table `place` names it. */
export type Place = {
  country_code: string
  kind: 'place' | 'locality' | 'neighborhood' | 'postcode'
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
] as const satisfies readonly (keyof Place)[]

/** The gazetteer as tab-separated lines without their heading, and their number. */
export function gazetteerLines(): string[] {
  const text = gunzipSync(readFileSync(new URL('./places.tsv.gz', import.meta.url))).toString('utf8')
  const [heading, ...lines] = text.trimEnd().split('\n')
  if (heading !== columns.join('\t')) throw new Error('places.tsv.gz has other columns than its reader; build it again')
  return lines
}
