import type { ownImport } from '#contract/bookings/own-import.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { ownProvider } from '#server/providers/index.ts'
import { findImport, listImportRows } from './import-queries.ts'
import { pickNotable, presentImport } from './present-import.ts'

/** Returns one of the caller's own imports with its progress and, once it is done, the rows that need attention. */
export async function showImport(
  ctx: Context,
  { importId }: InputOf<typeof ownImport.show>,
): Promise<OutputOf<typeof ownImport.show>> {
  const provider = await ownProvider(ctx)
  const record = await findImport(ctx.db, provider.id, importId)
  if (!record) throw new Refusal('not_found')
  // While it runs only its progress is asked for, again and again.
  const rows = ['queued', 'running', 'undoing'].includes(record.state) ? [] : await listImportRows(ctx.db, record.id)
  return { import: presentImport(record, ctx.now), ...pickNotable(rows) }
}
