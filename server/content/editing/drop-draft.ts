import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPages } from '#contract/operator/pages.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { deleteDraft, draftOf, holdPage } from './edit-queries.ts'
import { dropUnseen, refuseUnseen } from './drafts.ts'

/** Throws the draft of a page away. */
export async function dropDraft(
  ctx: Context,
  { path, mark }: InputOf<typeof operatorPages.dropDraft>,
): Promise<OutputOf<typeof operatorPages.dropDraft>> {
  await ctx.transaction(async (inner) => {
    await holdPage(inner.db, path)
    const before = await draftOf(inner.db, path)
    if (!before) throw new Refusal('not_found')
    refuseUnseen(before, mark)
    await deleteDraft(inner.db, path)
    if (before.picture_id) await dropUnseen(inner, before.picture_id)
  })
  return { done: true }
}
