import type { albums } from '#contract/providers/albums.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { dropUpload } from '#server/pictures/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { albumMedia, deleteAlbum, deleteMedia, orderAlbums } from './album-queries.ts'
import { withOwnAlbum } from './albums.ts'

/** Deletes an album; pictures in it go only where that was said. */
export function removeAlbum(
  ctx: Context,
  { albumId, withPictures }: InputOf<typeof albums.remove>,
): Promise<OutputOf<typeof albums.remove>> {
  return withOwnAlbum(ctx, albumId, async (tx, own) => {
    const media = await albumMedia(tx.db, own.providerId, { albumId, lock: true })
    if (media.length > 0 && !withPictures) throw new Refusal('album_not_empty')
    for (const upload of await deleteMedia(
      tx.db,
      own.providerId,
      media.map(({ id }) => id),
    ))
      await dropUpload(tx, upload)
    await deleteAlbum(tx.db, albumId)
    await orderAlbums(
      tx.db,
      own.albums.flatMap(({ id }) => (id === albumId ? [] : id)),
    )
    return { done: true as const }
  })
}
