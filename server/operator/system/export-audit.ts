import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorSystem } from '#contract/operator/system.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import type { Context } from '#server/platform/context.ts'
import { auditPage } from './system-queries.ts'
import { numbers, paged, readCursor } from '#server/platform/pages-of.ts'
import { csvLines } from '#server/platform/csv.ts'
import { presentEntry } from './present-entry.ts'

const EXPORT_ROWS = 5_000
const columns = [
  'at',
  'actor_id',
  'actor',
  'as_id',
  'as',
  'act',
  'subject_kind',
  'subject_id',
  'subject',
  'before',
  'after',
  'reason',
  'request_id',
]

/** The audit log as lines of a CSV file, the first with the names of the columns. */
export async function exportAudit(
  ctx: Context,
  input: InputOf<typeof operatorSystem.exportAudit>,
): Promise<OutputOf<typeof operatorSystem.exportAudit>> {
  const { page, nextCursor } = paged(
    await auditPage(ctx.db, { ...input, after: readCursor(input.cursor, numbers) }, EXPORT_ROWS),
    EXPORT_ROWS,
  )
  const lines = page
    .map(presentEntry)
    .map((e) => [
      e.at,
      e.actor.id,
      e.actor.name,
      e.as?.id ?? '',
      e.as?.name ?? '',
      e.act,
      e.subject.kind,
      e.subject.id,
      e.subject.name,
      json(e.before),
      json(e.after),
      e.reason,
      e.requestId,
    ])
  await recordAccess(ctx, { what: 'export', subjectId: 'audit', of: [] })
  return { lines: csvLines(input.cursor ? lines : [columns, ...lines]), nextCursor }
}

const json = (value: unknown): string => (value === null ? '' : JSON.stringify(value))
