import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { DeskReview, operatorMarket as desk, PageEdit } from '#contract/operator-market.ts'
import { editPage, madePage, pageEdit, pageEdits, revertPage } from '#server/content/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { senderOf } from '#server/notifications/door.ts'
import { judgeReview } from './judge-review.ts'
import { reviewById, type ReviewRow, reviewsPage } from './market-queries.ts'
import { numbers, paged, readCursor } from '#server/platform/pages-of.ts'

const present = (r: ReviewRow): DeskReview => ({
  id: String(r.id), provider: { id: r.provider_id, slug: r.slug, name: r.name }, author: r.author, score: r.score, event: r.event, comments: r.comments, reply: r.reply,
  createdAt: r.created_at.toISOString(), hiddenAt: r.hidden_at?.toISOString() ?? null, hiddenReason: r.hidden_reason, sample: r.sample,
})

/** Reviews, newest first. */
export async function listDeskReviews(ctx: Context, input: InputOf<typeof desk.reviews>): Promise<OutputOf<typeof desk.reviews>> {
  const { page, nextCursor } = paged(await reviewsPage(ctx.db, { ...input, after: readCursor(input.cursor, numbers) }))
  return { reviews: page.map(present), nextCursor }
}

async function moderated(ctx: Context, reviewId: number, shown: boolean, reason: string): Promise<{ review: DeskReview }> {
  const sender = await senderOf(ctx)
  return ctx.transaction(async (inner) => {
    await judgeReview(inner, sender, reviewId, shown, reason)
    const row = await reviewById(inner.db, reviewId)
    if (!row) throw new Refusal('not_found')
    return { review: present(row) }
  })
}

/** Takes a review off the page and out of the score. */
export const removeReview = (ctx: Context, { reviewId, reason }: InputOf<typeof desk.removeReview>): Promise<OutputOf<typeof desk.removeReview>> => moderated(ctx, reviewId, false, reason)

/** Shows a removed review again. */
export const restoreReview = (ctx: Context, { reviewId, reason }: InputOf<typeof desk.restoreReview>): Promise<OutputOf<typeof desk.restoreReview>> => moderated(ctx, reviewId, true, reason)

type EditRow = Awaited<ReturnType<typeof pageEdits>>[number]
const presentEdit = (row: EditRow): PageEdit => ({
  path: row.path, kind: row.path.startsWith('/content/') ? 'content' : 'landing', title: row.title, description: row.description, bannerTitle: row.banner_title, bannerText: row.banner_text, body: row.body,
  updatedAt: row.updated_at.toISOString(), updatedBy: row.editor,
})

/** Every page whose words were changed. */
export const listPages = async (ctx: Context): Promise<OutputOf<typeof desk.pages>> => ({ edits: (await pageEdits(ctx.db)).map(presentEdit) })

const isContent = (path: string) => path.startsWith('/content/')

/** The words of one page, as made and as changed. */
export async function showPageWords(ctx: Context, { path }: InputOf<typeof desk.page>): Promise<OutputOf<typeof desk.page>> {
  const made = isContent(path) ? null : await madeWords(ctx, path)
  const row = await pageEdit(ctx.db, path)
  return { made, edit: row ? presentEdit(row) : null }
}

async function madeWords(ctx: Context, path: string) {
  const { page } = await madePage(ctx, path)
  return { title: page.seoTitle, description: page.seoDescription, bannerTitle: page.banner.title, bannerText: page.banner.subTitle, body: null }
}

/** Changes the words of a page. */
export async function editPageWords(ctx: Context, { path, reason, ...words }: InputOf<typeof desk.editPage>): Promise<OutputOf<typeof desk.editPage>> {
  // Only a page that there is has words to change.
  if (!isContent(path)) await madePage(ctx, path)
  return ctx.transaction(async (inner) => {
    await editPage(inner, path, words, reason)
    const row = await pageEdit(inner.db, path)
    if (!row) throw new Refusal('not_found')
    return { edit: presentEdit(row) }
  })
}

/** Shows a page as it was made. */
export async function revertPageWords(ctx: Context, { path, reason }: InputOf<typeof desk.revertPage>): Promise<OutputOf<typeof desk.revertPage>> {
  await ctx.transaction((inner) => revertPage(inner, path, reason))
  return { done: true }
}
