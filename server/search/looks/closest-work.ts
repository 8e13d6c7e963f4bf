import { alikeFrom, closestFirst, hairAlike, hairOf } from '#contract/looks/likeness.ts'
import type { LookTag } from '#contract/looks/vocabulary.ts'
import type { OwnLook } from '#contract/search/look-in-mind.ts'
import type { Database } from '#db/database.ts'
import { type TaggedPicture, taggedWork } from './look-queries.ts'

export type ClosestWork = { look: OwnLook; closest: TaggedPicture | null }

/** What of the work of these providers is like the look of a search; who has nothing like it is left out. One statement, and none for a search without a tag. */
export async function closestWork(
  database: Database,
  nos: readonly number[],
  wished: readonly LookTag[],
): Promise<Map<number, ClosestWork>> {
  const found = new Map<number, ClosestWork>()
  if (wished.length === 0 || nos.length === 0) return found
  for (const { no, pictures, hair } of await taggedWork(database, nos, wished, hairOf(wished).flat())) {
    const work = workLike(wished, pictures, hair)
    if (work) found.set(no, work)
  }
  return found
}

/** The same of one artist's pictures and of what reviews say of hair; null where nothing is like it. */
function workLike(
  wished: readonly LookTag[],
  pictures: readonly TaggedPicture[],
  reviews: readonly (readonly LookTag[])[],
): ClosestWork | null {
  const close = closestFirst(wished, pictures)
  const hair =
    hairOf(wished).length === 0
      ? null
      : {
          pictures: pictures.filter(({ tags }) => hairAlike(wished, tags)).length,
          reviews: reviews.filter((tags) => hairAlike(wished, tags)).length,
        }
  if (close.length === 0 && !hair?.reviews) return null
  const closest = close[0]?.one ?? null
  return {
    look: {
      alike: close.filter(({ like }) => like >= alikeFrom).length,
      shared: wished.filter((tag) => closest?.tags.includes(tag)),
      hair,
    },
    closest,
  }
}
