import type { albums } from '#contract/providers/albums.ts'
import { limits } from '#contract/constants.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { albumMedia, albumRows } from './album-queries.ts'
import { presentAlbum } from './albums.ts'
import { ownProvider } from '#server/providers/own-provider.ts'

/** The caller's albums with all their pictures, in order. */
export async function listAlbums(ctx: Context): Promise<OutputOf<typeof albums.list>> {
  const provider = await ownProvider(ctx)
  const rows = await albumRows(ctx.db, provider.id)
  const media = await albumMedia(ctx.db, provider.id)
  return { albums: rows.map((album) => presentAlbum(album, media)), pictures: media.length, most: limits.pictures }
}
