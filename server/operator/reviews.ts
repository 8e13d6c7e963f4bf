import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorMarket, OperatorReview } from '#contract/operator/market.ts'
import type { Context } from '#server/platform/context.ts'
import { fetchReviews, findReviewById, type ReviewRow } from './market.queries.ts'
import { formatDate } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { notify, type Sender, getSender } from '#server/notifications/index.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { moderateReview } from '#server/reviews/index.ts'
import { settleReviewReports, findReviewRecipients } from './reports.queries.ts'

export async function listOperatorReviews(
  ctx: Context,
  input: InputOf<typeof operatorMarket.reviews>,
): Promise<OutputOf<typeof operatorMarket.reviews>> {
  const { rows, nextCursor } = await fetchReviews(ctx.db, input)
  return { reviews: rows.map(presentReview), nextCursor }
}

const presentReview = (r: ReviewRow): OperatorReview => ({
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

/** Notifies the writer of a review with the reason and settles open reports. Runs in the operator's transaction. */
export async function setReviewShown(
  ctx: Context,
  sender: Sender,
  reviewId: number,
  shown: boolean,
  reason: string,
): Promise<void> {
  await moderateReview(ctx, reviewId, shown, reason)
  const review = await findReviewRecipients(ctx.db, reviewId)
  if (!review) throw new Refusal('not_found')
  if (!shown)
    await settleReviewReports(ctx.db, reviewId, { outcome: 'removed', by: ctx.viewer.accountId ?? '', now: ctx.now })
  if (!review.email) return
  const day = formatDate(
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

async function changeReviewByOperator(
  ctx: Context,
  reviewId: number,
  shown: boolean,
  reason: string,
): Promise<{ review: OperatorReview }> {
  const sender = await getSender(ctx)
  return ctx.idempotent(async (inner) => {
    await setReviewShown(inner, sender, reviewId, shown, reason)
    const row = await findReviewById(inner.db, reviewId)
    if (!row) throw new Refusal('not_found')
    return { review: presentReview(row) }
  })
}

export const removeReview = (
  ctx: Context,
  { reviewId, reason }: InputOf<typeof operatorMarket.removeReview>,
): Promise<OutputOf<typeof operatorMarket.removeReview>> => changeReviewByOperator(ctx, reviewId, false, reason)

export const restoreReview = (
  ctx: Context,
  { reviewId, reason }: InputOf<typeof operatorMarket.restoreReview>,
): Promise<OutputOf<typeof operatorMarket.restoreReview>> => changeReviewByOperator(ctx, reviewId, true, reason)
