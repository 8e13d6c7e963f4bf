import catalogue from './catalogue.json' with { type: 'json' }

export type Country = 'AU' | 'US' | 'GB' | 'CA'
export type Spread = { low: number; median: number; high: number }

export type CatalogueService = {
  id: string
  no: number
  label: string
  phrase: string
  minutes: number
  setupMinutes: number
  /** Order of services on one person, lowest first; 0 for any time. */
  sequence: number
  trial?: boolean
  /** Often booked for people under 18: needs the consent of a parent or guardian. */
  forMinors?: boolean
  skills: readonly string[]
  share: number
  markets: readonly Country[]
  cost: Readonly<Record<Country, Spread>>
  /** If set, it can be booked for these events only. */
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
/**
 * Rates of VAT, GST and HST, each with its first day; a market or region without an entry has none. Sources:
 * docs/decisions/0041-books-for-accountants.md.
 */
export const taxRates = catalogue.tax as readonly {
  country: Country
  region: string
  name: string
  percent: number
  from: string
}[]
/** Default checks of artists in each market. */
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

/**
 * Voucher prices in whole major units, minimum validity in months (null: no expiry) and days in which the buyer can get
 * a refund.
 */
type VoucherTerms = {
  amounts: readonly number[]
  least: number
  most: number
  months: number | null
  returnDays: number
}
const pounds = { amounts: [50, 100, 150, 250], least: 10, most: 1_000, returnDays: 14 }
const dollars = { amounts: [75, 150, 250, 400], least: 15, most: 1_500, returnDays: 14 }

// Legal minimum: three years in Australia, five in the United States with none in some states, no expiry in Ontario and
// most provinces.
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
