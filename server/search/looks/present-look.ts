import { drawnSrc } from '#contract/pictures/drawn.ts'
import type { LookPicture, ShownLook } from '#contract/search/look-in-mind.ts'
import type { Db } from '#db/database.ts'
import type { SearchRow } from '#server/search/queries.ts'
import { findLook, type PictureRow, picturesOfLook } from './picture-queries.ts'

/** The look of a search as its sides read it. */
export const presentLook = async (
  db: Db,
  { id, tags, free_of }: Pick<SearchRow, 'id' | 'tags' | 'free_of'>,
): Promise<ShownLook> => ({ tags, freeOf: free_of, pictures: (await picturesOfLook(db, id)).map(shown) })

/** The look of a search by its id; null where nothing was said. */
export async function lookOfSearch(db: Db, id: string): Promise<ShownLook | null> {
  const row = await findLook(db, id)
  if (!row) return null
  const look = await presentLook(db, row)
  return Object.values(look).some((part) => part.length > 0) ? look : null
}

function shown({ id, upload, media }: PictureRow, place: number): LookPicture {
  if (media)
    return {
      _id: id,
      src: media.file ?? drawnSrc(media.id, 'tall'),
      alt: media.alt,
      artist: media.slug === null || media.name === null ? null : { name: media.name, slug: media.slug },
    }
  return { _id: id, src: upload?.src ?? '', alt: `Picture ${place + 1} of the look`, artist: null }
}
