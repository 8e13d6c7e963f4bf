import catalogue from './catalogue.json' with { type: 'json' }

export type Country = 'AU' | 'US' | 'GB' | 'CA'
export type Spread = { low: number; median: number; high: number }

/** A service as the catalogue file tells of it; `no` is its place in search's arrays and is never given to another. */
export type CatalogueService = {
  id: string
  no: number
  label: string
  phrase: string
  minutes: number
  setupMinutes: number
  /** Among one person's services the lower is done first; 0 where it may be done at any time. */
  sequence: number
  /** Booked as an appointment of its own, before the day. */
  trial?: boolean
  /** A provider without every one of these skills never offers it. */
  skills: readonly string[]
  /** The share of suited providers who offer it. */
  share: number
  markets: readonly Country[]
  cost: Readonly<Record<Country, Spread>>
  /** Booked for these events alone. */
  onlyEvents?: readonly string[]
  type: string
  category: string
}

export type CatalogueSkill = {
  id: string
  label: string
  suits: readonly string[]
  share: number
  drawing: readonly string[]
  likelier?: readonly string[]
  times?: number
  onlyPronoun?: string
}

export type CatalogueEvent = {
  slug: string
  label: string
  markets: readonly Country[]
  share: number
  categories: readonly string[]
  usualServices: readonly string[]
  landingPage: boolean
}

type Category = {
  slug: string
  label: string
  feePercent: number
  serviceTypes: { id: string; label: string; services: Omit<CatalogueService, 'type' | 'category'>[] }[]
}

export const categories = catalogue.categories as unknown as readonly Category[]
export const services: readonly CatalogueService[] = categories.flatMap((category) =>
  category.serviceTypes.flatMap((type) =>
    type.services.map((service) => ({ ...service, type: type.id, category: category.slug })),
  ),
)
export const skills = catalogue.skills as unknown as readonly CatalogueSkill[]
export const events = catalogue.events as unknown as readonly CatalogueEvent[]
export const store = catalogue.store
/** Rates of VAT, GST and HST, each from its day; a market or region without one has none. Sources: docs/decisions/0041-books-for-accountants.md. */
export const taxRates = catalogue.tax as readonly {
  country: Country
  region: string
  name: string
  percent: number
  from: string
}[]
/** What is checked of artists in each market until an operator says otherwise. */
export const checks = catalogue.checks as readonly {
  country: Country
  kind: string
  label: string
  asked: string
  months: number | null
  proves: string
}[]
export const minimumJob = catalogue.minimumJob as Readonly<Record<Country, Spread>>
export const earlyStart = catalogue.earlyStart as unknown as { before: string } & Readonly<Record<Country, Spread>>
export const wording = catalogue.wording as unknown as Readonly<Record<Country, Readonly<Record<string, string>>>>

/** What a gift voucher costs in whole major units, how many months it lasts at least (null: it never ends) and for how many days its buyer may give it back. */
type VoucherTerms = {
  amounts: readonly number[]
  least: number
  most: number
  months: number | null
  returnDays: number
}
const pounds = { amounts: [50, 100, 150, 250], least: 10, most: 1_000, returnDays: 14 }
const dollars = { amounts: [75, 150, 250, 400], least: 15, most: 1_500, returnDays: 14 }

// The law: Australia has at least three years, the United States five and some states no end, Ontario and most provinces no end.
export const markets: readonly {
  country: Country
  name: string
  currency: string
  unit: 'mi' | 'km'
  weekStart: 0 | 1
  tz: string
  voucher: VoucherTerms
}[] = [
  {
    country: 'AU',
    name: 'Australia',
    currency: 'AUD',
    unit: 'km',
    weekStart: 1,
    tz: 'Australia/Sydney',
    voucher: { ...dollars, months: 60 },
  },
  {
    country: 'US',
    name: 'United States',
    currency: 'USD',
    unit: 'mi',
    weekStart: 0,
    tz: 'America/New_York',
    voucher: { ...dollars, months: null },
  },
  {
    country: 'GB',
    name: 'United Kingdom',
    currency: 'GBP',
    unit: 'mi',
    weekStart: 1,
    tz: 'Europe/London',
    voucher: { ...pounds, months: 60 },
  },
  {
    country: 'CA',
    name: 'Canada',
    currency: 'CAD',
    unit: 'km',
    weekStart: 0,
    tz: 'America/Toronto',
    voucher: { ...dollars, months: null },
  },
]
