import type { OperatorReview } from '#contract/operator/market.ts'
import type { ReviewRow } from './market-queries.ts'

/** A review as operators see it. */
export const presentReview = (r: ReviewRow): OperatorReview => ({
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
