import type { albums } from '#contract/providers/albums.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { albumMedia, coverWith, describeMedia, orderMedia } from './album-queries.ts'
import { moved, readAlbum, withOwnAlbum } from './albums.ts'

/** Moves a picture within its album, describes it anew or makes it the cover; positions stay 0 to n - 1 whoever else moves one meanwhile. */
export function changeMedia(
  ctx: Context,
  { albumId, mediaId, position, alt, cover }: InputOf<typeof albums.changeMedia>,
): Promise<OutputOf<typeof albums.changeMedia>> {
  return withOwnAlbum(ctx, albumId, async (tx, { providerId }) => {
    const ids = (await albumMedia(tx.db, providerId, { albumId, lock: true })).map(({ id }) => id)
    if (!ids.includes(mediaId)) throw new Refusal('not_found')
    if (position !== undefined) await orderMedia(tx.db, moved(ids, mediaId, position))
    if (alt !== undefined) await describeMedia(tx.db, mediaId, alt)
    if (cover) await coverWith(tx.db, providerId, albumId, mediaId)
    return { album: await readAlbum(tx.db, providerId, albumId) }
  })
}
