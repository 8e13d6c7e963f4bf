import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { texts } from '#contract/content/texts.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type PageEdit, fieldsOf, pageEdit, versionOf } from '#server/content/editing/edit-queries.ts'
import { hasVersions, versionName } from './terms-version.ts'
import { madeText } from '#server/content/texts/made-texts.ts'
import { pathOf, textPage } from './text-page.ts'

/** A text page as it stands, or as one of its versions was. */
export async function showText(
  ctx: Context,
  { page: slug, version }: InputOf<typeof texts.read>,
): Promise<OutputOf<typeof texts.read>> {
  // Artists change nothing on it; what the reviews' page says of them, it says itself.
  ctx.about()
  const made = madeText(slug)
  if (!made) throw new Refusal('not_found')
  const stands = await pageEdit(ctx.reads, pathOf(slug))
  if (version === undefined) return { page: await textPage(ctx, made, stands) }
  const edit = await versionNamed(ctx, slug, version)
  return { page: await textPage(ctx, made, edit, (edit?.number ?? 0) !== (stands?.number ?? 0)) }
}

async function versionNamed(ctx: Context, slug: string, name: string): Promise<PageEdit | null> {
  const path = pathOf(slug)
  if (!hasVersions(path)) throw new Refusal('not_found')
  const number = Number(name) - Number(versionName(path, 0))
  if (number === 0) return null
  const row = number > 0 ? await versionOf(ctx.reads, path, number) : undefined
  if (!row?.published_at) throw new Refusal('not_found')
  return { ...fieldsOf(row), number, publishedAt: row.published_at }
}
