import type { OwnAlbum } from '#contract/providers/albums.ts'
import type { Db } from '#db/database.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type AlbumMediaRow, albumMedia, type AlbumRow, albumRows, lockAlbums } from './album-queries.ts'
import { ownProvider } from '#server/providers/own-provider.ts'
import { pictureOf } from '#server/providers/picture.ts'

/** An album with its pictures, as its owner works on it. */
export function presentAlbum(album: AlbumRow, media: readonly AlbumMediaRow[]): OwnAlbum {
  const own = media.filter((m) => m.album_id === album.id)
  const cover = own.find((m) => m.id === album.cover_media_id) ?? own[0]
  return {
    _id: String(album.id),
    title: album.title,
    position: album.position,
    cover: cover ? String(cover.id) : null,
    media: own.map((m) => ({ ...pictureOf(m, 'tall'), _id: String(m.id), position: m.position, tags: m.tags })),
  }
}

/** Runs the work on one of the caller's own albums, alone among its writers; an album of someone else is not found. */
export async function withOwnAlbum<T>(
  ctx: Context,
  albumId: number,
  work: (tx: Context, own: { providerId: string; album: AlbumRow; albums: AlbumRow[] }) => Promise<T>,
): Promise<T> {
  const provider = await ownProvider(ctx)
  return ctx.transaction(async (tx) => {
    await lockAlbums(tx.db, provider.id)
    const albums = await albumRows(tx.db, provider.id)
    const album = albums.find(({ id }) => id === albumId)
    if (!album) throw new Refusal('not_found')
    return work(tx, { providerId: provider.id, album, albums })
  })
}

/** The album as it stands now. */
export async function readAlbum(db: Db, providerId: string, albumId: number): Promise<OwnAlbum> {
  const album = (await albumRows(db, providerId)).find(({ id }) => id === albumId)
  if (!album) throw new Refusal('not_found')
  return presentAlbum(album, await albumMedia(db, providerId, { albumId }))
}

/** A list with one of its members moved to a position, at the end where that lies beyond it. */
export function moved(ids: readonly number[], id: number, position: number): number[] {
  const others = ids.filter((other) => other !== id)
  return others.toSpliced(Math.min(position, others.length), 0, id)
}
