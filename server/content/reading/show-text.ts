import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { PageFields } from '#contract/content/page-edit.ts'
import type { Block, TextPage, texts } from '#contract/content/texts.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type PageEdit, fieldsOf, pageEdit, versionOf, versionsOf } from '#server/content/editing/edit-queries.ts'
import { fillSlots } from './fill-slots.ts'
import { readMarkdown } from './read-markdown.ts'
import { slotValues } from './slot-values.ts'
import { hasVersions, versionName } from './terms-version.ts'
import { type MadeText, madeText } from '#server/content/texts/made-texts.ts'

/** A text page as it stands, or as one of its versions was. */
export async function showText(
  ctx: Context,
  { page: slug, version }: InputOf<typeof texts.read>,
): Promise<OutputOf<typeof texts.read>> {
  // Artists change nothing on it; what the reviews' page says of them, it says itself.
  ctx.about()
  const made = madeText(slug)
  if (!made) throw new Refusal('not_found')
  const stands = await pageEdit(ctx.database.reads, pathOf(slug))
  if (version === undefined) return { page: await textPage(ctx, made, stands) }
  const edit = await versionNamed(ctx, slug, version)
  return { page: await textPage(ctx, made, edit, (edit?.number ?? 0) !== (stands?.number ?? 0)) }
}

const pathOf = (slug: string) => `/content/${slug}`

/** A text page with these words, its values filled in. */
export async function textPage(
  ctx: Context,
  made: MadeText,
  edit: (PageFields & Partial<Pick<PageEdit, 'number' | 'publishedAt'>>) | null,
  past = false,
): Promise<TextPage> {
  const path = pathOf(made.slug)
  const updated = edit?.publishedAt?.toISOString().slice(0, 10) ?? made.updated
  const name = hasVersions(path) ? versionName(path, edit?.number ?? 0) : null
  const slots = await slotValues(ctx, { slug: made.slug, updated, version: name })
  return {
    slug: made.slug,
    title: edit?.title ?? made.title,
    description: edit?.description ?? made.description,
    updated,
    blocks: readMarkdown(fillSlots(edit?.body ?? made.body, slots)).blocks,
    version: name === null ? null : { name, past },
  }
}

async function versionNamed(ctx: Context, slug: string, name: string): Promise<PageEdit | null> {
  const path = pathOf(slug)
  if (!hasVersions(path)) throw new Refusal('not_found')
  const number = Number(name) - Number(versionName(path, 0))
  if (number === 0) return null
  const row = number > 0 ? await versionOf(ctx.database.reads, path, number) : undefined
  if (!row?.published_at) throw new Refusal('not_found')
  return { ...fieldsOf(row), number, publishedAt: row.published_at }
}

/** The versions of a text that people accept, newest first; the first is the one that was made. */
export async function listTextVersions(
  ctx: Context,
  { page: slug }: InputOf<typeof texts.versions>,
): Promise<OutputOf<typeof texts.versions>> {
  const made = madeText(slug)
  const path = pathOf(slug)
  if (!made || !hasVersions(path)) throw new Refusal('not_found')
  const rows = await versionsOf(ctx.database.reads, path)
  const published = rows.flatMap((row) =>
    row.number && row.published_at
      ? [
          {
            name: versionName(path, row.number),
            from: row.published_at.toISOString().slice(0, 10),
            past: row.state === 'past',
          },
        ]
      : [],
  )
  return {
    title: made.title.replace(/ · Primp$/, ''),
    versions: [...published, { name: versionName(path, 0), from: made.updated, past: published.length > 0 }],
  }
}

/** The questions among the blocks of a page. */
export const questionsOf = (blocks: readonly Block[]) => blocks.filter((block) => block.kind === 'question')
