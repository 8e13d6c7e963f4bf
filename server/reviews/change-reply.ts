import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { reviews } from '#contract/reviews/reviews.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { setReply } from './queries.ts'
import { editUntil } from './show-review.ts'
import { replyToOwn, presentReply } from './reply-to-own.ts'

type Replied = OutputOf<typeof reviews.reply>

/** Changes the caller's reply, for seven days. */
export const changeReply = (ctx: Context, { reviewId, reply }: InputOf<typeof reviews.changeReply>): Promise<Replied> =>
  replyToOwn(ctx, reviewId, reply, async (inner, review) => {
    if (review.reply === null || !review.replied_at) throw new Refusal('not_found')
    if (inner.now > editUntil(review.replied_at)) throw new Refusal('edit_ended')
    await setReply(inner.db, reviewId, { reply, reply_edited_at: inner.now })
    return presentReply(reply, review.replied_at)
  })
