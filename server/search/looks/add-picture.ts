import { mostLookPictures } from '#contract/looks/vocabulary.ts'
import type { ShownLook } from '#contract/search/look-in-mind.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { SearchRow } from '#server/search/queries.ts'
import { insertPicture, lockLook, type NewPicture, type PictureRow, picturesOfLook } from './picture-queries.ts'
import { presentLook } from './present-look.ts'

/** Puts a picture to a search of the caller's, in the first place that is free; one that is there already stays. In a transaction. */
export async function addPicture(
  tx: Context,
  search: SearchRow,
  of: NewPicture,
  isSame: (row: PictureRow) => boolean,
): Promise<ShownLook> {
  await lockLook(tx.db, search.id)
  const standing = await picturesOfLook(tx.db, search.id)
  if (!standing.some(isSame)) {
    const places = Array.from({ length: mostLookPictures }, (_, place) => place)
    const free = places.find((place) => standing.every(({ position }) => position !== place))
    if (free === undefined) throw new Refusal('too_many_look_pictures')
    await insertPicture(tx.db, search.id, free, tx.now, of)
  }
  return presentLook(tx.db, search)
}
