import { distanceIn, rounded } from '#server/places/index.ts'
import { limits, metresPerUnit } from '#contract/constants.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { insights, SuggestedChange } from '#contract/bookings/insights/insights.ts'
import { type Catalog, catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { ownProvider, servicesOf } from '#server/providers/index.ts'
import { squaresOf } from '#server/search/matching/around.ts'
import { field, numberOf } from '#server/search/matching/cell-snapshot.ts'
import { cellOf } from '#server/search/matching/cells.ts'
import { matchQueryOf } from '#server/search/matching/match-search.ts'
import { resolveSearch } from '#server/search/saved-search.ts'
import { changesOf, type Effect, effectsOf } from './best-change.ts'
import { type Asked, rowAlone, selectBusy } from './own-rules.ts'
import { listBusyTimes, type SearchAround, searchesAround } from './seen-queries.ts'

const DAY_MS = 86_400_000
const MOST_SEARCHES = 1_000
const MOST_SHOWN = 5

type Output = OutputOf<typeof insights.suggestion>
type Provider = Awaited<ReturnType<typeof ownProvider>>

/** Returns the rule whose change would have made the caller fit most of the searches nearby in the last weeks that they did not fit. */
export async function suggestChange(ctx: Context, { days }: InputOf<typeof insights.suggestion>): Promise<Output> {
  const provider = await ownProvider(ctx)
  const none: Output = { days, searches: 0, fitted: 0, best: null, others: [] }
  const alone = provider.state === 'approved' ? await aloneOf(ctx, provider) : null
  if (!alone) return none
  const catalog = await catalogOf(ctx.database)
  const searches = await searchesAround(ctx.reads, {
    at: rounded(provider),
    countryCode: provider.country_code,
    metres: limits.candidateRadiusMetres,
    since: new Date(ctx.now.getTime() - days * DAY_MS),
    but: provider.account_id,
    most: MOST_SEARCHES,
  })
  const offered = await servicesOf(ctx.reads, provider.id)
  const kinds = new Set(offered.map(({ service_id }) => catalog.services.get(service_id)?.categoryId))
  const asked = await askedBy(
    ctx,
    catalog,
    provider,
    searches.filter(({ category_id }) => kinds.has(category_id)),
  )
  const unit = metresPerUnit[catalog.markets.get(provider.country_code)?.distanceUnit ?? 'km']
  const { fitted, effects } = await effectsOf(
    alone,
    asked,
    changesOf(alone, unit, servicesToAdd(catalog, kinds, provider, offered)),
  )
  const [best = null, ...others] = effects.slice(0, MOST_SHOWN).map((effect) => presented(effect, catalog, provider))
  return { days, searches: asked.length, fitted, best, others }
}

async function aloneOf(ctx: Context, { no, lat, lng }: Provider) {
  for (const square of (await squaresOf(ctx.database, [cellOf(lat, lng)])).values())
    for (let row = 0; row < square.count; row++)
      if (numberOf(square, row, field.no) === no) return rowAlone(square, row)
  return null
}

async function askedBy(
  ctx: Context,
  catalog: Catalog,
  { id }: Provider,
  searches: readonly SearchAround[],
): Promise<Asked[]> {
  const days = searches.map(({ event_date }) => event_date).sort()
  const diary = days.length ? await listBusyTimes(ctx.reads, id, days[0] as string, days.at(-1) as string) : []
  // Services that have left the catalogue cannot be offered today.
  const known = searches.filter(({ people }) =>
    people.every(({ services }) => services.every((service) => catalog.services.has(service))),
  )
  return known.map(({ created_at, ...search }) => {
    const resolved = resolveSearch({ ...search, ...nobodys }, catalog, created_at)
    const { day } = resolved
    return {
      query: matchQueryOf(resolved, created_at),
      busy: selectBusy(diary, day.at(-1440) / 1000, day.at(2 * 1440 + 300) / 1000),
    }
  })
}

const nobodys = {
  visitor_hash: null,
  account_id: null,
  details: null,
  experiment_id: null,
  gclid: null,
  heap_id: null,
  landing_page: null,
  tags: [],
  free_of: [],
  acts: null,
}

function servicesToAdd(
  catalog: Catalog,
  kinds: ReadonlySet<number | undefined>,
  { country_code }: Provider,
  offered: readonly { service_id: string }[],
) {
  const own = new Set(offered.map(({ service_id }) => service_id))
  return [...catalog.services.values()].filter(
    ({ id, categoryId, retired, markets }) =>
      kinds.has(categoryId) && !retired && markets.includes(country_code) && !own.has(id),
  )
}

function presented({ change, more }: Effect, catalog: Catalog, { country_code }: Provider): SuggestedChange {
  const unit = catalog.markets.get(country_code)?.distanceUnit ?? 'km'
  switch (change.kind) {
    case 'opens':
    case 'closes':
      return { kind: change.kind, more, time: clockOf(change.minute) }
    case 'radius':
      return { kind: 'radius', more, distance: distanceIn(change.metres, unit) }
    case 'notice':
      return { kind: 'notice', more, hours: change.hours }
    case 'horizon':
      return { kind: 'horizon', more, days: change.days }
    case 'service':
      return { kind: 'service', more, service: catalog.servicesByNo.get(change.no)?.label ?? '' }
  }
}

const clockOf = (minute: number): string =>
  `${String(Math.floor((minute % 1440) / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
