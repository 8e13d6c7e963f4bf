import { randomBytes } from 'node:crypto'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { holdsContact } from '#server/platform/validation/contact-details.ts'
import type { search, SearchInput } from '#contract/search/search.ts'
import { type Catalog, type CatalogCategory, catalogOf, mixesTrial } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { looksOf } from '#server/search/planning/looks.ts'
import { copyPictures, findWork, hasPictures, insertPicture } from '#server/search/looks/picture-queries.ts'
import { findSearch, insertSearch, insertSearchAtOnce, type NewSearch } from '#server/search/queries.ts'
import { resolveSearch, owns, presentSearch } from '#server/search/saved-search.ts'
import { eventPlace, refuseWrongTime } from './event-place.ts'

/** Saves a search under an id that nobody can guess; refuses what could never be answered. */
export async function createSearch(
  ctx: Context,
  input: InputOf<typeof search.create>,
): Promise<OutputOf<typeof search.create>> {
  const catalog = await catalogOf(ctx.database)
  const category = categoryOf(catalog, input)
  const people = looksOf(input.services, input.people)
  const [lng, lat] = input.location.coordinates
  const { countryCode, tz, near } = await eventPlace(ctx, catalog, input)
  const location = namedAround(input.location, near)
  refuseWrongTime(ctx.now, tz, input)
  const before = input.previousSearch ? await previous(ctx, input.previousSearch) : null

  const row: NewSearch = {
    id: randomBytes(12).toString('base64url'),
    visitor_hash: ctx.viewer.visitorHash,
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
  }
  const through = {
    slug: input.partner?.trim().toLowerCase() ?? null,
    partnerId: ctx.viewer.key?.partnerId ?? null,
    edited: input.previousSearch ?? null,
  }
  const saved = { ...row, start_time: null, time_constraint: 'finish' as const, acts: null }
  const answer = { search: presentSearch(resolveSearch(saved, catalog, ctx.now), ctx.viewer) }
  const work = input.look?.work === undefined ? undefined : await findWork(ctx.db, input.look.work)
  const pictures = before && (await hasPictures(ctx.db, before.id)) ? before.id : null
  if (
    pictures === null &&
    !work &&
    (await ctx.onceIn(answer, (db, kept) => insertSearchAtOnce(db, row, through, kept)))
  ) {
    ctx.count('search')
    return answer
  }
  return ctx.once(async (tx) => {
    await insertSearch(tx.db, row, through)
    if (pictures !== null) await copyPictures(tx.db, pictures, row.id)
    else if (work) await insertPicture(tx.db, row.id, 0, tx.now, { media_id: work.id })
    tx.count('search')
    return answer
  })
}

function categoryOf(catalog: Catalog, input: SearchInput): CatalogCategory {
  const store = input.storeSlug === undefined ? undefined : catalog.stores.get(input.storeSlug)
  if (input.storeSlug !== undefined && !store) throw refuseField('unknown_store', 'storeSlug')
  const category = catalog.categories.get(input.categorySlug)
  if (!category || (store && category.storeId !== store.id)) throw refuseField('unknown_category', 'categorySlug')
  for (const id of input.services) {
    const service = catalog.services.get(id)
    if (!service) throw refuseField('unknown_service', 'services')
    if (service.categoryId !== category.id) throw refuseField('service_of_other_category', 'services')
  }
  if (mixesTrial(catalog, input.services)) throw refuseField('trial_alone', 'services')
  return category
}

// Artists read the name of the place before they are booked: of a house they see the area, of a phone number nothing.
const namedAround = (location: SearchInput['location'], near: string): SearchInput['location'] =>
  holdsContact(location.address.placeName)
    ? { ...location, address: { ...location.address, placeName: near } }
    : location

/** What an edit carries over: only from a search of the same person. */
async function previous(ctx: Context, id: string) {
  const row = await findSearch(ctx.database, id)
  if (!row) throw refuseField('unknown_previous_search', 'previousSearch')
  return owns(ctx.viewer, row) ? row : null
}
