import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { unitsWithFee } from '#contract/price.ts'
import type { search } from '#contract/search/search.ts'
import { catalogOf, feesOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { servicesMostBooked } from '#server/search/queries.ts'

/** The services of a category as people in a country book them, most booked first, each from what it costs. */
export async function showMostBooked(
  ctx: Context,
  { categorySlug, country }: InputOf<typeof search.mostBooked>,
): Promise<OutputOf<typeof search.mostBooked>> {
  const catalog = await catalogOf(ctx.database)
  const { categories, markets } = catalog
  const category = categories.get(categorySlug)
  if (!category) throw refuseField('unknown_category', 'categorySlug')
  const rows = await servicesMostBooked(ctx.reads, category.id, country)
  const { usual } = feesOf(catalog, country, category.id, ctx.now)
  return {
    currency: markets.get(country)?.currency ?? 'AUD',
    services: rows.map(({ id, least_minor }) => ({ id, minPrice: unitsWithFee(least_minor, usual.percent) })),
  }
}
