import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { outsideReviews } from '#contract/reviews/outside.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findProvider } from '#server/providers/index.ts'
import { shownOutside } from './outside-queries.ts'

const MOST = 20

/** What people say of an artist's work done elsewhere, newest first. */
export async function listOutsideReviews(
  ctx: Context,
  { profileId }: InputOf<typeof outsideReviews.of>,
): Promise<OutputOf<typeof outsideReviews.of>> {
  const provider = await findProvider(ctx.reads, profileId, ['approved', 'paused'])
  ctx.about(`artist:${provider?.slug ?? profileId}`)
  if (!provider) throw new Refusal('not_found')
  const rows = await shownOutside(ctx.reads, provider.id, MOST)
  return {
    reviews: rows.map(({ id, name, work, comments, written_at, source }) => ({
      id,
      name,
      work,
      comments,
      source,
      date: (written_at as Date).toISOString(),
    })),
  }
}
