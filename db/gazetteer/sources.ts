import { parseGridReference } from './grid-reference.ts'
import { type Draft, measureKilometres } from './merge.ts'
import { searchText } from './search-text.ts'

const countries = ['AU', 'US', 'GB', 'CA']

type City = { name: string; lat: string; lng: string; country: string; admin1: string }
type Admin = { code: string; name: string }
export type Region = { name: string; code: string }

const shortRegions: Record<string, string> = {
  'AU.01': 'ACT',
  'AU.02': 'NSW',
  'AU.03': 'NT',
  'AU.04': 'QLD',
  'AU.05': 'SA',
  'AU.06': 'TAS',
  'AU.07': 'VIC',
  'AU.08': 'WA',
  'CA.01': 'AB',
  'CA.02': 'BC',
  'CA.03': 'MB',
  'CA.04': 'NB',
  'CA.05': 'NL',
  'CA.07': 'NS',
  'CA.08': 'ON',
  'CA.09': 'PE',
  'CA.10': 'QC',
  'CA.11': 'SK',
  'CA.12': 'YT',
  'CA.13': 'NT',
  'CA.14': 'NU',
}

export function parseGeoNames(
  cities: City[],
  admins: Admin[],
  fullList: string,
): { towns: Draft[]; regions: Map<string, Region> } {
  const regions = new Map<string, Region>()
  for (const { code, name } of admins)
    if (countries.includes(code.slice(0, 2))) regions.set(code, { name, code: shortRegions[code] ?? code.slice(3) })
  const full = Map.groupBy(
    fullList
      .split('\n')
      .map((line) => line.split('\t'))
      .filter((row) => countries.includes(row[8] ?? ''))
      .map((row) => ({
        key: `${row[8]} ${searchText(row[1] ?? '')}`,
        lat: Number(row[4]),
        lng: Number(row[5]),
        code: row[7] ?? '',
        population: Number(row[14]),
      })),
    (row) => row.key,
  )
  const towns = cities
    .filter((city) => countries.includes(city.country))
    .map((city): Draft => {
      const at = { lat: Number(city.lat), lng: Number(city.lng) }
      const known = full
        .get(`${city.country} ${searchText(city.name)}`)
        ?.filter((row) => measureKilometres(row, at) < 12)
        .sort((a, b) => b.population - a.population)[0]
      return {
        country: city.country,
        kind: known?.code === 'PPLX' ? 'neighborhood' : 'place',
        name: city.name,
        ...at,
        region: city.admin1,
        population: known?.population ?? 0,
      }
    })
  return { towns, regions }
}

type Metros = {
  metros: {
    name: string
    country: string
    centre: [number, number]
    neighbourhoods: { slug: string; name: string; at: [number, number] }[]
  }[]
}

/** Independent towns around a metro: 'Pasadena, California', never 'Pasadena, Los Angeles'. */
const townsOfTheirOwn: Record<string, readonly string[]> = {
  AU: ['ipswich'],
  CA: [
    'mississauga',
    'brampton',
    'markham',
    'vaughan',
    'richmond-hill',
    'oakville',
    'ajax',
    'pickering',
    'burnaby',
    'richmond',
    'coquitlam',
    'port-moody',
    'new-westminster',
    'surrey',
    'white-rock',
    'delta',
    'langley',
    'north-vancouver',
    'west-vancouver',
    'laval',
    'longueuil',
    'brossard',
    'westmount',
    'pointe-claire',
    'saint-lambert',
  ],
  GB: [
    'stockport',
    'bolton',
    'oldham',
    'rochdale',
    'bury',
    'salford',
    'wilmslow',
    'altrincham',
    'ashton-under-lyne',
    'livingston',
    'linlithgow',
    'north-berwick',
    'dunfermline',
    'penicuik',
    'musselburgh',
    'dalkeith',
  ],
  US: [
    'hoboken',
    'jersey-city',
    'long-beach',
    'glendale',
    'torrance',
    'pasadena',
    'downey',
    'inglewood',
    'burbank',
    'compton',
    'santa-monica',
    'alhambra',
    'redondo-beach',
    'monterey-park',
    'west-hollywood',
    'beverly-hills',
    'culver-city',
    'malibu',
    'evanston',
    'oak-park',
    'skokie',
    'cicero',
    'oak-lawn',
  ],
}

export function listMetroNeighbourhoods({ metros }: Metros): Draft[] {
  return metros.flatMap(({ name, country, neighbourhoods }) =>
    neighbourhoods.map(({ slug, name: quarter, at: [lng, lat] }): Draft => {
      const town = townsOfTheirOwn[country]?.includes(slug) && !(name === 'New York' && slug === 'richmond-hill')
      return {
        country,
        name: quarter,
        slug,
        lng,
        lat,
        ...(town ? { kind: 'place' } : { kind: 'neighborhood', locality: name }),
      }
    }),
  )
}

export function parseNeighbourhoods(tsv: string): Draft[] {
  return tsv
    .trim()
    .split('\n')
    .slice(1)
    .map((line): Draft => {
      const [country, locality, name, lng, lat] = line.split('\t') as [string, string, string, string, string]
      return { country, kind: 'neighborhood', name, locality, lng: Number(lng), lat: Number(lat) }
    })
}

type District = { location: string; osGridRef: string }

export function listLondonDistricts(list: District[]): Draft[] {
  const known = list.filter((d) => /^[A-Z]{2}\d{6}$/.test(d.osGridRef.replace(/\s/g, '')))
  const at = (d: District) => {
    const [lng, lat] = parseGridReference(d.osGridRef)
    return { lng, lat }
  }
  const base = { country: 'GB', locality: 'London', region: 'ENG' }
  return known.map((d): Draft => ({ ...base, kind: 'neighborhood', name: withoutBrackets(d.location), ...at(d) }))
}

function withoutBrackets(name: string): string {
  const [from, to] = [name.indexOf('('), name.lastIndexOf(')')]
  return (from < 0 || to < from ? name : name.slice(0, from).trimEnd() + name.slice(to + 1)).trim()
}
