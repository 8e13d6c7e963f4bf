import { z } from 'zod'
import { FreeOfTags, LookTags } from '#contract/looks/look-tags.ts'
import { Picture, BigRowId } from '#contract/values.ts'

/** The look that somebody has in mind, and what products must be free of: of whoever searches, and of the artists they ask. */
export const LookInMind = z.object({ tags: LookTags.default([]), freeOf: FreeOfTags.default([]) })
export type LookInMind = z.infer<typeof LookInMind>

/** A picture out of an artist's album, by its number. */
export const WorkId = BigRowId

/** The look that a search begins with, perhaps from an artist's work. */
export const LookToBegin = LookInMind.extend({
  /** Put to the search as its first picture; one that is no longer to be seen is left out. */
  work: WorkId.optional(),
})

/** A picture that somebody has put to their search: an upload of theirs, or an artist's work. */
export const LookPicture = Picture.extend({
  _id: z.uuid(),
  /** Whose work it is, where it is an artist's with a page. */
  artist: z.object({ name: z.string(), slug: z.string() }).nullable(),
})
export type LookPicture = z.infer<typeof LookPicture>

/** The same with its pictures, as both sides see it. */
export const LookView = LookInMind.extend({ pictures: z.array(LookPicture) })
export type LookView = z.infer<typeof LookView>

/** What of an artist's work is like the look of a search. */
export const CustomerLook = z.object({
  /** How many pictures look like it. */
  alike: z.number().int().min(0),
  /** What the closest of them, which comes first on the card, has in common with it. */
  shared: LookTags,
  /** How many pictures and reviews are of the same hair; null where the look says nothing of hair. */
  hair: z.object({ pictures: z.number().int().min(0), reviews: z.number().int().min(0) }).nullable(),
})
export type CustomerLook = z.infer<typeof CustomerLook>
