import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { operatorMarket } from '#contract/operator/market.ts'
import { unitsWithFee } from '#contract/price.ts'
import { catalogOf } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { feeEffect, usualCosts } from './market-queries.ts'

/** What another fee would do to the prices of a category, by the same rule as on the quotes page. */
export async function previewFee(
  ctx: Context,
  { categoryId, percent }: InputOf<typeof operatorMarket.feePreview>,
): Promise<OutputOf<typeof operatorMarket.feePreview>> {
  const catalog = await catalogOf(ctx.database)
  const from = catalog.categoriesById.get(categoryId)?.feePercent
  if (from === undefined) throw new Refusal('unknown_category')
  const effect = await feeEffect(ctx.db, categoryId, from, percent)
  const usual = await usualCosts(ctx.db, categoryId)
  return {
    from,
    to: percent,
    ...effect,
    examples: usual.map(({ service, country_code, cost_minor }) => ({
      service,
      currency: catalog.markets.get(country_code)?.currency ?? 'AUD',
      cost: major(cost_minor),
      before: unitsWithFee(cost_minor, from),
      after: unitsWithFee(cost_minor, percent),
    })),
  }
}
