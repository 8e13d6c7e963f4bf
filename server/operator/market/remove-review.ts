import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorMarket } from '#contract/operator/market.ts'
import type { Context } from '#server/platform/context.ts'
import { moderateReview } from './moderate-review.ts'

/** Takes a review off the page and out of the score. */
export const removeReview = (
  ctx: Context,
  { reviewId, reason }: InputOf<typeof operatorMarket.removeReview>,
): Promise<OutputOf<typeof operatorMarket.removeReview>> => moderateReview(ctx, reviewId, false, reason)
