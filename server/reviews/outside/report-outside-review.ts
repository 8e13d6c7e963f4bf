import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { outsideReviews } from '#contract/reviews/outside.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { keepReport } from '#server/reviews/report-review.ts'
import { lockOutside } from './outside-queries.ts'

/** Asks the team to look at what is said of work done elsewhere, as at any other review. */
export async function reportOutsideReview(
  ctx: Context,
  { reviewId, reason }: InputOf<typeof outsideReviews.report>,
): Promise<OutputOf<typeof outsideReviews.report>> {
  await keepReport(ctx, { outside_id: reviewId }, reason, async (tx) => {
    const row = await lockOutside(tx.db, reviewId)
    if (!row?.written_at || row.hidden_at) throw new Refusal('not_found')
  })
  return { reported: true }
}
