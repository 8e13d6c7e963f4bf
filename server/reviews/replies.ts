import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { hasHiddenContact } from '#server/platform/validation/contact-details.ts'
import type { reviews } from '#contract/reviews/reviews.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { getCallerProvider } from '#server/providers/index.ts'
import { lockReview, type ReviewRow, setReply, findWriter } from './reviews.queries.ts'
import { editUntil } from './reviews.ts'
import { notify, getSender } from '#server/notifications/index.ts'

type Replied = OutputOf<typeof reviews.reply>

const presentReply = (reply: string, repliedAt: Date): Replied => ({
  reply,
  repliedAt: repliedAt.toISOString(),
  editUntil: editUntil(repliedAt).toISOString(),
})

type Own = Awaited<ReturnType<typeof getCallerProvider>>

async function replyToOwn(
  ctx: Context,
  reviewId: number,
  reply: string,
  work: (inner: Context, review: ReviewRow, own: Own) => Promise<Replied>,
): Promise<Replied> {
  if (hasHiddenContact(reply)) throw createFieldRefusal('contact_details', 'reply')
  const own = await getCallerProvider(ctx)
  return ctx.idempotent(async (inner) => {
    const review = await lockReview(inner.db, reviewId)
    if (!review || review.hidden_at) throw new Refusal('not_found')
    if (review.provider_id !== own.id) throw new Refusal('not_yours')
    return work(inner, review, own)
  })
}

/** Works once, and notifies the reviewer. */
export async function replyToReview(
  ctx: Context,
  { reviewId, reply }: InputOf<typeof reviews.reply>,
): Promise<Replied> {
  const sender = await getSender(ctx)
  return replyToOwn(ctx, reviewId, reply, async (inner, review, own) => {
    if (review.reply !== null) throw new Refusal('reply_exists')
    await setReply(inner.db, reviewId, { reply, replied_at: inner.now })
    const writer = review.account_id ? await findWriter(inner.db, review.account_id) : undefined
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

export const changeReply = (ctx: Context, { reviewId, reply }: InputOf<typeof reviews.changeReply>): Promise<Replied> =>
  replyToOwn(ctx, reviewId, reply, async (inner, review) => {
    if (review.reply === null || !review.replied_at) throw new Refusal('not_found')
    if (inner.now > editUntil(review.replied_at)) throw new Refusal('edit_ended')
    await setReply(inner.db, reviewId, { reply, reply_edited_at: inner.now })
    return presentReply(reply, review.replied_at)
  })
