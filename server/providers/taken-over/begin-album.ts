import { limits } from '#contract/constants.ts'
import { albums } from '#contract/providers/albums.ts'
import { claimUpload } from '#server/pictures/door.ts'
import type { Context } from '#server/platform/context.ts'
import { albumRows, countPictures, lockAlbums } from '#server/providers/albums/album-queries.ts'
import { putInAlbum } from '#server/providers/albums/put-in-album.ts'
import { changeOwn } from '#server/providers/own-profile/own-profile.ts'
import { textCheck } from '#server/providers/own-words/text-check.ts'
import { recordTakenOver } from './record-taken-over.ts'
import { whyOf, wrongIn } from './told.ts'

type Artist = { id: string; country_code: string }

/** Under which title an album can be begun and how many pictures an artist's albums still take, or in words why it cannot. */
export async function roomForAlbum(
  ctx: Context,
  { id, country_code }: Artist,
  named: string,
): Promise<{ title: string; room: number } | string> {
  const typed = albums.create.input.safeParse({ title: named })
  if (!typed.success) return wrongIn(typed.error)
  const { title } = typed.data
  try {
    const check = await textCheck(ctx.db, country_code)
    check(title, 'title')
  } catch (thrown) {
    return whyOf(thrown)
  }
  const standing = await albumRows(ctx.db, id)
  if (standing.some((album) => album.title === title)) return 'an album of that name stands here already.'
  if (standing.length >= limits.albums) return `an artist has at most ${limits.albums} albums.`
  const room = limits.pictures - (await countPictures(ctx.db, id))
  return room > 0 ? { title, room } : `an artist's albums take ${limits.pictures} pictures.`
}

/** Begins an album of the caller's with these uploads of theirs; null, or in words why not. */
export async function beginAlbum(
  ctx: Context,
  site: string,
  named: string,
  pictures: readonly { uploadId: string; alt: string }[],
): Promise<string | null> {
  let why: string | null = null
  await changeOwn(ctx, async (tx, row) => {
    await lockAlbums(tx.db, row.id)
    const can = await roomForAlbum(tx, row, named)
    why = typeof can === 'string' ? can : pictures.length > can.room ? 'the albums have filled meanwhile.' : null
    if (typeof can === 'string' || why !== null) return
    const put = await putInAlbum(tx, row.id, can.title, pictures)
    if (!put) throw new Error('a picture went while its album was begun')
    for (const { uploadId } of pictures) await claimUpload(tx, uploadId)
    await recordTakenOver(tx, row, { site, album: can.title, pictures: put.length })
  })
  return why
}
