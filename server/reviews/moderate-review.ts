import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockReview, setReviewHidden } from './queries.ts'

/** Takes a review off the page and out of the score, or puts it back; answers whose it is. In the operator's transaction. */
export async function moderateReview(
  ctx: Context,
  reviewId: number,
  shown: boolean,
  reason: string,
): Promise<{ accountId: string | null; providerId: string; createdAt: Date }> {
  const review = await lockReview(ctx.db, reviewId)
  if (!review) throw new Refusal('not_found')
  if ((review.hidden_at === null) === shown) throw new Refusal('state_changed')
  await setReviewHidden(ctx.db, reviewId, shown ? null : { at: ctx.now, reason, by: ctx.viewer.accountId ?? '' })
  await record(ctx, {
    act: shown ? 'review.restore' : 'review.remove',
    subject: { kind: 'review', id: String(reviewId), name: review.author },
    before: { shown: !shown },
    after: { shown },
    reason,
  })
  return { accountId: review.account_id, providerId: review.provider_id, createdAt: review.created_at }
}
