import { defaults, demandLeast, limits } from '#contract/constants.ts'
import type { demand, Demand, DemandArea } from '#contract/search/demand/demand.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { findNearestPlace, roundSpot } from '#server/places/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import {
  getCallerProvider,
  findProviderOfAccount,
  assertBookableDay,
  listProviderServices,
} from '#server/providers/index.ts'
import {
  listChangedGroups,
  countGroups,
  listDemandDays,
  type DemandGroup,
  deletePastDemand,
  listOldGroups,
  saveDemandDays,
  getDemandNear,
} from './demand.queries.ts'
import { createFlatFees } from '#contract/fees.ts'
import type { calendar } from '#contract/search/demand/calendar.ts'
import { toPercent } from '#contract/format.ts'
import { type Catalog, getCatalog } from '#server/catalog/index.ts'
import { getEventDay, countDaysBetween, getToday } from '#server/platform/event-day.ts'
import { matchProviders } from '#server/search/matching/match-providers.ts'
import { createParty } from '#server/search/planning/party.ts'
import { demandAtLeast } from './cards.ts'
import type { CountryCode } from '#contract/values.ts'
import { toFaultFields } from '#server/platform/log.ts'
import { matchSearch } from '#server/search/matching/match-search.ts'
import { listSearches, type SearchRow } from './search.queries.ts'
import { resolveSearch } from './saved-search.ts'

const MONTH_MS = 30 * 86_400_000
const LEAST_PAIRS = 10

export async function getDemand(ctx: Context, input: InputOf<typeof demand.near>): Promise<Demand> {
  const [lng, lat] = input.near ? input.near.split(',').map(Number) : await baseOf(ctx)
  if (lng === undefined || lat === undefined || Math.abs(lng) > 180 || Math.abs(lat) > 90)
    throw new Refusal('not_found')
  const near = await findNearestPlace(ctx.reads, lat, lng)
  if (!near || near.metres > limits.remoteMetres) throw new Refusal('not_found')
  const found = await getDemandNear(ctx.reads, {
    at: roundSpot({ lat, lng }),
    metres: limits.candidateRadiusMetres,
    since: new Date(ctx.now.getTime() - MONTH_MS),
  })
  return {
    place: near.place.name,
    customers: found.customers,
    hairAndMakeup: found.pairs >= LEAST_PAIRS && found.hair_and_makeup > 0 && found.hair_and_makeup === found.best,
  }
}

async function baseOf(ctx: Context): Promise<[number, number]> {
  const provider = ctx.viewer.accountId ? await findProviderOfAccount(ctx.db, ctx.viewer.accountId) : undefined
  if (!provider) throw new Refusal('not_found')
  return [provider.lng, provider.lat]
}

/**
 * Returns the share of artists near the caller who are booked on a day, for one person and the caller's first service.
 * Null below ten artists.
 */
export async function getAreaDemand(
  ctx: Context,
  { eventDate }: InputOf<typeof calendar.area>,
): Promise<OutputOf<typeof calendar.area>> {
  const provider = await getCallerProvider(ctx)
  assertBookableDay(eventDate, provider.tz, ctx.now)
  const catalog = await getCatalog(ctx.database)
  const offered = (await listProviderServices(ctx.db, provider.id))
    .flatMap(({ service_id }) => catalog.services.get(service_id) ?? [])
    .sort((a, b) => a.no - b.no)
  const service = offered[0] ?? catalog.categories.get(defaults.category)?.serviceTypes[0]?.services[0]
  if (!service) return { percent: null, place: provider.area }
  const match = await matchProviders(ctx.database, {
    ...roundSpot(provider),
    countryCode: provider.country_code,
    party: createParty([{ count: 1, services: [service.id] }]),
    serviceNos: [service.no],
    setupMinutes: service.setupMinutes,
    fees: createFlatFees(0),
    ask: {
      day: getEventDay(eventDate, provider.tz),
      aim: null,
      now: ctx.now.getTime(),
      daysAhead: countDaysBetween(getToday(provider.tz, ctx.now), eventDate),
    },
  })
  const { counts } = match
  match.found.recycle()
  return {
    percent: counts.reach < demandAtLeast.providers ? null : Math.round(toPercent(counts.people.booked, counts.reach)),
    place: provider.area,
  }
}

/** Lists areas and days, most unanswered searches first. Hides those below ten searchers, for privacy. */
export async function listDemandAreas(
  ctx: Context,
  { countryCode }: InputOf<typeof demand.areas>,
): Promise<OutputOf<typeof demand.areas>> {
  const rows = await listDemandDays(ctx.reads, ctx.now.toISOString().slice(0, 10), countryCode ?? null)
  const areas = [...Map.groupBy(rows, (row) => row.cell)].map(([cell, days]): DemandArea => {
    const [first] = days as [(typeof days)[number]]
    const sum = (of: (row: (typeof days)[number]) => number) => days.reduce((total, row) => total + of(row), 0)
    return {
      cell,
      place: first.place,
      countryCode: first.country_code as CountryCode,
      lat: first.lat,
      lng: first.lng,
      searches: sum((row) => row.searches),
      people: sum((row) => row.people),
      withoutArtist: sum((row) => row.without_artist),
      unanswered: sum((row) => row.unanswered),
      days: days
        .filter((row) => row.people >= demandLeast.people)
        .map((row) => ({
          eventDate: row.event_date,
          category: row.label,
          searches: row.searches,
          people: row.people,
          reaching: row.reaching,
          bookedPercent: row.reaching >= demandLeast.reaching ? Math.round(toPercent(row.booked, row.reaching)) : null,
          withoutArtist: row.without_artist,
          unanswered: row.unanswered,
        })),
    }
  })
  const newest = rows.reduce<Date | null>(
    (latest, row) => (latest && latest > row.refreshed_at ? latest : row.refreshed_at),
    null,
  )
  return {
    areas: areas
      .filter(({ people }) => people >= demandLeast.people)
      .sort((a, b) => b.withoutArtist - a.withoutArtist || b.unanswered - a.unanswered || b.people - a.people)
      .slice(0, 200),
    refreshedAt: newest?.toISOString() ?? null,
  }
}

export type MarketPlace = { lat: number; lng: number; name: string; tz: string; countryCode: CountryCode }

/** Throws outside all markets. */
export async function findPlaceAt(ctx: Context, near: string, catalog: Catalog): Promise<MarketPlace> {
  const [lng = 0, lat = 0] = near.split(',').map(Number)
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180) throw createFieldRefusal('location_out_of_range', 'near')
  const found = await findNearestPlace(ctx.reads, lat, lng)
  if (!found || found.metres > limits.remoteMetres) throw new Refusal('place_too_remote')
  if (!catalog.markets.has(found.place.country_code)) throw new Refusal('country_not_served')
  return { lat, lng, name: found.place.name, tz: found.place.tz, countryCode: found.place.country_code as CountryCode }
}

const DAY_MS = 86_400_000
const GROUPS_AT_ONCE = 200
/** Number of searches per group that are matched. */
const LOOKED_AT = 10

// A day may have passed in one time zone and not in another.
const todayOf = (now: Date): string => new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10)

export const refreshChangedDemand = async (ctx: Context): Promise<void> =>
  refresh(ctx, await listChangedGroups(ctx.db, todayOf(ctx.now), new Date(ctx.now.getTime() - DAY_MS)))

/** Bookings change the result too, so every group is recounted daily. */
export async function refreshOldDemand(ctx: Context): Promise<void> {
  await deletePastDemand(ctx.db, todayOf(ctx.now))
  await refresh(ctx, await listOldGroups(ctx.db, todayOf(ctx.now), new Date(ctx.now.getTime() - DAY_MS / 2)))
}

async function refresh(ctx: Context, groups: readonly DemandGroup[]): Promise<void> {
  for (let from = 0; from < groups.length; from += GROUPS_AT_ONCE) {
    const counts = await countGroups(ctx.db, groups.slice(from, from + GROUPS_AT_ONCE), LOOKED_AT)
    const searches = await listSearches(
      ctx.db,
      counts.flatMap(({ newest }) => newest),
    )
    const rows = []
    for (const { newest, ...counted } of counts) {
      const found = []
      for (const id of newest) found.push(await readDemandOf(ctx, searches.get(id)))
      rows.push({
        ...counted,
        reaching: found[0]?.reach ?? 0,
        booked: found[0]?.booked ?? 0,
        without_artist: found.filter((each) => each?.fits === 0).length,
        refreshed_at: ctx.now,
      })
    }
    await saveDemandDays(ctx.db, rows)
  }
}

async function readDemandOf(
  ctx: Context,
  row: SearchRow | undefined,
): Promise<{ fits: number; reach: number; booked: number } | null> {
  if (!row) return null
  try {
    const match = await matchSearch(ctx.database, resolveSearch(row, await getCatalog(ctx.database), ctx.now), ctx.now)
    match.found.recycle()
    return { fits: match.counts.people.fits, reach: match.counts.reach, booked: match.counts.people.booked }
  } catch (fault) {
    // A failing search must not block the others.
    ctx.log.error(toFaultFields(fault), 'counting demand failed')
    return null
  }
}
