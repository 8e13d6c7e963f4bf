import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPages } from '#contract/operator/pages.ts'
import { fieldsOn, kindOf } from '#contract/content/page-edit.ts'
import type { Context } from '#server/platform/context.ts'
import { withEdit } from './page-edits.ts'
import { checkPage } from './check-page.ts'
import { schemasOf } from '#server/content/schemas.ts'
import { madePage } from '#server/content/city/show-page.ts'
import { textPage } from '#server/content/reading/text-page.ts'
import { madeTextOf } from './made-text-of.ts'

/** A page as it would be with these words. */
export async function previewPage(
  ctx: Context,
  { path, fields: given }: InputOf<typeof operatorPages.preview>,
): Promise<OutputOf<typeof operatorPages.preview>> {
  const fields = fieldsOn(path, given)
  await checkPage(ctx, path, fields)
  const text = madeTextOf(path)
  if (kindOf(path) === 'content' && text) return { place: null, text: await textPage(ctx, text, fields) }
  if (kindOf(path) === 'landing') return { place: null, text: null }
  const page = withEdit((await madePage(ctx, path)).page, fields)
  return { place: { ...page, schemas: schemasOf(page, ctx.env.publicUrl) }, text: null }
}
