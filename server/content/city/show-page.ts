import type { content, SeoPage } from '#contract/content/content.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { computePage } from './compute-page.ts'
import { pageEdit } from '#server/content/editing/edit-queries.ts'
import { pathOf, readLink } from './landing-link.ts'
import { withEdit } from '#server/content/editing/page-edits.ts'
import { schemasOf } from '#server/content/schemas.ts'

/** The landing page of a place, computed from the market, with the words that an operator gave it; refused where the path names no known place. */
export async function showPage(
  ctx: Context,
  { link }: InputOf<typeof content.page>,
): Promise<OutputOf<typeof content.page>> {
  const { page, path } = await madePage(ctx, link)
  const edited = withEdit(page, await pageEdit(ctx.reads, path))
  // What it tells search engines says the same words.
  return { seoPage: edited === page ? page : { ...edited, schemas: schemasOf(edited, ctx.env.publicUrl) } }
}

/** A landing page as the market makes it, and its own path. */
export async function madePage(ctx: Context, link: string): Promise<{ page: SeoPage; path: string }> {
  const parts = readLink(link)
  const category = parts && (await catalogOf(ctx.database)).categories.get(parts.category)
  const made = parts && category && (await computePage(ctx, parts, category))
  if (!made) throw new Refusal('not_found')
  return {
    path: pathOf(parts.country, parts.category, parts.place, parts.event),
    page: { ...made, schemas: schemasOf(made, ctx.env.publicUrl) },
  }
}
