import type { Absence, appearance } from '#contract/search/demand/appearance.ts'
import { limits } from '#contract/constants.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ProviderState } from '#contract/providers/own-profile.ts'
import type { Mode } from '#contract/values.ts'
import { type Catalog, catalogOf } from '#server/catalog/index.ts'
import { distanceIn, metresApart, rounded } from '#server/places/index.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { artistsOf, ownProvider, servicesOf } from '#server/providers/index.ts'
import { inDemandOf, standingIn } from './arrange.ts'
import { cardsOf } from './cards.ts'
import { taggedShare } from './looks.queries.ts'
import { eventPlace, refuseWrongTime } from './searches.ts'
import { looksOf } from '#server/search/planning/looks.ts'
import { matchSearch, pricingOf } from '#server/search/matching/match-search.ts'
import { presentSearch, type ResolvedSearch, resolveSearch } from './saved-search.ts'

type Input = InputOf<typeof appearance.show>
type Provider = Awaited<ReturnType<typeof ownProvider>>

/** The matching of a real search for a party that nobody has, from the caller's side; nothing of it is saved or counted. */
export async function showAppearance(ctx: Context, input: Input): Promise<OutputOf<typeof appearance.show>> {
  const provider = await ownProvider(ctx)
  const catalog = await catalogOf(ctx.database)
  const asked = await askedFor(ctx, catalog, input)
  const { id: _, ...search } = presentSearch(asked, ctx.viewer)
  const absent = await absenceOf(ctx, asked, provider)
  const work = await taggedShare(ctx.db, provider.id)
  if (absent) return { search, mobile: null, studio: null, absent, work }

  const match = await matchSearch(ctx.database, asked, ctx.now)
  const pricing = pricingOf(asked)
  const lists = {
    mobile: standingIn(match, 'mobile', pricing, provider.no),
    studio: standingIn(match, 'studio', pricing, provider.no),
  }
  const inDemand = inDemandOf(match)
  match.found.recycle()
  const cards = await cardsOf(
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

async function askedFor(ctx: Context, catalog: Catalog, input: Input): Promise<ResolvedSearch> {
  const [first] = input.services.flatMap((id) => catalog.services.get(id) ?? [])
  for (const id of input.services) {
    const service = catalog.services.get(id)
    if (!service || !first) throw refuseField('unknown_service', 'services')
    if (service.categoryId !== first.categoryId) throw refuseField('service_of_other_category', 'services')
  }
  const people = looksOf(input.services, input.people)
  const { countryCode, tz, near } = await eventPlace(ctx, catalog, input)
  refuseWrongTime(ctx.now, tz, input)
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
      area: near,
      acts: null,
    },
    catalog,
    ctx.now,
  )
}

/** Why this provider is no candidate at all; null where they are. */
async function absenceOf(ctx: Context, asked: ResolvedSearch, provider: Provider): Promise<Absence | null> {
  if (provider.state !== 'approved') return { reason: 'state', state: provider.state as ProviderState }
  if (provider.country_code !== asked.row.country_code) return { reason: 'country' }
  const metres = metresApart(rounded(asked.row), rounded(provider))
  if (metres > limits.candidateRadiusMetres)
    return { reason: 'beyond', distance: distanceIn(metres, asked.market.distanceUnit) }
  const offered = new Set((await servicesOf(ctx.db, provider.id)).map(({ service_id }) => service_id))
  const done = new Set((await artistsOf(ctx.db, provider.id)).flatMap(({ service_ids }) => service_ids))
  const missing = asked.services.filter(({ id }) => !offered.has(id) || !done.has(id))
  return missing.length ? { reason: 'services', services: missing.map(({ label }) => label) } : null
}
