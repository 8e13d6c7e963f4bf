import type { albums } from '#contract/providers/albums.ts'
import { limits } from '#contract/constants.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { fileUrlOf, claimUpload, uploadOf } from '#server/pictures/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { albumMedia, countPictures, insertMedia } from './album-queries.ts'
import { withOwnAlbum } from './albums.ts'
import { pictureOf } from '#server/providers/picture.ts'

/** Puts one of the caller's uploads at the end of an album. */
export function addMedia(
  ctx: Context,
  { albumId, fileUrl, alt, tags }: InputOf<typeof albums.addMedia>,
): Promise<OutputOf<typeof albums.addMedia>> {
  return withOwnAlbum(ctx, albumId, async (tx, own) => {
    const upload = await uploadOf(tx, fileUrl)
    const file = fileUrlOf(upload)
    if ((await countPictures(tx.db, own.providerId)) >= limits.pictures) throw new Refusal('too_many_pictures')
    const position = (await albumMedia(tx.db, own.providerId, { albumId, lock: true })).length
    const { id } = await insertMedia(tx.db, {
      provider_id: own.providerId,
      album_id: albumId,
      position,
      alt,
      file,
      upload_id: upload.id,
      width: upload.width,
      height: upload.height,
      consent_at: tx.now,
      tags,
    })
    await claimUpload(tx, upload.id)
    return { media: { ...pictureOf({ id, alt, file }, 'tall'), _id: String(id), position, tags } }
  })
}
