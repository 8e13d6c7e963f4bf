import type { AlbumPicture, albums, ProviderAlbum } from '#contract/providers/albums.ts'
import { limits } from '#contract/constants.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import {
  listAlbumMedia,
  type AlbumMediaRow,
  type AlbumRow,
  listAlbumRows,
  countPictures,
  setAlbumCover,
  deleteAlbum,
  deleteMedia,
  describeMedia,
  insertAlbum,
  insertMedia,
  lockAlbums,
  orderAlbums,
  orderMedia,
  renameAlbum,
  saveTags,
  updateCrop,
  updatePair,
} from './albums.queries.ts'
import { getCallerProvider } from './standing.ts'
import type { Db } from '#db/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { presentPicture } from './picture.ts'
import { assertNoContactDetails } from '#server/platform/validation/contact-details.ts'
import {
  claimUpload,
  cropUpload,
  discardUpload,
  getFileUrl,
  listUploads,
  lockUploads,
  type UploadRow,
  uploadOf,
} from '#server/pictures/index.ts'
import { lookTags, mostTags } from '#contract/looks/vocabulary.ts'
import type { Crop } from '#contract/pictures/uploads.ts'
import { photoPixels } from '#contract/providers/profile-rules.ts'
import { truncate } from '#contract/text.ts'

export async function listAlbums(ctx: Context): Promise<OutputOf<typeof albums.list>> {
  const provider = await getCallerProvider(ctx)
  const rows = await listAlbumRows(ctx.db, provider.id)
  const media = await listAlbumMedia(ctx.db, provider.id)
  const originals = await listOriginals(ctx.db, media)
  return {
    albums: rows.map((album) => presentAlbum(album, media, originals)),
    pictures: media.length,
    most: limits.pictures,
  }
}

type Originals = ReadonlyMap<string, UploadRow>

const getOriginalId = ({ original_upload_id, upload_id }: AlbumMediaRow) => original_upload_id ?? upload_id

async function listOriginals(db: Db, media: readonly AlbumMediaRow[]): Promise<Originals> {
  const rows = await listUploads(
    db,
    media.flatMap((m) => getOriginalId(m) ?? []),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

function presentMedia(media: AlbumMediaRow, originals: Originals): AlbumPicture {
  const original = originals.get(getOriginalId(media) ?? '')
  return {
    ...presentPicture(media, 'tall'),
    _id: String(media.id),
    position: media.position,
    tags: media.tags,
    original: original ? { src: getFileUrl(original), width: original.width, height: original.height } : null,
    isCropped: media.original_upload_id !== null,
    before: media.before_media_id === null ? null : String(media.before_media_id),
  }
}

function presentAlbum(album: AlbumRow, media: readonly AlbumMediaRow[], originals: Originals): ProviderAlbum {
  const own = media.filter((m) => m.album_id === album.id)
  const cover = own.find((m) => m.id === album.cover_media_id) ?? own[0]
  return {
    _id: String(album.id),
    title: album.title,
    position: album.position,
    cover: cover ? String(cover.id) : null,
    media: own.map((m) => presentMedia(m, originals)),
  }
}

async function runOnCallerAlbum<T>(
  ctx: Context,
  albumId: number,
  work: (tx: Context, own: { providerId: string; album: AlbumRow; albums: AlbumRow[] }) => Promise<T>,
): Promise<T> {
  const provider = await getCallerProvider(ctx)
  return ctx.transaction(async (tx) => {
    await lockAlbums(tx.db, provider.id)
    const albums = await listAlbumRows(tx.db, provider.id)
    const album = albums.find(({ id }) => id === albumId)
    if (!album) throw new Refusal('not_found')
    return work(tx, { providerId: provider.id, album, albums })
  })
}

async function readAlbum(db: Db, providerId: string, albumId: number): Promise<ProviderAlbum> {
  const album = (await listAlbumRows(db, providerId)).find(({ id }) => id === albumId)
  if (!album) throw new Refusal('not_found')
  const media = await listAlbumMedia(db, providerId, { albumId })
  return presentAlbum(album, media, await listOriginals(db, media))
}

function moved(ids: readonly number[], id: number, position: number): number[] {
  const others = ids.filter((other) => other !== id)
  return others.toSpliced(Math.min(position, others.length), 0, id)
}

export async function createAlbum(
  ctx: Context,
  { title }: InputOf<typeof albums.create>,
): Promise<OutputOf<typeof albums.create>> {
  assertNoContactDetails(title, 'title')
  const provider = await getCallerProvider(ctx)
  return ctx.idempotent(async (tx) => {
    await lockAlbums(tx.db, provider.id)
    const others = await listAlbumRows(tx.db, provider.id)
    if (others.length >= limits.albums) throw new Refusal('too_many_albums')
    const last = others.at(-1)?.position ?? -1
    const { id } = await insertAlbum(tx.db, provider.id, title, last + 1)
    return { album: await readAlbum(tx.db, provider.id, id) }
  })
}

export function changeAlbum(
  ctx: Context,
  { albumId, title, position }: InputOf<typeof albums.change>,
): Promise<OutputOf<typeof albums.change>> {
  if (title !== undefined) assertNoContactDetails(title, 'title')
  return runOnCallerAlbum(ctx, albumId, async (tx, own) => {
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

export function removeAlbum(
  ctx: Context,
  { albumId, withPictures }: InputOf<typeof albums.remove>,
): Promise<OutputOf<typeof albums.remove>> {
  return runOnCallerAlbum(ctx, albumId, async (tx, own) => {
    const media = await listAlbumMedia(tx.db, own.providerId, { albumId, lock: true })
    if (media.length > 0 && !withPictures) throw new Refusal('album_not_empty')
    await deleteWithUploads(
      tx,
      own.providerId,
      media.map(({ id }) => id),
    )
    await deleteAlbum(tx.db, albumId)
    await orderAlbums(
      tx.db,
      own.albums.flatMap(({ id }) => (id === albumId ? [] : id)),
    )
    return { done: true as const }
  })
}

export function addMedia(
  ctx: Context,
  { albumId, fileUrl, alt, tags }: InputOf<typeof albums.addMedia>,
): Promise<OutputOf<typeof albums.addMedia>> {
  return runOnCallerAlbum(ctx, albumId, async (tx, own) => {
    const upload = await uploadOf(tx, fileUrl)
    const file = getFileUrl(upload)
    if ((await countPictures(tx.db, own.providerId)) >= limits.pictures) throw new Refusal('too_many_pictures')
    const position = (await listAlbumMedia(tx.db, own.providerId, { albumId, lock: true })).length
    await insertMedia(tx.db, {
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
    const album = await readAlbum(tx.db, own.providerId, albumId)
    return { media: album.media.at(-1) as AlbumPicture }
  })
}

export async function changeMedia(
  ctx: Context,
  { albumId, mediaId, position, alt, cover, crop, before }: InputOf<typeof albums.changeMedia>,
): Promise<OutputOf<typeof albums.changeMedia>> {
  const cropped = crop ? await cropPicture(ctx, albumId, mediaId, crop) : null
  return runOnCallerAlbum(ctx, albumId, async (tx, { providerId }) => {
    const media = await listAlbumMedia(tx.db, providerId, { albumId, lock: true })
    const ids = media.map(({ id }) => id)
    const picture = media.find(({ id }) => id === mediaId)
    if (!picture) throw new Refusal('not_found')
    if (position !== undefined) await orderMedia(tx.db, moved(ids, mediaId, position))
    if (alt !== undefined) await describeMedia(tx.db, mediaId, alt)
    if (cover) await setAlbumCover(tx.db, providerId, albumId, mediaId)
    if (crop !== undefined) await saveCrop(tx, picture, cropped)
    if (before !== undefined) {
      if (before === mediaId || (before !== null && !ids.includes(before))) throw new Refusal('not_found')
      await updatePair(tx.db, mediaId, before)
    }
    return { album: await readAlbum(tx.db, providerId, albumId) }
  })
}

/** Crops a picture of the caller's album, always from its original. Must not run inside a transaction. */
async function cropPicture(ctx: Context, albumId: number, mediaId: number, crop: Crop): Promise<UploadRow> {
  const provider = await getCallerProvider(ctx)
  const media = await listAlbumMedia(ctx.db, provider.id, { albumId })
  const picture = media.find(({ id }) => id === mediaId)
  const original = picture && (await listOriginals(ctx.db, [picture])).get(getOriginalId(picture) ?? '')
  if (!original) throw new Refusal('not_found')
  const side = Math.min(original.width, original.height)
  if (Math.round(side * crop.size) < Math.min(side, photoPixels)) throw new Refusal('file_too_small')
  return cropUpload(ctx, original, crop)
}

/** Shows a crop, or without one the original. The former crop is deleted, the original never is. */
async function saveCrop(tx: Context, picture: AlbumMediaRow, cropped: UploadRow | null): Promise<void> {
  const originalId = getOriginalId(picture)
  const [original] = originalId ? await lockUploads(tx.db, [originalId]) : []
  if (!original) throw new Refusal('not_found')
  const shown = cropped ?? original
  await updateCrop(tx.db, picture.id, {
    file: getFileUrl(shown),
    upload_id: shown.id,
    width: shown.width,
    height: shown.height,
    original_upload_id: cropped ? original.id : null,
  })
  if (cropped) await claimUpload(tx, cropped.id)
  if (picture.original_upload_id && picture.upload_id) await discardUpload(tx, picture.upload_id)
}

export function tagMedia(
  ctx: Context,
  { albumId, mediaIds, add, remove }: InputOf<typeof albums.tagMedia>,
): Promise<OutputOf<typeof albums.tagMedia>> {
  return runOnCallerAlbum(ctx, albumId, async (tx, { providerId }) => {
    const media = await listAlbumMedia(tx.db, providerId, { albumId, lock: true })
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

export function removeMedia(
  ctx: Context,
  { albumId, mediaId }: InputOf<typeof albums.removeMedia>,
): Promise<OutputOf<typeof albums.removeMedia>> {
  return runOnCallerAlbum(ctx, albumId, async (tx, { providerId }) => {
    const ids = (await listAlbumMedia(tx.db, providerId, { albumId, lock: true })).map(({ id }) => id)
    if (!ids.includes(mediaId)) throw new Refusal('not_found')
    await deleteWithUploads(tx, providerId, [mediaId])
    await orderMedia(
      tx.db,
      ids.filter((id) => id !== mediaId),
    )
    return { album: await readAlbum(tx.db, providerId, albumId) }
  })
}

/** Creates the album if needed. Returns null if the artist's albums are full. Runs in the caller's transaction. */
export async function addToAlbum(
  tx: Context,
  providerId: string,
  title: string,
  pictures: readonly { uploadId: string; alt: string }[],
): Promise<number[] | null> {
  await lockAlbums(tx.db, providerId)
  if ((await countPictures(tx.db, providerId)) + pictures.length > limits.pictures) return null
  const albums = await listAlbumRows(tx.db, providerId)
  const known = albums.find((album) => album.title === title)
  if (!known && albums.length >= limits.albums) return null
  const album = known ?? (await insertAlbum(tx.db, providerId, title, (albums.at(-1)?.position ?? -1) + 1))
  const first = (await listAlbumMedia(tx.db, providerId, { albumId: album.id, lock: true })).length
  const uploads = await lockUploads(
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
      file: getFileUrl(upload),
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

async function deleteWithUploads(tx: Context, providerId: string, ids: readonly number[]): Promise<void> {
  const { crops, uploads } = await deleteMedia(tx.db, providerId, ids)
  for (const upload of [...crops, ...uploads]) await discardUpload(tx, upload)
}

/** Keeps uploads that are still used elsewhere, without their crops. Runs in the caller's transaction. */
export async function removeFromAlbum(tx: Context, providerId: string, ids: readonly number[]): Promise<void> {
  const { crops } = await deleteMedia(tx.db, providerId, ids)
  for (const upload of crops) await discardUpload(tx, upload)
}
