import type { PageFields } from '#contract/content/page-edit.ts'
import type { Block, TextPage } from '#contract/content/texts.ts'
import type { Context } from '#server/platform/context.ts'
import type { PageEdit } from '#server/content/editing/edit-queries.ts'
import { fillSlots } from './fill-slots.ts'
import { readMarkdown } from './read-markdown.ts'
import { slotValues } from './slot-values.ts'
import { hasVersions, versionName } from './terms-version.ts'
import type { MadeText } from '#server/content/texts/made-texts.ts'

export const pathOf = (slug: string) => `/content/${slug}`

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

/** The questions among the blocks of a page. */
export const questionsOf = (blocks: readonly Block[]) => blocks.filter((block) => block.kind === 'question')
