import type { Report } from '#contract/operator/reports.ts'
import type { ReportRow } from './report-queries.ts'

/** A report as operators see it. */
export const presentReport = (r: ReportRow): Report => ({
  id: r.id,
  kind: r.conversation_id ? 'conversation' : r.review_id ? 'review' : 'outside',
  reason: r.reason,
  bySide: r.by_side as Report['bySide'],
  createdAt: r.created_at.toISOString(),
  state: r.state as Report['state'],
  outcome: r.outcome,
  settledAt: r.settled_at?.toISOString() ?? null,
  provider: r.provider_id ? { id: r.provider_id, name: r.provider_name ?? '' } : null,
  customer: r.customer_id ? { id: r.customer_id, name: r.customer_name ?? '' } : null,
  review:
    r.review_id || r.outside_id
      ? {
          id: String(r.review_id ?? r.outside_id),
          author: r.author ?? '',
          score: r.score,
          comments: r.comments ?? '',
          removed: r.hidden_at !== null,
        }
      : null,
})
