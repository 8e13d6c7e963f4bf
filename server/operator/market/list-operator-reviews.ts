import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorMarket } from '#contract/operator/market.ts'
import type { Context } from '#server/platform/context.ts'
import { fetchReviews } from './market-queries.ts'
import { presentReview } from './present-review.ts'

/** Reviews, newest first. */
export async function listOperatorReviews(
  ctx: Context,
  input: InputOf<typeof operatorMarket.reviews>,
): Promise<OutputOf<typeof operatorMarket.reviews>> {
  const { rows, nextCursor } = await fetchReviews(ctx.db, input)
  return { reviews: rows.map(presentReview), nextCursor }
}
