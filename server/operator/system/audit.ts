import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { AuditEntry, operatorSystem } from '#contract/operator/system.ts'
import type { Context } from '#server/platform/context.ts'
import { auditPage, type AuditRow } from './system-queries.ts'
import { numbers, paged, readCursor } from '#server/platform/pages-of.ts'

const EXPORT_ROWS = 5_000

const present = (row: AuditRow): AuditEntry => ({
  id: String(row.id),
  at: row.instant.toISOString(),
  actor: { id: row.actor_id, name: row.actor ?? '' },
  as: row.as_account_id ? { id: row.as_account_id, name: row.other ?? '' } : null,
  act: row.act,
  subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
  before: row.before,
  after: row.after,
  reason: row.reason,
  requestId: row.request_id,
})

/** The audit log, newest first. */
export async function listAudit(
  ctx: Context,
  input: InputOf<typeof operatorSystem.audit>,
): Promise<OutputOf<typeof operatorSystem.audit>> {
  const { page, nextCursor } = paged(await auditPage(ctx.db, { ...input, after: readCursor(input.cursor, numbers) }))
  return { entries: page.map(present), nextCursor }
}

/** The audit log as lines of a CSV file, the first with the names of the columns. */
export async function exportAudit(
  ctx: Context,
  input: InputOf<typeof operatorSystem.exportAudit>,
): Promise<OutputOf<typeof operatorSystem.exportAudit>> {
  const { page, nextCursor } = paged(
    await auditPage(ctx.db, { ...input, after: readCursor(input.cursor, numbers) }, EXPORT_ROWS),
    EXPORT_ROWS,
  )
  const head = input.cursor
    ? []
    : ['at,actor_id,actor,as_id,as,act,subject_kind,subject_id,subject,before,after,reason,request_id']
  const lines = page
    .map(present)
    .map((e) =>
      [
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
      ]
        .map(cell)
        .join(','),
    )
  return { lines: [...head, ...lines].map((line) => `${line}\r\n`).join(''), nextCursor }
}

const json = (value: unknown): string => (value === null ? '' : JSON.stringify(value))

// A cell that begins like a formula is shown as text: a name must not run in the reader's table.
const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
