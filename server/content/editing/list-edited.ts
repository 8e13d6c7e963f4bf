import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ListedPage, operatorPages } from '#contract/operator/pages.ts'
import { kindOf } from '#contract/content/page-edit.ts'
import type { Context } from '#server/platform/context.ts'
import { changedPages } from './edit-queries.ts'
import { madeTexts } from '#server/content/texts/made-texts.ts'
import { containsPattern } from '#server/platform/pagination.ts'
import { madeTextOf } from './made-text-of.ts'

/** Pages with other words or a draft, and all that can be found by what was typed. */
export async function listEdited(
  ctx: Context,
  { text }: InputOf<typeof operatorPages.list>,
): Promise<OutputOf<typeof operatorPages.list>> {
  const wanted = text?.toLowerCase() ?? ''
  const rows = await changedPages(ctx.db, wanted ? containsPattern(wanted) : null)
  const pages = rows.flatMap((row): ListedPage[] => {
    const kind = kindOf(row.path)
    return kind
      ? [
          {
            path: row.path,
            kind,
            title: row.title ?? madeTextOf(row.path)?.title ?? null,
            number: row.number,
            made: row.made,
            publishedAt: row.published_at?.toISOString() ?? null,
            publisher: row.publisher,
            draft: row.draft_at ? { writtenAt: row.draft_at.toISOString(), author: row.draft_by } : null,
          },
        ]
      : []
  })
  const named = new Set(pages.map(({ path }) => path))
  const untouched = madeTexts()
    .map(({ slug, title }) => ({ path: `/content/${slug}`, title }))
    .filter(({ path, title }) => !named.has(path) && `${path} ${title}`.toLowerCase().includes(wanted))
  return {
    pages: [
      ...pages,
      ...untouched.map(({ path, title }) => ({
        path,
        kind: 'content' as const,
        title,
        number: null,
        made: true,
        publishedAt: null,
        publisher: null,
        draft: null,
      })),
    ],
  }
}
