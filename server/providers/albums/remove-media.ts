import type { albums } from '#contract/providers/albums.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { dropUpload } from '#server/pictures/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { albumMedia, deleteMedia, orderMedia } from './album-queries.ts'
import { readAlbum, withOwnAlbum } from './albums.ts'

/** Deletes a picture for good; those after it move up. */
export function removeMedia(
  ctx: Context,
  { albumId, mediaId }: InputOf<typeof albums.removeMedia>,
): Promise<OutputOf<typeof albums.removeMedia>> {
  return withOwnAlbum(ctx, albumId, async (tx, { providerId }) => {
    const ids = (await albumMedia(tx.db, providerId, { albumId, lock: true })).map(({ id }) => id)
    if (!ids.includes(mediaId)) throw new Refusal('not_found')
    for (const upload of await deleteMedia(tx.db, providerId, [mediaId])) await dropUpload(tx, upload)
    await orderMedia(
      tx.db,
      ids.filter((id) => id !== mediaId),
    )
    return { album: await readAlbum(tx.db, providerId, albumId) }
  })
}
