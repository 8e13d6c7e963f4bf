import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorReports } from '#contract/operator/reports.ts'
import type { Context } from '#server/platform/context.ts'
import { fetchReports } from './report-queries.ts'
import { presentReport } from './present-report.ts'

/** Lists reports, newest first. */
export async function listReports(
  ctx: Context,
  input: InputOf<typeof operatorReports.list>,
): Promise<OutputOf<typeof operatorReports.list>> {
  const { rows, nextCursor } = await fetchReports(ctx.db, input)
  return { reports: rows.map(presentReport), nextCursor }
}
