import type { OutputOf } from '#contract/endpoint.ts'
import { holdsContact } from '#server/platform/validation/contact-details.ts'
import type { reviews } from '#contract/reviews/reviews.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { ownProvider } from '#server/providers/index.ts'
import { lockReview, type ReviewRow } from './queries.ts'
import { editUntil } from './show-review.ts'

type Replied = OutputOf<typeof reviews.reply>

/** A reply, with how long it can be changed. */
export const presentReply = (reply: string, repliedAt: Date): Replied => ({
  reply,
  repliedAt: repliedAt.toISOString(),
  editUntil: editUntil(repliedAt).toISOString(),
})

type Own = Awaited<ReturnType<typeof ownProvider>>

/** Does something with the reply to a review of the caller's own work, nobody else at it meanwhile. */
export async function replyToOwn(
  ctx: Context,
  reviewId: number,
  reply: string,
  work: (inner: Context, review: ReviewRow, own: Own) => Promise<Replied>,
): Promise<Replied> {
  if (holdsContact(reply)) throw refuseField('contact_details', 'reply')
  const own = await ownProvider(ctx)
  return ctx.once(async (inner) => {
    const review = await lockReview(inner.db, reviewId)
    if (!review || review.hidden_at) throw new Refusal('not_found')
    if (review.provider_id !== own.id) throw new Refusal('not_yours')
    return work(inner, review, own)
  })
}
