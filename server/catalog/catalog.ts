import type { FeeRule } from '#contract/fees.ts'
import type { Database } from '#db/database.ts'
import type { MarketCheck } from '#contract/providers/checks/checks.ts'
import type { CountryCode } from '#contract/values.ts'
import {
  listCategoryRows,
  listMarketChecks,
  listAllFeeRules,
  listMarkets,
  listServices,
  listServiceTypes,
  listSkills,
  listStores,
  getCatalogFingerprint,
} from './catalog.queries.ts'

export type CatalogService = {
  id: string
  no: number
  label: string
  phrase: string
  categoryId: number
  serviceTypeId: string
  minutes: number
  setupMinutes: number
  /** Order among one person's services; 0 for any. */
  sequence: number
  trial: boolean
  /** Often booked for people under 18: needs the consent of a parent or guardian. */
  forMinors: boolean
  markets: readonly string[]
  /** Existing requests and bookings keep a retired service. */
  retired: boolean
}
/** A trial and other services are two appointments. */
export const hasTrialAndOthers = ({ services }: Pick<Catalog, 'services'>, ids: readonly string[]): boolean => {
  const known = ids.flatMap((id) => services.get(id) ?? [])
  return known.some(({ trial }) => trial) && known.some(({ trial }) => !trial)
}

/** Returns whether a booking for these people needs the consent of a parent or guardian. */
export const needsGuardian = (
  { services }: Pick<Catalog, 'services'>,
  people: readonly { services: readonly string[] }[],
): boolean => people.some((person) => person.services.some((id) => services.get(id)?.forMinors))

export type CatalogCategory = {
  id: number
  slug: string
  label: string
  feePercent: number
  storeId: number
  made: boolean
  serviceTypes: readonly CatalogType[]
}
export type CatalogType = { id: string; label: string; made: boolean; services: readonly CatalogService[] }
export type Market = {
  countryCode: CountryCode
  name: string
  currency: string
  distanceUnit: 'mi' | 'km'
  weekStart: number
  tz: string
  covidTrained: boolean
  vaccinated: boolean
  taxNumber: string
  /** The platform's address on invoices. */
  businessAddress: string
  /** Days that a deposit may be held; null: the limit of the payment provider. */
  depositHoldDays: number | null
  lookFirst: boolean
  checks: readonly MarketCheck[]
}
export type Catalog = {
  stores: ReadonlyMap<string, { id: number; slug: string; label: string; made: boolean }>
  categories: ReadonlyMap<string, CatalogCategory>
  categoriesById: ReadonlyMap<number, CatalogCategory>
  services: ReadonlyMap<string, CatalogService>
  servicesByNo: ReadonlyMap<number, CatalogService>
  markets: ReadonlyMap<string, Market>
  skills: ReadonlyMap<string, string>
  feeRules: readonly FeeRule[]
}

type Held = { readAt: number; fingerprint: string; catalog: Promise<Catalog> }
const held = new WeakMap<Database, Held>()
const looking = new WeakMap<Database, Promise<Catalog>>()
const FRESH_MS = 1_000

/** One snapshot, cached for a second. */
export async function getCatalog(database: Database): Promise<Catalog> {
  const known = held.get(database)
  if (known && Date.now() - known.readAt < FRESH_MS) return known.catalog
  // Concurrent callers wait for the refresh, since results may be cached for long.
  const running = looking.get(database)
  if (running) return running
  const look = refreshCatalog(database, known)
  looking.set(database, look)
  const end = () => void (looking.get(database) === look && looking.delete(database))
  look.then(end, end)
  return look
}

export const getFreshCatalog = (database: Database): Promise<Catalog> => refreshCatalog(database, held.get(database))

export const invalidateCatalog = (database: Database): void => {
  held.delete(database)
  looking.delete(database)
}

async function refreshCatalog(database: Database, known: Held | undefined): Promise<Catalog> {
  const readAt = Date.now()
  const fingerprint = await getCatalogFingerprint(database.fresh)
  if (known?.fingerprint === fingerprint) {
    known.readAt = readAt
    return known.catalog
  }
  const catalog = readCatalog(database)
  held.set(database, { readAt, fingerprint, catalog })
  catalog.catch(() => held.delete(database))
  return catalog
}

async function readCatalog({ db }: Database): Promise<Catalog> {
  const stores = await listStores(db)
  const rows = await listServices(db)
  const services = rows.map(
    (s): CatalogService => ({
      id: s.id,
      no: s.no,
      label: s.label,
      phrase: s.phrase,
      categoryId: s.category_id,
      serviceTypeId: s.service_type_id,
      minutes: s.minutes,
      setupMinutes: s.setup_minutes,
      sequence: s.sequence,
      trial: s.trial,
      forMinors: s.is_for_minors,
      markets: s.markets,
      retired: s.retired_at !== null,
    }),
  )
  const types = await listServiceTypes(db)
  const categories = (await listCategoryRows(db)).map(
    (c): CatalogCategory => ({
      id: c.id,
      slug: c.slug,
      label: c.label,
      feePercent: c.fee_percent,
      storeId: c.store_id,
      made: c.made,
      serviceTypes: types
        .filter((t) => t.category_id === c.id)
        .map((t) => ({
          id: t.id,
          label: t.label,
          made: t.made,
          services: services.filter((s) => s.serviceTypeId === t.id),
        })),
    }),
  )
  const checks = await listMarketChecks(db)
  const markets = (await listMarkets(db)).map(
    (m): Market => ({
      countryCode: m.country_code as CountryCode,
      name: m.name,
      currency: m.currency,
      distanceUnit: m.distance_unit as 'mi' | 'km',
      weekStart: m.week_start,
      tz: m.default_tz,
      covidTrained: m.covid_trained,
      vaccinated: m.vaccinated,
      taxNumber: m.tax_number,
      businessAddress: m.business_address,
      depositHoldDays: m.deposit_hold_days,
      lookFirst: m.look_first,
      checks: checks
        .filter((check) => check.country_code === m.country_code)
        .map((check) => ({
          kind: check.kind as MarketCheck['kind'],
          label: check.label,
          asked: check.asked as MarketCheck['asked'],
          holdsMonths: check.holds_months,
          proves: check.proves,
        })),
    }),
  )
  return {
    stores: new Map(stores.map((s) => [s.slug, s])),
    categories: new Map(categories.map((c) => [c.slug, c])),
    categoriesById: new Map(categories.map((c) => [c.id, c])),
    services: new Map(services.map((s) => [s.id, s])),
    servicesByNo: new Map(services.map((s) => [s.no, s])),
    markets: new Map(markets.map((m) => [m.countryCode, m])),
    skills: new Map((await listSkills(db)).map((s) => [s.id, s.label])),
    feeRules: await listAllFeeRules(db),
  }
}

const isVisit = ({ minutes }: Pick<CatalogService, 'minutes'>): boolean => minutes >= 30

/** Returns the service of an artist's 'from' price: the first visit in the catalogue, else the first extra. */
export function findLeadService<S extends Pick<CatalogService, 'no' | 'minutes'>>(sold: readonly S[]): S | null {
  const inOrder = sold.toSorted((a, b) => a.no - b.no)
  return inOrder.find(isVisit) ?? inOrder[0] ?? null
}

export const listVisitServices = (category: CatalogCategory, country: string): CatalogService[] =>
  listOfferedServices(category, country).filter(isVisit)

export const listOfferedServices = (category: CatalogCategory, country: string): CatalogService[] =>
  category.serviceTypes
    .flatMap((type) => type.services)
    .filter((service) => !service.retired && service.markets.includes(country))
