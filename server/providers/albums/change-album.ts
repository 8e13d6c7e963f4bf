import type { albums } from '#contract/providers/albums.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseContact } from '#server/platform/validation/contact-details.ts'
import { orderAlbums, renameAlbum } from './album-queries.ts'
import { moved, readAlbum, withOwnAlbum } from './albums.ts'

/** Renames an album or moves it among the others. */
export function changeAlbum(
  ctx: Context,
  { albumId, title, position }: InputOf<typeof albums.change>,
): Promise<OutputOf<typeof albums.change>> {
  if (title !== undefined) refuseContact(title, 'title')
  return withOwnAlbum(ctx, albumId, async (tx, own) => {
    if (title !== undefined) await renameAlbum(tx.db, albumId, title)
    if (position !== undefined)
      await orderAlbums(
        tx.db,
        moved(
          own.albums.map(({ id }) => id),
          albumId,
          position,
        ),
      )
    return { album: await readAlbum(tx.db, own.providerId, albumId) }
  })
}
