import type { ownImport } from '#contract/bookings/own-import.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { ownProvider } from '#server/providers/index.ts'
import { listImportRecords } from './import-queries.ts'
import { presentImport } from './present-import.ts'

/** Lists the caller's own imports that are still saved, newest first. */
export async function listImports(
  ctx: Context,
  _input: InputOf<typeof ownImport.list>,
): Promise<OutputOf<typeof ownImport.list>> {
  const provider = await ownProvider(ctx)
  return { imports: (await listImportRecords(ctx.db, provider.id)).map((record) => presentImport(record, ctx.now)) }
}
