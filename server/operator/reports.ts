import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorReports, Report } from '#contract/operator/reports.ts'
import type { Context } from '#server/platform/context.ts'
import { fetchReports, lockReport, findReportById, type ReportRow, settleReport } from './reports.queries.ts'
import { readReportedMessages } from './story.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { truncate } from '#contract/text.ts'
import { closeReported } from '#server/messaging/index.ts'
import { getSender } from '#server/notifications/index.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { setReviewShown } from './reviews.ts'
import { removeOutsideReview } from '#server/reviews/index.ts'

export async function listReports(
  ctx: Context,
  input: InputOf<typeof operatorReports.list>,
): Promise<OutputOf<typeof operatorReports.list>> {
  const { rows, nextCursor } = await fetchReports(ctx.db, input)
  return { reports: rows.map(presentReport), nextCursor }
}

const MOST_WORDS = 100

export async function getReport(
  ctx: Context,
  { reportId }: InputOf<typeof operatorReports.show>,
): Promise<OutputOf<typeof operatorReports.show>> {
  return ctx.idempotent(async (inner) => {
    const row = await findReportById(inner.db, reportId)
    if (!row) throw new Refusal('not_found')
    if (!row.conversation_id) return { report: presentReport(row), words: [] }
    const { words } = await readReportedMessages(inner, row.conversation_id, row.reason, MOST_WORDS)
    return { report: presentReport(row), words }
  })
}

const presentReport = (r: ReportRow): Report => ({
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

export async function settleOperatorReport(
  ctx: Context,
  { reportId, act, reason }: InputOf<typeof operatorReports.settle>,
): Promise<OutputOf<typeof operatorReports.settle>> {
  const sender = await getSender(ctx)
  return ctx.idempotent(async (inner) => {
    const report = await lockReport(inner.db, reportId)
    if (!report) throw new Refusal('not_found')
    if (report.state === 'settled') throw new Refusal('state_changed')
    const outcome = act === 'keep' ? 'kept' : 'removed'
    await settleReport(inner.db, reportId, { outcome, by: inner.viewer.accountId ?? '', now: inner.now })
    await recordAudit(inner, {
      act: `report.${act}`,
      subject: { kind: 'report', id: reportId, name: truncate(report.reason, 80) },
      after: { outcome },
      reason,
    })
    const row = await findReportById(inner.db, reportId)
    if (!row) throw new Refusal('not_found')
    if (act === 'remove' && report.review_id && !row.hidden_at)
      await setReviewShown(inner, sender, Number(report.review_id), false, reason)
    if (act === 'remove' && report.outside_id) await removeOutsideReview(inner, report.outside_id, reason)
    if (act === 'remove' && report.conversation_id) await closeReported(inner, report.conversation_id)
    return { report: presentReport((await findReportById(inner.db, reportId)) ?? row) }
  })
}
