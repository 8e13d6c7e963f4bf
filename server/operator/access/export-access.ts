import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorAccess } from '#contract/operator/access.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import type { Context } from '#server/platform/context.ts'
import { csvLines } from '#server/platform/csv.ts'
import { numbers, paged, readCursor } from '#server/platform/pages-of.ts'
import { accessPage } from './access-queries.ts'
import { presentAccess } from './present-access.ts'

const EXPORT_ROWS = 5_000
const columns = ['at', 'operator_id', 'operator', 'what', 'subject_id', 'person_id', 'person', 'network', 'device']

/** Who saw what of whom as lines of a CSV file, a line for each person, the first with the names of the columns. */
export async function exportAccess(
  ctx: Context,
  input: InputOf<typeof operatorAccess.export>,
): Promise<OutputOf<typeof operatorAccess.export>> {
  const { page, nextCursor } = paged(
    await accessPage(ctx.db, { ...input, after: readCursor(input.cursor, numbers) }, EXPORT_ROWS),
    EXPORT_ROWS,
  )
  await recordAccess(ctx, { what: 'export', subjectId: 'access_log', of: [] })
  const lines = (await presentAccess(ctx.db, page)).flatMap((e) =>
    (e.of.length ? e.of : [{ id: '', name: '' }]).map((person) => [
      e.at,
      e.operator.id,
      e.operator.name,
      e.what,
      e.subjectId,
      person.id,
      person.name,
      e.network,
      e.device,
    ]),
  )
  return { lines: csvLines(input.cursor ? lines : [columns, ...lines]), nextCursor }
}
