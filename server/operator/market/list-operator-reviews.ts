import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorMarket } from '#contract/operator/market.ts'
import type { Context } from '#server/platform/context.ts'
import { reviewsPage } from './market-queries.ts'
import { numbers, paged, readCursor } from '#server/platform/pages-of.ts'
import { presentReview } from './present-review.ts'

/** Reviews, newest first. */
export async function listOperatorReviews(
  ctx: Context,
  input: InputOf<typeof operatorMarket.reviews>,
): Promise<OutputOf<typeof operatorMarket.reviews>> {
  const { page, nextCursor } = paged(await reviewsPage(ctx.db, { ...input, after: readCursor(input.cursor, numbers) }))
  return { reviews: page.map(presentReview), nextCursor }
}
