import { z } from 'zod'
import { FreeOfTags, LookTags } from '#contract/looks/look-tags.ts'

/** The look that somebody has in mind, and what products must be free of: of whoever searches, and of the artists they ask. */
export const LookInMind = z.object({ tags: LookTags.default([]), freeOf: FreeOfTags.default([]) })
export type LookInMind = z.infer<typeof LookInMind>

/** What of an artist's work is like the look of a search. */
export const OwnLook = z.object({
  /** How many pictures look like it. */
  alike: z.number().int().min(0),
  /** What the closest of them, which comes first on the card, has in common with it. */
  shared: LookTags,
  /** How many pictures and reviews are of the same hair; null where the look says nothing of hair. */
  hair: z.object({ pictures: z.number().int().min(0), reviews: z.number().int().min(0) }).nullable(),
})
export type OwnLook = z.infer<typeof OwnLook>
