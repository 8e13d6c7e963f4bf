import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { reviews } from '#contract/reviews/reviews.ts'
import { notify, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { insertReviewReport, lockReview, openReports, operatorsAll } from './queries.ts'

const MOST_OPEN = 20

/** Asks the team to look at a review that is shown; of one that waits for them anyway they hear once. */
export async function reportReview(
  ctx: Context,
  { reviewId, reason }: InputOf<typeof reviews.report>,
): Promise<OutputOf<typeof reviews.report>> {
  const sender = await senderOf(ctx)
  await ctx.transaction(async (inner) => {
    const review = await lockReview(inner.db, reviewId)
    if (!review || review.hidden_at) throw new Refusal('not_found')
    const waiting = await openReports(inner.db, reviewId)
    if (waiting >= MOST_OPEN) return
    await insertReviewReport(inner.db, {
      review_id: reviewId,
      by_account: inner.viewer.accountId,
      reason,
      created_at: inner.now,
    })
    if (waiting > 0) return
    for (const { id, email, name, country_code: country } of await operatorsAll(inner.db)) {
      await notify(inner, sender, {
        kind: 'op.review.reported',
        to: { email, name, country, accountId: id },
        values: { reason },
        path: '/operator/reports',
        fact: `op.review.reported ${reviewId} ${id} ${inner.now.toISOString().slice(0, 13)}`,
      })
    }
  })
  return { reported: true }
}
