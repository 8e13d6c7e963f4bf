import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorReports } from '#contract/operator/reports.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { reportById, talkersOf, wordsOf } from './report-queries.ts'
import { presentReport } from './present-report.ts'

const MOST_WORDS = 100

/** One report, with the words that it is about; that they were read is kept. */
export async function showReport(
  ctx: Context,
  { reportId }: InputOf<typeof operatorReports.show>,
): Promise<OutputOf<typeof operatorReports.show>> {
  return ctx.once(async (inner) => {
    const row = await reportById(inner.db, reportId)
    if (!row) throw new Refusal('not_found')
    if (!row.conversation_id) return { report: presentReport(row), words: [] }
    await record(inner, {
      act: 'conversation.read',
      subject: { kind: 'conversation', id: row.conversation_id, name: `${row.customer_name}, ${row.provider_name}` },
      reason: row.reason,
    })
    await recordAccess(inner, {
      what: 'conversation',
      subjectId: row.conversation_id,
      of: await talkersOf(inner.db, row.conversation_id),
    })
    const words = await wordsOf(inner.db, row.conversation_id, MOST_WORDS)
    return {
      report: presentReport(row),
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
