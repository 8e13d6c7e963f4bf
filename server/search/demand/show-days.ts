import { defaults } from '#contract/constants.ts'
import type { demand } from '#contract/search/demand/demand.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { dateAfter } from '#server/platform/event-day.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { openDays } from './open-days.ts'
import { placeAt } from './place-at.ts'

/** What each coming day looks like around a point: who is free, from what price, and where few are left. */
export async function showDays(
  ctx: Context,
  { near, categorySlug = defaults.category }: InputOf<typeof demand.days>,
): Promise<OutputOf<typeof demand.days>> {
  const catalog = await catalogOf(ctx.database)
  if (!catalog.categories.has(categorySlug)) throw refuseField('unknown_category', 'categorySlug')
  const place = await placeAt(ctx, near, catalog)
  const { start, artists, asked, days } = await openDays(ctx, { ...place, categorySlug })
  return {
    place: place.name,
    currency: catalog.markets.get(place.countryCode)?.currency ?? 'AUD',
    artists,
    asked,
    start,
    free: days.map(({ free }) => free),
    from: days.map(({ from }) => from),
    few: days.flatMap(({ few }, i) => (few ? [dateAfter(start, i)] : [])),
  }
}
