import type { albums } from '#contract/providers/albums.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { lookTags, mostTags } from '#contract/looks/vocabulary.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { albumMedia, saveTags } from './album-queries.ts'
import { readAlbum, withOwnAlbum } from './albums.ts'

/** Tags several pictures of one of the caller's albums at once; all of them or, where one would carry too many, none. */
export function tagMedia(
  ctx: Context,
  { albumId, mediaIds, add, remove }: InputOf<typeof albums.tagMedia>,
): Promise<OutputOf<typeof albums.tagMedia>> {
  return withOwnAlbum(ctx, albumId, async (tx, { providerId }) => {
    const media = await albumMedia(tx.db, providerId, { albumId, lock: true })
    const chosen = [...new Set(mediaIds)].map((id) => media.find((one) => one.id === id))
    const tagged = chosen.map((one) => {
      if (!one) throw new Refusal('not_found')
      const tags = lookTags.filter((tag) => (one.tags.includes(tag) || add.includes(tag)) && !remove.includes(tag))
      if (tags.length > mostTags) throw new Refusal('too_many_tags')
      return { id: one.id, tags }
    })
    await saveTags(tx.db, tagged)
    return { album: await readAlbum(tx.db, providerId, albumId) }
  })
}
