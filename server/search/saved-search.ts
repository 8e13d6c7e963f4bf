import type { Location } from '#contract/places/location.ts'
import { formatLocation } from '#contract/places/place-location.ts'
import type { SavedSearch } from '#contract/search/search.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Fees } from '#contract/fees.ts'
import { type Catalog, type CatalogCategory, type CatalogService, getFees, type Market } from '#server/catalog/index.ts'
import { roundPosition } from '#server/places/index.ts'
import type { Context, Viewer } from '#server/platform/context.ts'
import { type Day, getEventDay, countDaysBetween, toEventMinute, getToday } from '#server/platform/event-day.ts'
import { type Party, createParty } from '#server/search/planning/party.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import type { Aim } from '#server/search/planning/planner.ts'
import { findSearch, isPartnerSearch, type SearchRow } from './search.queries.ts'

export type ResolvedSearch = {
  row: SearchRow
  party: Party
  services: readonly CatalogService[]
  category: CatalogCategory
  market: Market
  fees: Fees
  day: Day
  aim: Aim | null
  daysAhead: number
}

export const isOwner = (viewer: Viewer, row: Pick<SearchRow, 'visitor_hash' | 'account_id'>): boolean =>
  (viewer.accountId !== null && viewer.accountId === row.account_id) ||
  (viewer.visitorHash !== null && row.visitor_hash !== null && viewer.visitorHash.equals(row.visitor_hash))

/**
 * Returns a saved search. The owner gets everything; others get the town with a rounded point and no customer data.
 * Throws `not_found`.
 */
export async function searchAsSeen(ctx: Context, id: string): Promise<SearchRow> {
  const row = await findSearch(ctx.database, id)
  if (!row) throw new Refusal('not_found')
  if (isOwner(ctx.viewer, row)) return row
  const { countryCode, country, region, regionCode } = row.location.address
  const [lng, lat] = roundPosition(row.lat, row.lng)
  const address = { placeName: row.area, locality: row.area, region, regionCode, country, countryCode }
  return {
    ...row,
    lat,
    lng,
    location: { ...row.location, coordinates: [lng, lat], address },
    details: null,
    tags: [],
    free_of: [],
    acts: null,
  }
}

/**
 * Returns a search that the calling partner's program made. Throws `not_found` for any other search, and once a
 * customer owns it.
 */
export async function getPartnerSearch(ctx: Context, id: string): Promise<SearchRow> {
  const { partnerId = null, sandbox = false } = ctx.viewer.key ?? {}
  const isTheirs = partnerId !== null && (await isPartnerSearch(ctx.db, id, { partnerId, sandbox }))
  const row = isTheirs ? await findSearch(ctx.database, id) : null
  if (!row) throw new Refusal('not_found')
  return row
}

/** Returns the target time: the start if that is the constraint, else the ready-by time. */
export function getAim(day: Day, row: Pick<SearchRow, 'finish_time' | 'start_time' | 'time_constraint'>): Aim | null {
  if (row.time_constraint === 'start' && row.start_time)
    return { constraint: 'start', at: day.at(toEventMinute(row.start_time)) }
  return row.finish_time ? { constraint: 'finish', at: day.at(toEventMinute(row.finish_time)) } : null
}

export function resolveSearch(saved: SearchRow, catalog: Catalog, now: Date): ResolvedSearch {
  // Hides expired offers before the job removes them.
  const row = {
    ...saved,
    acts:
      saved.acts?.filter(
        ({ state, until }) => state !== 'offered' || until === null || Date.parse(until) > now.getTime(),
      ) ?? null,
  }
  const category = catalog.categoriesById.get(row.category_id)
  const market = catalog.markets.get(row.country_code)
  if (!category || !market) throw new Error(`search ${row.id} has a category or market that no longer exists`)
  const party = createParty(row.people)
  const services = party.wanted.map((id) => {
    const service = catalog.services.get(id)
    if (!service) throw new Error(`search ${row.id} has a service that no longer exists`)
    return service
  })
  const day = getEventDay(row.event_date, row.tz)
  return {
    row,
    party,
    services,
    category,
    market,
    fees: getFees(catalog, market.countryCode, category.id, now),
    day,
    aim: getAim(day, row),
    daysAhead: countDaysBetween(getToday(row.tz, now), row.event_date),
  }
}

/** Throws if the time changes after a request or booking; that requires an edit of the search. */
export function assertTimeChangeable(row: SearchRow, moved: boolean, field: string): void {
  if (moved && row.acts?.some(({ state }) => state !== 'cancelled')) throw createFieldRefusal('time_asked', field)
}

/** Only the owner gets tracking data. */
export function presentSearch(
  { row, party, services, category, market, day, aim }: ResolvedSearch,
  viewer: Viewer,
): SavedSearch {
  const mine = isOwner(viewer, row)
  const address: Location['address'] = row.location.address
  return {
    id: row.id,
    location: {
      coordinates: [row.lng, row.lat],
      addressFull: address,
      label: formatLocation(address) || address.placeName,
    },
    appointmentSpot: {
      eventDate: row.event_date,
      finishTime: row.finish_time,
      startTime: row.start_time,
      timeConstraint: row.time_constraint,
      timeZone: row.tz,
      readyBy: aim?.constraint === 'finish' ? day.iso(aim.at) : null,
    },
    services: party.wanted.flatMap((id, w) => Array.from({ length: party.copies[w] as number }, () => ({ _id: id }))),
    people: row.people,
    category: { slug: category.slug, label: category.label },
    countryCode: row.country_code as CountryCode,
    language: row.language,
    currency: market.currency,
    experimentId: mine ? row.experiment_id : null,
    landingPage: mine ? row.landing_page : null,
    heapId: mine ? row.heap_id : null,
    gclid: mine ? row.gclid : null,
    mine,
    ...(mine && row.tags.length + row.free_of.length > 0 ? { look: { tags: row.tags, freeOf: row.free_of } } : {}),
    ...(services.some(({ forMinors }) => forMinors) ? { forMinors: true as const } : {}),
  }
}
