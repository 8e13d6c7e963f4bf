import { truncate } from '#contract/text.ts'
import { limits } from '#contract/constants.ts'
import { fileUrlOf, holdUploads } from '#server/pictures/door.ts'
import type { Context } from '#server/platform/context.ts'
import {
  albumMedia,
  albumRows,
  countPictures,
  deleteMedia,
  insertAlbum,
  insertMedia,
  lockAlbums,
} from './album-queries.ts'

/** Puts uploads at the end of the artist's album of that name, which is begun where there is none; null where their albums are full. In the caller's transaction. */
export async function putInAlbum(
  tx: Context,
  providerId: string,
  title: string,
  pictures: readonly { uploadId: string; alt: string }[],
): Promise<number[] | null> {
  await lockAlbums(tx.db, providerId)
  if ((await countPictures(tx.db, providerId)) + pictures.length > limits.pictures) return null
  const albums = await albumRows(tx.db, providerId)
  const known = albums.find((album) => album.title === title)
  if (!known && albums.length >= limits.albums) return null
  const album = known ?? (await insertAlbum(tx.db, providerId, title, (albums.at(-1)?.position ?? -1) + 1))
  const first = (await albumMedia(tx.db, providerId, { albumId: album.id, lock: true })).length
  const uploads = await holdUploads(
    tx.db,
    pictures.map(({ uploadId }) => uploadId),
  )
  const ids: number[] = []
  for (const [i, { uploadId, alt }] of pictures.entries()) {
    const upload = uploads.find(({ id }) => id === uploadId)
    if (!upload) return null
    const { id } = await insertMedia(tx.db, {
      provider_id: providerId,
      album_id: album.id,
      position: first + i,
      alt: truncate(alt, 200),
      file: fileUrlOf(upload),
      upload_id: upload.id,
      width: upload.width,
      height: upload.height,
      consent_at: tx.now,
      tags: [],
    })
    ids.push(Number(id))
  }
  return ids
}

/** Takes pictures out of the artist's albums that are still shown elsewhere. In the caller's transaction. */
export async function dropFromAlbum(tx: Context, providerId: string, ids: readonly number[]): Promise<void> {
  await deleteMedia(tx.db, providerId, ids)
}
