import { type Draft, measureKilometres, type Nearby, findNearestTown } from './merge.ts'
import type { PostcodeName } from './hand-written.ts'
import { searchText } from './search-text.ts'
import type { Region } from './sources.ts'

type Row = {
  country: string
  code: string
  lat: number
  lng: number
  place: string
  region: string
  district: string
  km: number
}

const rowsOf = (tsv: string): Row[] =>
  tsv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [country, code, lat, lng, place, region, district, , km] = line.split('\t') as string[]
      return {
        country: country ?? '',
        code: code ?? '',
        lat: Number(lat),
        lng: Number(lng),
        place: place ?? '',
        region: region ?? '',
        district: district ?? '',
        km: Number(km),
      }
    })

const otherSpellings: Record<string, string> = {
  'Northwest Territory': 'Northwest Territories',
  'Nunavut Territory': 'Nunavut',
}

export function parsePostcodes(
  tsv: string,
  regions: Map<string, Region>,
  grid: Nearby,
  names: ReadonlyMap<string, PostcodeName>,
): Draft[] {
  const codeOf = new Map([...regions].map(([key, { name }]) => [`${key.slice(0, 2)} ${name}`, key.slice(3)]))
  return rowsOf(tsv).flatMap((row): Draft[] => {
    const region = codeOf.get(`${row.country} ${otherSpellings[row.region] ?? row.region}`)
    if (!region) return []
    const { country, code } = row
    const known = names.get(`${country} ${code}`)
    const { lat, lng } = known?.at ?? row
    const draft: Draft = { country, kind: 'postcode', name: code, lat, lng, region }
    const town = townOf(row, draft, grid)
    const locality = town.locality
    const area = known?.name ?? quarterOf(row, draft, grid)
    return [{ ...draft, ...town, ...(area && area !== locality ? { area } : {}) }]
  })
}

function townOf(row: Row, draft: Draft, grid: Nearby): { locality: string; region: string | undefined } {
  const { region } = draft
  if (row.country === 'US') return { locality: row.place === 'New York' ? 'New York City' : row.place, region }
  const near = findNearestTown(grid, draft)
  if (row.km <= 4 && near?.locality) return { locality: near.locality, region }
  const pull = (town: Draft) => Math.sqrt((town.population ?? 0) + 10) / (2 + measureKilometres(draft, town))
  const [town] = grid
    .around(draft, row.km > 4 ? 2 + row.km * 0.6 : 8)
    .filter((t) => t.kind === 'place' && t.country === row.country && (row.country === 'GB' || t.region === region))
    .sort((a, b) => pull(b) - pull(a))
  if (town) return { locality: town.name, region: town.region ?? region }
  return { locality: near?.locality ?? near?.name ?? plain(row.place), region }
}

const plain = (place: string): string => (place.split('(', 1)[0] ?? '').trim()

function quarterOf(row: Row, draft: Draft, grid: Nearby): string | undefined {
  if (row.country === 'US' || row.km > 4) return undefined
  const quarters = grid
    .around(draft, Math.max(1.6, row.km))
    .filter(({ kind, country }) => kind === 'neighborhood' && country === row.country)
  const own = quarters.find(({ name }) => searchText(name) === searchText(row.place))
  if (own) return own.name
  if (row.country === 'CA') return plain(row.place)
  const pull = (quarter: Draft) => Math.log((quarter.population ?? 0) + 500) / (0.5 + measureKilometres(draft, quarter))
  return quarters.sort((a, b) => pull(b) - pull(a))[0]?.name
}

export function createCountyFinder(tsv: string, regions: Map<string, Region>): (town: Draft) => string | undefined {
  const rows = rowsOf(tsv).filter(({ country, district }) => country === 'GB' && district)
  return (town) => {
    if (town.country !== 'GB' || town.kind !== 'place') return undefined
    const region = regions.get(`GB.${town.region}`)?.name
    let nearest: { district: string; km: number } | undefined
    for (const row of rows) {
      if (Math.abs(row.lat - town.lat) > 0.3 || row.region !== region) continue
      const km = measureKilometres(row, town)
      if (!nearest || km < nearest.km) nearest = { district: row.district, km }
    }
    return nearest?.district
  }
}
