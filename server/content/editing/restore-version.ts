import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPages } from '#contract/operator/pages.ts'
import type { Context } from '#server/platform/context.ts'
import { checkPage } from './check-page.ts'
import { holdPage, publishFields } from './edit-queries.ts'
import { changePublished, fieldsAt } from './change-published.ts'

/** Puts an earlier version on the page again; number 0 is the page as it was made. */
export async function restoreVersion(
  ctx: Context,
  { path, number, seen, reason }: InputOf<typeof operatorPages.restore>,
): Promise<OutputOf<typeof operatorPages.restore>> {
  const fields = await fieldsAt(ctx, path, number)
  await checkPage(ctx, path, fields)
  return ctx.once(async (inner) => {
    await holdPage(inner.db, path)
    return changePublished(inner, {
      path,
      seen,
      reason,
      act: number === 0 ? 'page.revert' : 'page.restore',
      fields,
      put: (db, as) => publishFields(db, path, fields, as),
    })
  })
}
