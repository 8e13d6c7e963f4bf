import { z } from 'zod'
import { FreeOfTags, LookTags } from '#contract/looks/look-tags.ts'
import { Picture, BigRowId } from '#contract/values.ts'

/** The wished look and ingredients to avoid, in a search and in its requests. */
export const LookInMind = z.object({ tags: LookTags.default([]), freeOf: FreeOfTags.default([]) })
export type LookInMind = z.infer<typeof LookInMind>

export const WorkId = BigRowId

export const LookToBegin = LookInMind.extend({
  /** A work that the search gets as its first picture; ignored if the work is no longer public. */
  work: WorkId.optional(),
})

export const LookPicture = Picture.extend({
  _id: z.uuid(),
  /** The artist, if it is their work and they have a page. */
  artist: z.object({ name: z.string(), slug: z.string() }).nullable(),
})
export type LookPicture = z.infer<typeof LookPicture>

export const LookView = LookInMind.extend({ pictures: z.array(LookPicture) })
export type LookView = z.infer<typeof LookView>

export const CustomerLook = z.object({
  alike: z.number().int().min(0),
  /** The tags that the search and the most similar picture have in common. The card shows this picture first. */
  shared: LookTags,
  /** Pictures and reviews with the same hair; null if the look has no hair tags. */
  hair: z.object({ pictures: z.number().int().min(0), reviews: z.number().int().min(0) }).nullable(),
})
export type CustomerLook = z.infer<typeof CustomerLook>
