import type { ownImport } from '#contract/bookings/own-import.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { ownProvider } from '#server/providers/index.ts'
import { findImport, listImportRows } from './import-queries.ts'
import { formatReport } from './present-import.ts'

/** Returns the result of one of the caller's own imports as CSV. */
export async function downloadImportReport(
  ctx: Context,
  { importId }: InputOf<typeof ownImport.report>,
): Promise<OutputOf<typeof ownImport.report>> {
  const provider = await ownProvider(ctx)
  const record = await findImport(ctx.db, provider.id, importId)
  if (!record) throw new Refusal('not_found')
  return { report: formatReport(await listImportRows(ctx.db, record.id)) }
}
