import { date } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { notify, type Sender } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { moderateReview } from '#server/reviews/door.ts'
import { settleReportsOf, toldOfReview } from '#server/operator/reports/report-queries.ts'

/** Removes a review or shows it again, notifies its writer with the reason, and settles open reports of a removed one. Runs in the operator's transaction. */
export async function judgeReview(
  ctx: Context,
  sender: Sender,
  reviewId: number,
  shown: boolean,
  reason: string,
): Promise<void> {
  await moderateReview(ctx, reviewId, shown, reason)
  const review = await toldOfReview(ctx.db, reviewId)
  if (!review) throw new Refusal('not_found')
  if (!shown)
    await settleReportsOf(ctx.db, reviewId, { outcome: 'removed', by: ctx.viewer.accountId ?? '', now: ctx.now })
  if (!review.email) return
  const day = date(
    review.event_date ?? review.created_at.toISOString().slice(0, 10),
    (review.writer_country ?? review.country_code) as Country,
    ctx.now.getUTCFullYear(),
  )
  await notify(ctx, sender, {
    kind: shown ? 'review.restored' : 'review.removed',
    to: { email: review.email, name: review.writer, accountId: review.account_id, country: review.writer_country },
    values: { reason, date: day },
    ...(shown ? { path: `/@/${review.slug}` } : {}),
    fact: `review.${shown ? 'restored' : 'removed'} ${reviewId} ${ctx.now.toISOString()}`,
  })
}
