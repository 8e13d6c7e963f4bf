import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changeDocument, lockDocument } from './check-queries.ts'

/** Has a refused document checked anew, by somebody else than who refused it. In the transaction of the appeal. */
export async function reopenDocument(ctx: Context, documentId: string): Promise<void> {
  const found = await lockDocument(ctx.db, documentId)
  if (found?.document.state !== 'refused') throw new Refusal('state_changed')
  await changeDocument(ctx.db, documentId, {
    state: 'pending',
    not_by: found.document.decided_by,
    decided_by: null,
    decided_at: null,
    refusal: null,
    first_approval_by: null,
    first_approval_at: null,
    second_look: false,
    note: '',
  })
}
