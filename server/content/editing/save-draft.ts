import { makeTheSites } from '#server/pictures/door.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPages } from '#contract/operator/pages.ts'
import { fieldsOn } from '#contract/content/page-edit.ts'
import { uploadOf } from '#server/pictures/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { checkPage } from './check-page.ts'
import { changeDraft, draftOf, holdPage, insertDraft, putAside, versionsOf } from './edit-queries.ts'
import { dropUnseen, presentDraft, refuseUnseen } from './drafts.ts'

/** Keeps what an operator writes on a page; somebody else's draft that it goes on from is put aside, one that it has not seen refuses it. */
export async function saveDraft(
  ctx: Context,
  { path, fields: given, mark, aside }: InputOf<typeof operatorPages.saveDraft>,
): Promise<OutputOf<typeof operatorPages.saveDraft>> {
  const fields = fieldsOn(path, given)
  await checkPage(ctx, path, fields)
  return ctx.transaction(async (inner) => {
    await holdPage(inner.db, path)
    const before = await draftOf(inner.db, path)
    refuseUnseen(before, mark)
    const by = inner.viewer.accountId
    const written = { path, by, at: inner.now, fields }
    if (fields.picture) await claimPicture(inner, path, fields.picture.src)
    if (before && before.author === by && !aside) await changeDraft(inner.db, written)
    else {
      await putAside(inner.db, path)
      await insertDraft(inner.db, written)
    }
    if (before?.picture_id) await dropUnseen(inner, before.picture_id)
    const row = await draftOf(inner.db, path)
    if (!row) throw new Refusal('not_found')
    return { draft: presentDraft(row) }
  })
}

// One that a version of this page shows already is the site's; any other has to be the caller's own.
async function claimPicture(ctx: Context, path: string, src: string): Promise<void> {
  const id = src.split('/')[3] ?? ''
  const known = [await draftOf(ctx.db, path), ...(await versionsOf(ctx.db, path))].some((row) => row?.picture_id === id)
  if (!known) await makeTheSites(ctx.db, (await uploadOf(ctx, src)).id, ctx.now)
}
