import { truncate } from '#contract/text.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorReports } from '#contract/operator/reports.ts'
import { closeReported } from '#server/messaging/door.ts'
import { senderOf } from '#server/notifications/door.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { judgeReview } from '#server/operator/market/judge-review.ts'
import { removeOutsideReview } from '#server/reviews/door.ts'
import { lockReport, reportById, settleReport } from './report-queries.ts'
import { presentReport } from './present-report.ts'

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
      subject: { kind: 'report', id: reportId, name: truncate(report.reason, 80) },
      after: { outcome },
      reason,
    })
    const row = await reportById(inner.db, reportId)
    if (!row) throw new Refusal('not_found')
    if (act === 'remove' && report.review_id && !row.hidden_at)
      await judgeReview(inner, sender, Number(report.review_id), false, reason)
    if (act === 'remove' && report.outside_id) await removeOutsideReview(inner, report.outside_id, reason)
    if (act === 'remove' && report.conversation_id) await closeReported(inner, report.conversation_id)
    return { report: presentReport((await reportById(inner.db, reportId)) ?? row) }
  })
}
