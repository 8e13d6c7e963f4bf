import type { ownImport } from '#contract/bookings/own-import.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseWhen } from '#server/platform/refusal.ts'
import { soon } from '#server/platform/work/soon.ts'
import { ownProvider } from '#server/providers/index.ts'
import { insertImport } from './import-queries.ts'
import { formatOutcome, planFile } from './load-state.ts'
import { noCounts } from './plan-import.ts'
import { presentImport } from './present-import.ts'
import { CLIENT_IMPORTS } from './run-imports.ts'

/**
 * Saves a file and begins to import it in the background, as it is planned now. Throws `import_running` while another
 * import of the artist's runs.
 */
export async function startImport(
  ctx: Context,
  { content, ...options }: InputOf<typeof ownImport.run>,
): Promise<OutputOf<typeof ownImport.run>> {
  const provider = await ownProvider(ctx)
  const bytes = Buffer.from(content, 'base64')
  const { file, rows } = await planFile(ctx, provider, bytes, options)
  return ctx.once(async (tx) => {
    const record = await insertImport(tx.db, {
      provider_id: provider.id,
      file_name: options.fileName,
      tool: file.tool,
      state: 'queued',
      content: bytes,
      options,
      planned: rows.map(formatOutcome),
      total_rows: rows.length,
      counts: noCounts,
      created_at: tx.now,
    }).catch(refuseWhen('client_import_one_at_a_time', 'import_running'))
    tx.after(() => soon(ctx, CLIENT_IMPORTS))
    return { import: presentImport(record, tx.now) }
  })
}
