import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { looks } from '#contract/search/looks.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { pictureOf } from '#server/providers/index.ts'
import { findWork } from './picture-queries.ts'

/** A picture out of the album of a live artist, with its tags: what a search can begin with. */
export async function showWork(
  ctx: Context,
  { mediaId }: InputOf<typeof looks.work>,
): Promise<OutputOf<typeof looks.work>> {
  const work = await findWork(ctx.reads, mediaId)
  if (!work) throw new Refusal('not_found')
  const { name, slug, tags, ...media } = work
  return { picture: pictureOf(media, 'tall'), tags, artist: { name, slug } }
}
