import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPages } from '#contract/operator/pages.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { checkPage } from './check-page.ts'
import { draftOf, fieldsOf, holdPage, publishDraftRow } from './edit-queries.ts'
import { refuseUnseen } from './drafts.ts'
import { changePublished } from './change-published.ts'

/** Puts the draft that the caller has seen on the page as its next version. */
export async function publishDraft(
  ctx: Context,
  { path, mark, seen, reason }: InputOf<typeof operatorPages.publish>,
): Promise<OutputOf<typeof operatorPages.publish>> {
  const looked = await draftOf(ctx.db, path)
  if (!looked) throw new Refusal('not_found')
  refuseUnseen(looked, mark)
  const fields = fieldsOf(looked)
  await checkPage(ctx, path, fields)
  return ctx.once(async (inner) => {
    await holdPage(inner.db, path)
    const draft = await draftOf(inner.db, path)
    if (!draft) throw new Refusal('state_changed')
    refuseUnseen(draft, mark)
    return changePublished(inner, {
      path,
      seen,
      reason,
      act: 'page.publish',
      fields,
      put: (db, as) => publishDraftRow(db, path, as),
    })
  })
}
