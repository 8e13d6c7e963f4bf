import type { ownImport } from '#contract/bookings/own-import.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseWhen } from '#server/platform/refusal.ts'
import { soon } from '#server/platform/work/soon.ts'
import { ownProvider } from '#server/providers/index.ts'
import { findImport, updateImport } from './import-queries.ts'
import { presentImport, getUndoDeadline } from './present-import.ts'
import { CLIENT_IMPORTS } from './run-imports.ts'

/**
 * Begins to undo an import in the background. Throws `state_changed` unless it is done or given up, `too_late` after 30
 * days, and `import_running` while another import of the artist's runs.
 */
export async function undoImport(
  ctx: Context,
  { importId }: InputOf<typeof ownImport.undo>,
): Promise<OutputOf<typeof ownImport.undo>> {
  const provider = await ownProvider(ctx)
  return ctx.once(async (tx) => {
    const record = await findImport(tx.db, provider.id, importId)
    if (!record) throw new Refusal('not_found')
    if (!['done', 'failed'].includes(record.state)) throw new Refusal('state_changed')
    if (getUndoDeadline(record) <= tx.now) throw new Refusal('too_late')
    await updateImport(tx.db, record.id, { state: 'undoing' }).catch(
      refuseWhen('client_import_one_at_a_time', 'import_running'),
    )
    tx.after(() => soon(ctx, CLIENT_IMPORTS))
    return { import: presentImport({ ...record, state: 'undoing' }, tx.now) }
  })
}
