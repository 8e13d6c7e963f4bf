import { readFileSync } from 'node:fs'
import type { FaceOptions } from '#art/face/face.ts'
import type { Country, Spread } from '#db/catalog/catalogue.ts'

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`./material/${name}.json`, import.meta.url), 'utf8')) as T

type Shares = Readonly<Record<string, number>>
export type Pronoun = 'she' | 'he' | 'they'
export type Mode = 'mobile' | 'studio' | 'both'
export type Policy = 'flexible' | 'fair' | 'strict'

export type Neighbourhood = {
  slug: string
  name: string
  at: readonly [number, number]
  weight: number
  priceFactor: number
}
export type Metro = {
  id: string
  name: string
  country: Country
  regionName: string
  region: string
  tz: string
  centre: readonly [number, number]
  providers: number
  trade: number
  said?: string
  priceFactor: number
  mobileShare: number
  studioShare: number
  bothShare: number
  travel: Spread & { unit: 'miles' | 'km' }
  travelFree: Spread
  travelPer: Spread
  heritages: Shares
  neighbourhoods: readonly Neighbourhood[]
}

type Heritage = {
  women: readonly string[]
  men: readonly string[]
  either: readonly string[]
  family: readonly string[]
}
export type Names = {
  heritages: Readonly<Record<string, Heritage>>
  pronounShares: Readonly<Record<Pronoun, number>>
  pronouns: Readonly<Record<Pronoun, { they: string; them: string; their: string }>>
  mixedShare: number
  neverTogether: readonly string[]
  displayName: readonly { share: number; pattern: string }[]
  craft: Readonly<Record<string, readonly string[]>>
  studioNames: {
    patterns: readonly { share: number; pattern: string }[]
    thing: readonly string[]
    room: Readonly<Record<string, readonly string[]>>
    number: readonly string[]
  }
  customers: { olderByMarket: Readonly<Record<Country, readonly string[]>> }
}

type BioConditions = {
  yearsFrom?: number
  yearsTo?: number
  tag?: string
  team?: boolean
  mode?: Mode
  densePlace?: boolean
  languages?: boolean
  ownHeritage?: boolean
  parties?: boolean
}
export type Fragment = {
  id: string
  slot: string
  topic: string
  crafts: readonly string[]
  when: BioConditions
  text: string
  memorable?: boolean
}
export type Bios = {
  shapes: readonly { share: number; slots: readonly string[] }[]
  tagPhrases: Readonly<Record<string, string>>
  languages: Readonly<Record<string, string>>
  fragments: readonly Fragment[]
}

type BlockConditions = {
  services?: readonly string[]
  tag?: string
  peopleFrom?: number
  peopleTo?: number
  mode?: Mode
  daysFrom?: number
  events?: readonly string[]
  notBride?: boolean
  team?: boolean
  markets?: readonly string[]
}
export type Block = {
  id: string
  part: 'opening' | 'detail' | 'closing' | 'whole'
  rating: number
  kind: string
  topic: string
  when: BlockConditions
  text: string
  memorable?: boolean
}
type Reply = {
  id: string
  text: string
  when: { topics?: readonly string[]; kind?: string; mode?: Mode; team?: boolean; peopleFrom?: number }
}
export type Standing = {
  id: 'loved' | 'strong' | 'good' | 'uneven' | 'newcomer'
  share: number
  scores: Shares
  reviews: Spread
}
export type Reviews = {
  shapes: readonly { share: number; parts: readonly Block['part'][] }[]
  distribution: {
    standings: readonly Standing[]
    notAlone: readonly string[]
    replyShare: Shares
    photoShare: number
    withoutWords: number
  }
  eventPhrases: Readonly<Record<string, { self?: readonly string[]; other?: readonly string[] }>>
  blocks: readonly Block[]
  replies: Readonly<Record<string, readonly Reply[]>>
}

export type Kit = {
  shades: { ranges: readonly { id: string; from: number; to: number; share: number; suits?: readonly string[] }[] }
  items: readonly { id: string; label: string; crafts: readonly string[]; share: number; suits?: readonly string[] }[]
}

export type NamedProvider = {
  mail: string
  id: string
  slug: string
  name: string
  pronoun: Pronoun
  metro: string
  base: string
  at?: readonly [number, number]
  since: number
  artists: readonly (string | { name: string; does: readonly string[] })[]
  assistantDoes?: string
  mode: Mode
  radius?: number
  freeMiles?: number
  perMile?: number
  minimum?: number
  bufferMinutes?: number
  minimumNoticeHours?: number
  instant: boolean
  featured?: boolean
  vaccinated?: boolean
  covidTrained?: boolean
  deposit: number
  policy: Policy
  rating?: number | null
  reviews: number
  shownReviews?: number
  bookings?: number
  skills: readonly string[]
  costs?: Readonly<Record<string, number>>
  shades?: string
  look: Partial<FaceOptions>
  bio?: string
  standing?: Standing['id']
  mobile?: string
}
export type Customer = { mail: string; id: string; name: string; metro: string; look: Partial<FaceOptions> }
export type Quotation = {
  customer: string
  about?: string
  rating?: number
  date?: string
  event?: string
  place?: string
  text: string
  reply?: { date: string; text: string }
}
type Ana = Customer & {
  mobile: string
  event: {
    kind: string
    date: string
    readyBy: string
    place: { at: readonly [number, number] }
    people: readonly { services: readonly string[] }[]
  }
}
export type People = {
  phones: Readonly<Record<Country, readonly string[]>>
  cast: { ana: Ana; mia: NamedProvider; olu: Customer }
  providers: readonly NamedProvider[]
  customers: readonly Customer[]
  quotations: readonly Quotation[]
}

type MarketDemand = {
  months: Readonly<Record<string, readonly number[]>>
  bookedShare: Readonly<Record<DayKind, number>>
  peakMonths: readonly number[]
}
export type DayKind = 'peakSaturday' | 'otherSaturday' | 'friday' | 'sunday' | 'weekday'
export type Demand = {
  markets: Readonly<Record<Country, MarketDemand>>
  partySize: Readonly<Record<string, readonly number[] | string>>
  readyBy: Readonly<Record<string, Shares>>
  supply: {
    mobileOnlyArtists: Shares
    instantBooking: number
    featured: number
    deposit: Shares
    policy: Readonly<Record<Policy, number>>
    minimumNoticeHours: Shares
    bufferMinutes: Shares
    horizonMonths: Shares
    earlyStartFee: number
    onlineBalance: number
    answerMinutes: Readonly<Record<Standing['id'], readonly [number, number, number]>>
    years: Shares
    categories: Shares
    paused: number
  }
}

export const metros: readonly Metro[] = read<{ metros: Omit<Metro, 'trade'>[] }>('metros').metros.map((metro) => ({
  ...metro,
  trade: 1,
}))
/** Towns and regions outside the metros, with a few artists each. */
export const regions: readonly Metro[] = regionsOf(read<WrittenRegions>('regions'))
export const names = read<Names>('names')
export const bios = read<Bios>('bios')
export const reviews = read<Reviews>('reviews')
export const kit = read<Kit>('kit')
export const people = read<People>('people')
export const demand = read<Demand>('demand')

type WrittenRegions = {
  mixtures: Readonly<Record<string, Shares>>
  regions: readonly (Omit<Metro, 'heritages'> & { heritages: string })[]
}

function regionsOf({ mixtures, regions }: WrittenRegions): Metro[] {
  return regions.map(({ heritages, ...region }) => {
    const mixture = mixtures[heritages]
    if (!mixture) throw new Error(`no mixture ${heritages} for ${region.id}`)
    return { ...region, heritages: mixture }
  })
}
