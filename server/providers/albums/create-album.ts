import type { albums } from '#contract/providers/albums.ts'
import { limits } from '#contract/constants.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refuseContact } from '#server/platform/validation/contact-details.ts'
import { albumRows, insertAlbum, lockAlbums } from './album-queries.ts'
import { readAlbum } from './albums.ts'
import { ownProvider } from '#server/providers/own-provider.ts'

/** Starts an album after the others. */
export async function createAlbum(
  ctx: Context,
  { title }: InputOf<typeof albums.create>,
): Promise<OutputOf<typeof albums.create>> {
  refuseContact(title, 'title')
  const provider = await ownProvider(ctx)
  return ctx.once(async (tx) => {
    await lockAlbums(tx.db, provider.id)
    const others = await albumRows(tx.db, provider.id)
    if (others.length >= limits.albums) throw new Refusal('too_many_albums')
    const last = others.at(-1)?.position ?? -1
    const { id } = await insertAlbum(tx.db, provider.id, title, last + 1)
    return { album: await readAlbum(tx.db, provider.id, id) }
  })
}
