import { randomBytes } from 'node:crypto'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { hasHiddenContact } from '#server/platform/validation/contact-details.ts'
import type { search, SearchInput } from '#contract/search/search.ts'
import {
  type Catalog,
  type CatalogCategory,
  getCatalog,
  getCatalogIn,
  getFees,
  buildFormSettings,
  hasTrialAndOthers,
} from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { groupLooks } from '#server/search/planning/looks.ts'
import { copyPictures, findWork, hasPictures, insertPicture } from './looks.queries.ts'
import {
  buildDetailsPart,
  findSearch,
  insertCopy,
  insertSearch,
  insertSearchAtOnce,
  type NewSearch,
  type SearchRow,
  type BookedService,
  listMostBookedServices,
  updateDetails,
  updateTime,
} from './search.queries.ts'
import {
  getAim,
  isOwner,
  presentSearch,
  assertTimeChangeable,
  type ResolvedSearch,
  resolveSearch,
  searchAsSeen,
} from './saved-search.ts'
import { alignSeats } from '#server/search/planning/seated.ts'
import type { quotes } from '#contract/search/quotes.ts'
import type { Db } from '#db/database.ts'
import { limits } from '#contract/constants.ts'
import { findNearestPlace } from '#server/places/index.ts'
import { getEventDay, countDaysBetween, toEventMinute, getToday } from '#server/platform/event-day.ts'
import { computeUnitsWithFee } from '#contract/price.ts'
import { readCached } from '#server/platform/settings.ts'
import { findStoredAnswer, saveStoredAnswer } from '#server/platform/stored-answers.ts'

/** Saves a search under an unguessable id. Throws if it could never be answered. */
export async function createSearch(
  ctx: Context,
  input: InputOf<typeof search.create>,
): Promise<OutputOf<typeof search.create>> {
  const catalog = await getCatalog(ctx.database)
  const category = categoryOf(catalog, input)
  const people = groupLooks(input.services, input.people)
  const [lng, lat] = input.location.coordinates
  const { countryCode, tz, near } = await resolveEventPlace(ctx, catalog, input)
  const location = namedAround(input.location, near)
  assertFutureTime(ctx.now, tz, input)
  const before = input.previousSearch ? await previous(ctx, input.previousSearch) : null

  const isSandbox = ctx.viewer.key?.sandbox ?? false
  const row: NewSearch = {
    id: randomBytes(12).toString('base64url'),
    visitor_hash: isSandbox ? null : ctx.viewer.visitorHash,
    account_id: ctx.viewer.accountId,
    category_id: category.id,
    country_code: countryCode,
    place_name: location.address.placeName,
    area: near,
    location,
    lat,
    lng,
    tz,
    event_date: input.eventDate,
    finish_time: input.finishTime ?? null,
    people,
    previous_search: before?.id ?? null,
    experiment_id: input.experimentId ?? null,
    details: before?.details
      ? { ...before.details, finishTime: input.finishTime ?? null, startTime: null, timeConstraint: 'finish' }
      : null,
    gclid: input.gclid ?? before?.gclid ?? null,
    heap_id: input.heapId ?? before?.heap_id ?? null,
    landing_page: input.landingPage ?? before?.landing_page ?? null,
    tags: input.look?.tags ?? before?.tags ?? [],
    free_of: input.look?.freeOf ?? before?.free_of ?? [],
    language: input.language ?? before?.language ?? 'en',
  }
  const through = {
    slug: input.partner?.trim().toLowerCase() ?? null,
    partnerId: ctx.viewer.key?.partnerId ?? null,
    // A sandbox search is on its own: an edited search could be another partner's.
    edited: isSandbox ? null : (input.previousSearch ?? null),
    isSandbox,
  }
  const saved = { ...row, start_time: null, time_constraint: 'finish' as const, acts: null }
  const answer = { search: presentSearch(resolveSearch(saved, catalog, ctx.now), ctx.viewer) }
  const work = input.look?.work === undefined ? undefined : await findWork(ctx.db, input.look.work)
  const pictures = before && (await hasPictures(ctx.db, before.id)) ? before.id : null
  if (
    pictures === null &&
    !work &&
    (await ctx.idempotentStatement(answer, (db, kept) => insertSearchAtOnce(db, row, through, kept)))
  ) {
    if (!isSandbox) ctx.count('search')
    return answer
  }
  return ctx.idempotent(async (tx) => {
    await insertSearch(tx.db, row, through)
    if (pictures !== null) await copyPictures(tx.db, pictures, row.id)
    else if (work) await insertPicture(tx.db, row.id, 0, tx.now, { media_id: work.id })
    if (!isSandbox) tx.count('search')
    return answer
  })
}

function categoryOf(catalog: Catalog, input: SearchInput): CatalogCategory {
  const store = input.storeSlug === undefined ? undefined : catalog.stores.get(input.storeSlug)
  if (input.storeSlug !== undefined && !store) throw createFieldRefusal('unknown_store', 'storeSlug')
  const category = catalog.categories.get(input.categorySlug)
  if (!category || (store && category.storeId !== store.id))
    throw createFieldRefusal('unknown_category', 'categorySlug')
  for (const id of input.services) {
    const service = catalog.services.get(id)
    if (!service) throw createFieldRefusal('unknown_service', 'services')
    if (service.categoryId !== category.id) throw createFieldRefusal('service_of_other_category', 'services')
  }
  if (hasTrialAndOthers(catalog, input.services)) throw createFieldRefusal('trial_alone', 'services')
  return category
}

// Artists read the place's name before a booking, so a house becomes its area and a phone number is removed.
const namedAround = (location: SearchInput['location'], near: string): SearchInput['location'] =>
  hasHiddenContact(location.address.placeName)
    ? { ...location, address: { ...location.address, placeName: near } }
    : location

async function previous(ctx: Context, id: string) {
  const row = await findSearch(ctx.database, id)
  if (!row) throw createFieldRefusal('unknown_previous_search', 'previousSearch')
  return isOwner(ctx.viewer, row) ? row : null
}

export async function copySearch(
  ctx: Context,
  { acts: _, blocked: _blocked, details, ...of }: SearchRow,
  { id, eventDate, finishTime }: { id: string; eventDate: string; finishTime: string | null },
): Promise<string> {
  await insertCopy(ctx.db, {
    ...of,
    seats: of.seats && alignSeats(of.seats),
    id,
    event_date: eventDate,
    finish_time: finishTime,
    start_time: null,
    time_constraint: 'finish',
    place_name: of.location.address.placeName,
    previous_search: of.id,
    details: details && JSON.stringify(details),
  })
  await copyPictures(ctx.db, of.id, id)
  return id
}

export async function changeTime(
  ctx: Context,
  { quoteId, finishTime }: InputOf<typeof quotes.changeTime>,
): Promise<OutputOf<typeof quotes.changeTime>> {
  const row = await findSearch(ctx.database, quoteId)
  if (!row) throw new Refusal('not_found')
  if (!isOwner(ctx.viewer, row)) throw new Refusal('not_yours')
  const changed = { ...row, finish_time: finishTime, start_time: null, time_constraint: 'finish' as const }
  const asked = resolveSearch(changed, await getCatalog(ctx.database), ctx.now)
  if (asked.day.skips(finishTime)) throw createFieldRefusal('time_skipped', 'finishTime')
  const aim = getAim(asked.day, changed)
  if (aim && aim.at <= ctx.now.getTime()) throw createFieldRefusal('time_past', 'finishTime')
  assertTimeChangeable(row, finishTime !== row.finish_time || row.time_constraint === 'start', 'finishTime')
  await updateTime(ctx.db, row.id, finishTime)
  return { search: presentSearch(asked, ctx.viewer) }
}

export async function saveDetails(
  ctx: Context,
  { quoteId, ...details }: InputOf<typeof quotes.saveDetails>,
): Promise<OutputOf<typeof quotes.saveDetails>> {
  const row = await findSearch(ctx.database, quoteId)
  if (!row) throw new Refusal('not_found')
  const { asked, keep } = await prepareDetails(ctx, row, details)
  await keep(ctx.db)
  return { search: presentSearch(asked, ctx.viewer), details }
}

type Details = Omit<InputOf<typeof quotes.saveDetails>, 'quoteId'>

type CheckedDetails = {
  asked: ResolvedSearch
  keep: (db: Db) => Promise<unknown>
  part: ReturnType<typeof buildDetailsPart>
}

/**
 * Validates details for one of the caller's searches. `keep` saves them in a transaction; `part` is the statement
 * fragment.
 */
export async function prepareDetails(ctx: Context, row: SearchRow, details: Details): Promise<CheckedDetails> {
  if (!isOwner(ctx.viewer, row)) throw new Refusal('not_yours')
  return checkDetails(ctx, row, details)
}

/** Does the same for a search that the caller may change without owning it. */
export async function checkDetails(ctx: Context, row: SearchRow, details: Details): Promise<CheckedDetails> {
  // Requested artists read both before a booking.
  for (const field of ['name', 'event'] as const)
    if (hasHiddenContact(details[field])) throw createFieldRefusal('contact_early', field)
  const finish_time = details.finishTime ?? row.finish_time
  const start_time = details.startTime ?? row.start_time
  const time_constraint = details.timeConstraint === 'start' && start_time ? ('start' as const) : ('finish' as const)
  const times = { finish_time, start_time, time_constraint }
  const changed = { ...row, ...times, details }
  const asked = resolveSearch(changed, await getCatalog(ctx.database), ctx.now)
  const aim = getAim(asked.day, changed)
  const moved =
    finish_time !== row.finish_time || start_time !== row.start_time || time_constraint !== row.time_constraint
  const [field, time] = time_constraint === 'start' ? ['startTime', start_time] : ['finishTime', finish_time]
  if (moved && time && asked.day.skips(time)) throw createFieldRefusal('time_skipped', field)
  if (moved && aim && aim.at <= ctx.now.getTime()) throw createFieldRefusal('time_past', field)
  assertTimeChangeable(row, moved, field)
  return {
    asked,
    keep: (db) => updateDetails(db, row.id, details, times),
    part: buildDetailsPart(ctx.db, row.id, details, times),
  }
}

/** Throws outside all markets. */
export async function resolveEventPlace(
  ctx: Context,
  catalog: Catalog,
  { location }: Pick<SearchInput, 'location'>,
): Promise<{ countryCode: string; tz: string; near: string }> {
  const [lng, lat] = location.coordinates
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180) throw createFieldRefusal('location_out_of_range', 'location')
  const countryCode = location.address.countryCode
  if (!catalog.markets.has(countryCode)) throw createFieldRefusal('country_not_served', 'location')
  const near = await findNearestPlace(ctx.reads, lat, lng)
  if (!near || near.metres > limits.remoteMetres) throw createFieldRefusal('place_too_remote', 'location')
  if (near.place.country_code !== countryCode) throw createFieldRefusal('country_mismatch', 'location')
  // Uses the chosen name only if a nearby place has it, so that others never see invented names.
  const [chosen = ''] = location.address.placeName.split(',')
  return { countryCode, tz: near.place.tz, near: near.around.includes(chosen) ? chosen : near.place.name }
}

/** Throws for a day or time that has passed, is skipped by the clock change, or is beyond the diary's range. */
export function assertFutureTime(
  now: Date,
  tz: string,
  { eventDate, finishTime }: { eventDate: string; finishTime?: string | null | undefined },
): void {
  const today = getToday(tz, now)
  if (eventDate < today) throw createFieldRefusal('date_past', 'eventDate')
  const [year, rest] = [Number(today.slice(0, 4)) + limits.searchYearsAhead, today.slice(4)]
  if (eventDate > `${year}${rest}` || countDaysBetween(today, eventDate) > 731)
    throw createFieldRefusal('date_too_far', 'eventDate')
  if (!finishTime) return
  const day = getEventDay(eventDate, tz)
  if (day.skips(finishTime)) throw createFieldRefusal('time_skipped', 'finishTime')
  if (day.at(toEventMinute(finishTime)) <= now.getTime()) throw createFieldRefusal('time_past', 'finishTime')
}

export async function getFormSettings(
  ctx: Context,
  input: InputOf<typeof search.formSettings>,
): Promise<OutputOf<typeof search.formSettings>> {
  // Depends on the catalogue only, whose changes invalidate every page.
  ctx.dependsOn()
  return {
    formSettings: buildFormSettings(
      await getCatalogIn(ctx.database, input.language),
      input.storeSlug,
      input.categorySlug,
    ),
    search: null,
  }
}

export async function getFormSettingsOfSearch(
  ctx: Context,
  { searchId }: InputOf<typeof search.formSettingsOfSearch>,
): Promise<OutputOf<typeof search.formSettingsOfSearch>> {
  const row = await searchAsSeen(ctx, searchId)
  const catalog = await getCatalogIn(ctx.database, row.language)
  const asked = resolveSearch(row, catalog, ctx.now)
  const store = [...catalog.stores.values()].find((s) => s.id === asked.category.storeId)
  return {
    formSettings: buildFormSettings(catalog, store?.slug ?? '', asked.category.slug),
    search: presentSearch(asked, ctx.viewer),
  }
}

const mostBookedKey = 'most-booked services'

/** Stores the order and lowest prices of all services, which `getMostBooked` reads. */
export const storeMostBooked = async (ctx: Context): Promise<void> =>
  saveStoredAnswer(ctx.db, { key: mostBookedKey, answer: await listMostBookedServices(ctx.db, ctx.now) }, ctx.now)

/** Most booked first, with lowest prices. Computes them if the job has not yet run on a new site. */
export async function getMostBooked(
  ctx: Context,
  { categorySlug, country }: InputOf<typeof search.mostBooked>,
): Promise<OutputOf<typeof search.mostBooked>> {
  const catalog = await getCatalog(ctx.database)
  const { categories, markets } = catalog
  const category = categories.get(categorySlug)
  if (!category) throw createFieldRefusal('unknown_category', 'categorySlug')
  const rows = await readCached(
    ctx.database,
    mostBookedKey,
    async (db) =>
      (await findStoredAnswer<BookedService[]>(db, mostBookedKey)) ?? (await listMostBookedServices(db, ctx.now)),
  )
  const { usual } = getFees(catalog, country, category.id, ctx.now)
  return {
    currency: markets.get(country)?.currency ?? 'AUD',
    services: rows
      .filter((row) => row.country === country && row.category_id === category.id)
      .map(({ id, least_minor }) => ({ id, minPrice: computeUnitsWithFee(least_minor, usual.percent) })),
  }
}
