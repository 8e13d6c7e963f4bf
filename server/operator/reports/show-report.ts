import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorReports } from '#contract/operator/reports.ts'
import { readWords } from '#server/operator/story/read-words.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { reportById } from './report-queries.ts'
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
    const { words } = await readWords(inner, row.conversation_id, row.reason, MOST_WORDS)
    return { report: presentReport(row), words }
  })
}
