import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorMarket } from '#contract/operator/market.ts'
import type { Context } from '#server/platform/context.ts'
import { moderateReview } from './moderate-review.ts'

/** Shows a removed review again. */
export const restoreReview = (
  ctx: Context,
  { reviewId, reason }: InputOf<typeof operatorMarket.restoreReview>,
): Promise<OutputOf<typeof operatorMarket.restoreReview>> => moderateReview(ctx, reviewId, true, reason)
