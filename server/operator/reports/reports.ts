import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorReports, Report } from '#contract/operator/reports.ts'
import { closeReported } from '#server/messaging/door.ts'
import { senderOf } from '#server/notifications/door.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { pageRows, paged, readCursor, uuids } from '#server/platform/pages-of.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { judgeReview } from '#server/operator/market/judge-review.ts'
import { lockReport, reportById, type ReportRow, reportsPage, settleReport, wordsOf } from './report-queries.ts'

const MOST_WORDS = 100

const present = (r: ReportRow): Report => ({
  id: r.id,
  kind: r.conversation_id ? 'conversation' : 'review',
  reason: r.reason,
  bySide: r.by_side as Report['bySide'],
  createdAt: r.created_at.toISOString(),
  state: r.state as Report['state'],
  outcome: r.outcome,
  settledAt: r.settled_at?.toISOString() ?? null,
  provider: r.provider_id ? { id: r.provider_id, name: r.provider_name ?? '' } : null,
  customer: r.customer_id ? { id: r.customer_id, name: r.customer_name ?? '' } : null,
  review: r.review_id
    ? {
        id: String(r.review_id),
        author: r.author ?? '',
        score: r.score ?? 0,
        comments: r.comments ?? '',
        removed: r.hidden_at !== null,
      }
    : null,
})

/** What has been reported, newest first. */
export async function listReports(
  ctx: Context,
  { state, cursor }: InputOf<typeof operatorReports.list>,
): Promise<OutputOf<typeof operatorReports.list>> {
  const { page, nextCursor } = paged(
    await reportsPage(ctx.db, { state, after: readCursor(cursor, uuids) }, pageRows + 1),
  )
  return { reports: page.map(present), nextCursor }
}

/** One report, with the words that it is about; that they were read is kept. */
export async function showReport(
  ctx: Context,
  { reportId }: InputOf<typeof operatorReports.show>,
): Promise<OutputOf<typeof operatorReports.show>> {
  return ctx.once(async (inner) => {
    const row = await reportById(inner.db, reportId)
    if (!row) throw new Refusal('not_found')
    if (!row.conversation_id) return { report: present(row), words: [] }
    await record(inner, {
      act: 'conversation.read',
      subject: { kind: 'conversation', id: row.conversation_id, name: `${row.customer_name}, ${row.provider_name}` },
      reason: row.reason,
    })
    const words = await wordsOf(inner.db, row.conversation_id, MOST_WORDS)
    return {
      report: present(row),
      words: words.map(({ side, kind, text, files, at }) => ({
        from: side as 'customer',
        kind,
        text,
        pictures: files.map((src) => ({ src, alt: '' })),
        at: at.toISOString(),
      })),
    }
  })
}

/** Keeps what was reported, or removes it with a reason. */
export async function settleReported(
  ctx: Context,
  { reportId, act, reason }: InputOf<typeof operatorReports.settle>,
): Promise<OutputOf<typeof operatorReports.settle>> {
  const sender = await senderOf(ctx)
  return ctx.once(async (inner) => {
    const report = await lockReport(inner.db, reportId)
    if (!report) throw new Refusal('not_found')
    if (report.state === 'settled') throw new Refusal('state_changed')
    const outcome = act === 'keep' ? 'kept' : 'removed'
    await settleReport(inner.db, reportId, { outcome, by: inner.viewer.accountId ?? '', now: inner.now })
    await record(inner, {
      act: `report.${act}`,
      subject: { kind: 'report', id: reportId, name: report.reason.slice(0, 80) },
      after: { outcome },
      reason,
    })
    const row = await reportById(inner.db, reportId)
    if (!row) throw new Refusal('not_found')
    if (act === 'remove' && report.review_id && !row.hidden_at)
      await judgeReview(inner, sender, Number(report.review_id), false, reason)
    if (act === 'remove' && report.conversation_id) await closeReported(inner, report.conversation_id)
    return { report: present((await reportById(inner.db, reportId)) ?? row) }
  })
}
