import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { reviews } from '#contract/reviews/reviews.ts'
import { notify, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { insertReviewReport, lockReview, openReports, operatorsAll, type Reported } from './queries.ts'

const MOST_OPEN = 20

/** Asks the team to look at a review that is shown; of one that waits for them anyway they hear once. */
export async function reportReview(
  ctx: Context,
  { reviewId, reason }: InputOf<typeof reviews.report>,
): Promise<OutputOf<typeof reviews.report>> {
  await keepReport(ctx, { review_id: reviewId }, reason, async (tx) => {
    const review = await lockReview(tx.db, reviewId)
    if (!review || review.hidden_at) throw new Refusal('not_found')
  })
  return { reported: true }
}

/** Keeps a report of what is held and may be reported, and tells the team of the first that waits. */
export async function keepReport(
  ctx: Context,
  of: Reported,
  reason: string,
  hold: (tx: Context) => Promise<void>,
): Promise<void> {
  const sender = await senderOf(ctx)
  await ctx.transaction(async (inner) => {
    await hold(inner)
    const waiting = await openReports(inner.db, of)
    if (waiting >= MOST_OPEN) return
    await insertReviewReport(inner.db, { ...of, by_account: inner.viewer.accountId, reason, created_at: inner.now })
    if (waiting > 0) return
    const subject = 'review_id' in of ? of.review_id : of.outside_id
    for (const { id, email, name, country_code: country } of await operatorsAll(inner.db)) {
      await notify(inner, sender, {
        kind: 'op.review.reported',
        to: { email, name, country, accountId: id },
        values: { reason },
        path: '/operator/reports',
        fact: `op.review.reported ${subject} ${id} ${inner.now.toISOString().slice(0, 13)}`,
      })
    }
  })
}
