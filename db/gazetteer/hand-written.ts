import type { Draft } from './merge.ts'
import { measureKilometres } from './merge.ts'
import { searchText } from './search-text.ts'
import type { Region } from './sources.ts'

const rowsOf = (tsv: string): string[][] =>
  tsv
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))

const names = (text: string | undefined): string[] => (text ? text.split(';').map(searchText) : [])

const regionCode = (regions: Map<string, Region>, country: string, short: string): string | undefined =>
  [...regions].find(([key, { code }]) => key.startsWith(`${country}.`) && code === short)?.[0].slice(3)

export const parseDistricts = (tsv: string, regions: Map<string, Region>): Draft[] =>
  rowsOf(tsv).map(
    ([country = '', region = '', name = '', lng, lat, km, also]): Draft => ({
      country,
      kind: 'district',
      name,
      lng: Number(lng),
      lat: Number(lat),
      region: regionCode(regions, country, region),
      metres: Number(km) * 1000,
      also: names(also),
    }),
  )

export type PostcodeName = { name: string; at: { lng: number; lat: number } | null }

/**
 * Parses the names that people use for postcode districts: SW4 is Clapham. Some rows have a position, because the
 * source places that district in the middle of its city.
 */
export const parsePostcodeNames = (tsv: string): Map<string, PostcodeName> =>
  new Map(
    rowsOf(tsv).map(([country = '', code = '', name = '', lng, lat]) => [
      `${country} ${code}`,
      { name, at: lng && lat ? { lng: Number(lng), lat: Number(lat) } : null },
    ]),
  )

export function parseNamedPlaces(tsv: string, regions: Map<string, Region>) {
  const rows = rowsOf(tsv)
  const drafts = rows
    .filter(([, kind]) => kind !== 'also')
    .map(
      ([country = '', kind, within = '', name = '', lng, lat, population, , also]): Draft => ({
        country,
        kind: kind === 'place' ? 'place' : 'neighborhood',
        name,
        lng: Number(lng),
        lat: Number(lat),
        also: names(also),
        ...(kind === 'place'
          ? { region: regionCode(regions, country, within), population: Number(population) }
          : { locality: within }),
      }),
    )
  const replaced = rows.flatMap(([country = '', , , , lng, lat, , instead]) =>
    instead ? [{ country, name: searchText(instead), lng: Number(lng), lat: Number(lat) }] : [],
  )
  const called = new Map(
    rows.flatMap(([country, kind, within, name, , , , , also]) =>
      kind === 'also' ? [[`${country} ${within} ${name}`, names(also)] as const] : [],
    ),
  )
  return {
    drafts,
    replaces: (draft: Draft): boolean =>
      replaced.some(
        (row) =>
          row.country === draft.country && row.name === searchText(draft.name) && measureKilometres(row, draft) < 6,
      ),
    called,
  }
}
