import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownChecks } from '#contract/providers/checks/own-checks.ts'
import { catalogOf } from '#server/catalog/door.ts'
import { deleteSealed } from '#server/pictures/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { ownProvider } from '#server/providers/own-provider.ts'
import { changeDocument, deleteDocument, filesOf, lockDocument } from './check-queries.ts'
import { presentOwnChecks } from './present-own-checks.ts'

/** Takes a document of the caller's back that waits; nothing of it stays. */
export async function takeBackDocument(
  ctx: Context,
  { documentId }: InputOf<typeof ownChecks.takeBack>,
): Promise<OutputOf<typeof ownChecks.takeBack>> {
  const catalog = await catalogOf(ctx.database)
  const provider = await ownProvider(ctx)
  const files = await ctx.transaction(async (inner) => {
    const found = await lockDocument(inner.db, documentId)
    if (!found || found.document.provider_id !== provider.id) throw new Refusal('not_found')
    if (found.document.state !== 'pending') throw new Refusal('state_changed')
    // Out of sight first: should its files not go now, the clock takes them.
    await changeDocument(inner.db, documentId, {
      state: 'refused',
      refusal: 'withdrawn',
      decided_at: inner.now,
      purge_at: inner.now,
    })
    return filesOf(inner.db, [documentId])
  })
  for (const { file } of files) await deleteSealed(ctx, file)
  await deleteDocument(ctx.db, documentId)
  return presentOwnChecks(ctx, catalog, provider)
}
