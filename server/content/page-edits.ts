import type { SeoPage } from '#contract/content.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { deletePageEdit, pageEdit, type PageEditRow, savePageEdit } from './edit-queries.ts'

export type PageWords = { title: string | null; description: string | null; bannerTitle: string | null; bannerText: string | null; body: string | null }

const wordsOf = (row: PageEditRow | undefined): PageWords | null =>
  row ? { title: row.title, description: row.description, bannerTitle: row.banner_title, bannerText: row.banner_text, body: row.body } : null

/** Changes the words of a page; empty ones stay as they were made. In the operator's transaction. */
export async function editPage(ctx: Context, path: string, words: PageWords, reason: string): Promise<void> {
  const before = wordsOf(await pageEdit(ctx.db, path))
  const filled = Object.fromEntries(Object.entries(words).map(([key, value]) => [key, value || null])) as PageWords
  await savePageEdit(ctx.db, { path, ...filled, at: ctx.now, by: ctx.viewer.accountId ?? '' })
  await record(ctx, { act: 'page.edit', subject: { kind: 'page', id: path, name: path }, before, after: filled, reason })
}

/** Shows a page as it was made. In the operator's transaction. */
export async function revertPage(ctx: Context, path: string, reason: string): Promise<void> {
  const before = wordsOf(await pageEdit(ctx.db, path))
  if (!before) throw new Refusal('not_found')
  await deletePageEdit(ctx.db, path)
  await record(ctx, { act: 'page.revert', subject: { kind: 'page', id: path, name: path }, before, reason })
}

/** A landing page with the words that an operator gave it. */
export function withEdit(page: SeoPage, row: PageEditRow | undefined): SeoPage {
  if (!row) return page
  const { title, description, banner_title, banner_text } = row
  return {
    ...page, edited: true, title: title ?? page.title, seoTitle: title ?? page.seoTitle, metaDescription: description ?? page.metaDescription, seoDescription: description ?? page.seoDescription,
    banner: { ...page.banner, title: banner_title ?? page.banner.title, subTitle: banner_text ?? page.banner.subTitle },
  }
}
