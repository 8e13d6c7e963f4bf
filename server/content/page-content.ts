import { createHash } from 'node:crypto'
import type { SeoPage } from '#contract/content/content.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { deleteUnindexedContent, listPagesToCompare, savePageContent } from './page-index.queries.ts'
import { buildDefaultLandingPage } from './place-pages.ts'

/**
 * Compares the indexed place pages with what they showed last, so that their date in the sitemap changes with their
 * content only. Most writes to an artist change no page.
 */
export async function comparePages(ctx: Context): Promise<void> {
  const db = ctx.database.jobs
  await deleteUnindexedContent(db)
  for (const { path } of await listPagesToCompare(db, ctx.now)) {
    const page = await buildDefaultLandingPage(ctx, path).catch((fault: unknown) => {
      if (fault instanceof Refusal && fault.code === 'not_found') return null
      throw fault
    })
    if (page) await savePageContent(db, { path, hash: hashContent(page.page), changedOn: page.page.updatedAt }, ctx.now)
  }
}

const notShown = new Set(['createdAt', 'updatedAt', 'canonical', 'indexed', 'schemas'])

const hashContent = (page: SeoPage): string =>
  createHash('sha256')
    .update(JSON.stringify(page, (key, value: unknown) => (notShown.has(key) ? undefined : value)))
    .digest('base64url')
