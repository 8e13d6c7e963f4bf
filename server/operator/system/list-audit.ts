import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorSystem } from '#contract/operator/system.ts'
import type { Context } from '#server/platform/context.ts'
import { auditPage } from './system-queries.ts'
import { numbers, paged, readCursor } from '#server/platform/pages-of.ts'
import { presentEntry } from './present-entry.ts'

/** The audit log, newest first. */
export async function listAudit(
  ctx: Context,
  input: InputOf<typeof operatorSystem.audit>,
): Promise<OutputOf<typeof operatorSystem.audit>> {
  const { page, nextCursor } = paged(await auditPage(ctx.db, { ...input, after: readCursor(input.cursor, numbers) }))
  return { entries: page.map(presentEntry), nextCursor }
}
