import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { OperatorReview, operatorMarket } from '#contract/operator/market.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { senderOf } from '#server/notifications/door.ts'
import { judgeReview } from './judge-review.ts'
import { reviewById, type ReviewRow, reviewsPage } from './market-queries.ts'
import { numbers, paged, readCursor } from '#server/platform/pages-of.ts'

const present = (r: ReviewRow): OperatorReview => ({
  id: String(r.id),
  provider: { id: r.provider_id, slug: r.slug, name: r.name },
  author: r.author,
  score: r.score,
  event: r.event,
  comments: r.comments,
  reply: r.reply,
  createdAt: r.created_at.toISOString(),
  hiddenAt: r.hidden_at?.toISOString() ?? null,
  hiddenReason: r.hidden_reason,
  sample: r.sample,
})

/** Reviews, newest first. */
export async function listOperatorReviews(
  ctx: Context,
  input: InputOf<typeof operatorMarket.reviews>,
): Promise<OutputOf<typeof operatorMarket.reviews>> {
  const { page, nextCursor } = paged(await reviewsPage(ctx.db, { ...input, after: readCursor(input.cursor, numbers) }))
  return { reviews: page.map(present), nextCursor }
}

async function moderated(
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
    return { review: present(row) }
  })
}

/** Takes a review off the page and out of the score. */
export const removeReview = (
  ctx: Context,
  { reviewId, reason }: InputOf<typeof operatorMarket.removeReview>,
): Promise<OutputOf<typeof operatorMarket.removeReview>> => moderated(ctx, reviewId, false, reason)

/** Shows a removed review again. */
export const restoreReview = (
  ctx: Context,
  { reviewId, reason }: InputOf<typeof operatorMarket.restoreReview>,
): Promise<OutputOf<typeof operatorMarket.restoreReview>> => moderated(ctx, reviewId, true, reason)
