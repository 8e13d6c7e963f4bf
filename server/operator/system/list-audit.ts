import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorSystem } from '#contract/operator/system.ts'
import type { Context } from '#server/platform/context.ts'
import { fetchAuditEntries } from './system-queries.ts'
import { presentEntry } from './present-entry.ts'

/** The audit log, newest first. */
export async function listAudit(
  ctx: Context,
  input: InputOf<typeof operatorSystem.audit>,
): Promise<OutputOf<typeof operatorSystem.audit>> {
  const { rows, nextCursor } = await fetchAuditEntries(ctx.db, input)
  return { entries: rows.map(presentEntry), nextCursor }
}
