import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { reviews } from '#contract/reviews/reviews.ts'
import { notify, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { setReply, writerOf } from './queries.ts'
import { replyToOwn, presentReply } from './reply-to-own.ts'

type Replied = OutputOf<typeof reviews.reply>

/** Replies to a review of the caller's work, once, in public; its writer is told. */
export async function replyToReview(
  ctx: Context,
  { reviewId, reply }: InputOf<typeof reviews.reply>,
): Promise<Replied> {
  const sender = await senderOf(ctx)
  return replyToOwn(ctx, reviewId, reply, async (inner, review, own) => {
    if (review.reply !== null) throw new Refusal('reply_exists')
    await setReply(inner.db, reviewId, { reply, replied_at: inner.now })
    const writer = review.account_id ? await writerOf(inner.db, review.account_id) : undefined
    if (writer) {
      await notify(inner, sender, {
        kind: 'review.reply',
        to: { email: writer.email, name: writer.name, accountId: writer.id, country: writer.country_code },
        path: `/@/${own.slug}#reviews`,
        fact: `review.reply ${reviewId}`,
        values: { name: own.name, firstLine: reply.split('\n')[0] ?? '', reply },
      })
    }
    return presentReply(reply, inner.now)
  })
}
