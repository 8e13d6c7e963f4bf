import type { OperatorReview } from '#contract/operator/market.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { senderOf } from '#server/notifications/door.ts'
import { judgeReview } from './judge-review.ts'
import { reviewById } from './market-queries.ts'
import { presentReview } from './present-review.ts'

/** Removes a review or shows it again, and answers it as it is then. */
export async function moderateReview(
  ctx: Context,
  reviewId: number,
  shown: boolean,
  reason: string,
): Promise<{ review: OperatorReview }> {
  const sender = await senderOf(ctx)
  return ctx.once(async (inner) => {
    await judgeReview(inner, sender, reviewId, shown, reason)
    const row = await reviewById(inner.db, reviewId)
    if (!row) throw new Refusal('not_found')
    return { review: presentReview(row) }
  })
}
