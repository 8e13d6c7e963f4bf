import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { kindOf } from '#contract/content/page-edit.ts'
import type { texts } from '#contract/content/texts.ts'
import type { Context } from '#server/platform/context.ts'
import { pageEdit } from '#server/content/editing/edit-queries.ts'
import { saysAnything } from '#server/content/editing/page-edits.ts'

/** The words that an operator gave one of the site's own landing pages, where there are any. */
export async function showWords(
  ctx: Context,
  { path }: InputOf<typeof texts.words>,
): Promise<OutputOf<typeof texts.words>> {
  ctx.about()
  const edit = kindOf(path) === 'landing' ? await pageEdit(ctx.reads, path) : null
  return { edit: edit && saysAnything(edit) ? edit : null }
}
