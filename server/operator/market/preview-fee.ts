import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { Fees } from '#contract/fees.ts'
import type { operatorMarket } from '#contract/operator/market.ts'
import { catalogNow } from '#server/catalog/index.ts'
import { feeEffect } from '#server/operator/fees/fee-effect.ts'
import { todaysOf } from '#server/operator/fees/fee-scope.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'

const longThere = { no: 0, bookings: Number.POSITIVE_INFINITY, since: Number.NEGATIVE_INFINITY }

/** What another usual fee would do to the prices of a category, by the same rule as on the quotes page: whoever a rule of its own is for keeps theirs. */
export async function previewFee(
  ctx: Context,
  { categoryId, percent }: InputOf<typeof operatorMarket.feePreview>,
): Promise<OutputOf<typeof operatorMarket.feePreview>> {
  const catalog = await catalogNow(ctx.database)
  const from = catalog.categoriesById.get(categoryId)?.feePercent
  if (from === undefined) throw new Refusal('unknown_category')
  const { latest: day } = todaysOf(catalog, null, ctx.now)
  const book = (usual: number) => (countryCode: string) =>
    new Fees(catalog.feeRules, { countryCode, categoryId, day, usual })
  const effect = await feeEffect(ctx, catalog, {
    scope: { countryCode: null, categoryId, providerId: null },
    before: book(from),
    after: book(percent),
    example: longThere,
  })
  return { from, to: percent, ...effect }
}
