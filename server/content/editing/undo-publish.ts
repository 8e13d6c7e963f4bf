import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPages } from '#contract/operator/pages.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { checkPage } from './check-page.ts'
import { holdPage, publishFields } from './edit-queries.ts'
import { changePublished, fieldsAt } from './change-published.ts'

/** Takes the last publication back: what stood before it stands again. */
export async function undoPublish(
  ctx: Context,
  { path, seen }: InputOf<typeof operatorPages.undo>,
): Promise<OutputOf<typeof operatorPages.undo>> {
  if (seen === 0) throw new Refusal('not_found')
  const fields = await fieldsAt(ctx, path, seen - 1)
  await checkPage(ctx, path, fields)
  return ctx.once(async (inner) => {
    await holdPage(inner.db, path)
    return changePublished(inner, {
      path,
      seen,
      reason: `Undo of version ${seen}`,
      act: 'page.undo',
      fields,
      put: (db, as) => publishFields(db, path, fields, as),
    })
  })
}
