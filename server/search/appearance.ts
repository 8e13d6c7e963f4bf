import type { Absence, appearance } from '#contract/search/demand/appearance.ts'
import { limits } from '#contract/constants.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ProviderState } from '#contract/providers/provider-profile.ts'
import type { Mode } from '#contract/values.ts'
import { type Catalog, getCatalog } from '#server/catalog/index.ts'
import { convertDistance, measureRoundedMetres, roundSpot } from '#server/places/index.ts'
import type { Context } from '#server/platform/context.ts'
import { createFieldRefusal } from '#server/platform/refusal.ts'
import { listArtistsOf, getCallerProvider, listProviderServices } from '#server/providers/index.ts'
import { createInDemandCheck, findPositionInList } from './arrange.ts'
import { buildCards } from './cards.ts'
import { countTagged } from './looks.queries.ts'
import { resolveEventPlace, assertFutureTime } from './searches.ts'
import { groupLooks } from '#server/search/planning/looks.ts'
import { matchSearch, getPricing } from '#server/search/matching/match-search.ts'
import { presentSearch, type ResolvedSearch, resolveSearch } from './saved-search.ts'

type Input = InputOf<typeof appearance.show>
type Provider = Awaited<ReturnType<typeof getCallerProvider>>

/** Previews how the caller appears in a search for a hypothetical party. Nothing is saved or counted. */
export async function getAppearance(ctx: Context, input: Input): Promise<OutputOf<typeof appearance.show>> {
  const provider = await getCallerProvider(ctx)
  const catalog = await getCatalog(ctx.database)
  const asked = await resolveAppearanceSearch(ctx, catalog, input)
  const { id: _, ...search } = presentSearch(asked, ctx.viewer)
  const absent = await absenceOf(ctx, asked, provider)
  const work = await countTagged(ctx.db, provider.id)
  if (absent) return { search, mobile: null, studio: null, absent, work }

  const match = await matchSearch(ctx.database, asked, ctx.now)
  const pricing = getPricing(asked)
  const lists = {
    mobile: findPositionInList(match, 'mobile', pricing, provider.no),
    studio: findPositionInList(match, 'studio', pricing, provider.no),
  }
  const inDemand = createInDemandCheck(match)
  match.found.recycle()
  const cards = await buildCards(
    ctx.database,
    asked,
    [lists.mobile, lists.studio].flatMap((list) => list?.entry ?? []),
    { inDemand, middleMinor: { mobile: lists.mobile?.middleMinor ?? 0, studio: lists.studio?.middleMinor ?? 0 } },
    ctx.now,
  )
  const listed = (mode: Mode) => {
    const list = lists[mode]
    const card = cards.find(({ entry }) => entry.mode === mode)?.card
    return list && card ? { card, position: card.reason === 'fits' ? list.before + 1 : null, of: list.fitting } : null
  }
  return { search, mobile: listed('mobile'), studio: listed('studio'), absent: null, work }
}

async function resolveAppearanceSearch(ctx: Context, catalog: Catalog, input: Input): Promise<ResolvedSearch> {
  const [first] = input.services.flatMap((id) => catalog.services.get(id) ?? [])
  for (const id of input.services) {
    const service = catalog.services.get(id)
    if (!service || !first) throw createFieldRefusal('unknown_service', 'services')
    if (service.categoryId !== first.categoryId) throw createFieldRefusal('service_of_other_category', 'services')
  }
  const people = groupLooks(input.services, input.people)
  const { countryCode, tz, near } = await resolveEventPlace(ctx, catalog, input)
  assertFutureTime(ctx.now, tz, input)
  const [lng, lat] = input.location.coordinates
  return resolveSearch(
    {
      id: '',
      visitor_hash: null,
      account_id: null,
      category_id: first?.categoryId ?? 0,
      country_code: countryCode,
      location: input.location,
      lat,
      lng,
      tz,
      event_date: input.eventDate,
      finish_time: input.finishTime ?? null,
      start_time: null,
      time_constraint: 'finish',
      people,
      details: null,
      experiment_id: null,
      gclid: null,
      heap_id: null,
      landing_page: null,
      tags: input.tags,
      free_of: [],
      language: 'en',
      area: near,
      acts: null,
    },
    catalog,
    ctx.now,
  )
}

async function absenceOf(ctx: Context, asked: ResolvedSearch, provider: Provider): Promise<Absence | null> {
  if (provider.state !== 'approved') return { reason: 'state', state: provider.state as ProviderState }
  if (provider.country_code !== asked.row.country_code) return { reason: 'country' }
  const metres = measureRoundedMetres(roundSpot(asked.row), roundSpot(provider))
  if (metres > limits.candidateRadiusMetres)
    return { reason: 'beyond', distance: convertDistance(metres, asked.market.distanceUnit) }
  const offered = new Set((await listProviderServices(ctx.db, provider.id)).map(({ service_id }) => service_id))
  const done = new Set((await listArtistsOf(ctx.db, provider.id)).flatMap(({ service_ids }) => service_ids))
  const missing = asked.services.filter(({ id }) => !offered.has(id) || !done.has(id))
  return missing.length ? { reason: 'services', services: missing.map(({ label }) => label) } : null
}
