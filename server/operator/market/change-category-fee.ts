import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorMarket } from '#contract/operator/market.ts'
import { changeFee } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'

/** Changes the fee of a category for new quotes. */
export async function changeCategoryFee(
  ctx: Context,
  { categoryId, percent, reason }: InputOf<typeof operatorMarket.changeFee>,
): Promise<OutputOf<typeof operatorMarket.changeFee>> {
  await ctx.transaction((inner) => changeFee(inner, categoryId, percent, reason))
  return { percent }
}
