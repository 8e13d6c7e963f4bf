import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorReports } from '#contract/operator/reports.ts'
import type { Context } from '#server/platform/context.ts'
import { pageRows, paged, readCursor, uuids } from '#server/platform/pages-of.ts'
import { reportsPage } from './report-queries.ts'
import { presentReport } from './present-report.ts'

/** What has been reported, newest first. */
export async function listReports(
  ctx: Context,
  { cursor, ...input }: InputOf<typeof operatorReports.list>,
): Promise<OutputOf<typeof operatorReports.list>> {
  const { page, nextCursor } = paged(
    await reportsPage(ctx.db, { ...input, after: readCursor(cursor, uuids) }, pageRows + 1),
  )
  return { reports: page.map(presentReport), nextCursor }
}
