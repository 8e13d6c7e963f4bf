import { z } from 'zod'
import { mostPages } from '#contract/constants.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { LookTags } from '#contract/looks/look-tags.ts'
import { EventDate, Picture, queryNumberSchema, patternSchema } from '#contract/values.ts'

export const GalleryLook = z.enum(['eyes', 'lips', 'nails', 'hair', 'mehndi', 'kit'])
export type GalleryLook = z.infer<typeof GalleryLook>
export const GalleryTexture = z.enum(['straight', 'waves', 'coils', 'braids', 'locs'])
export type GalleryTexture = z.infer<typeof GalleryTexture>

const Pages = queryNumberSchema(z.number().int().min(1).max(mostPages)).default(1)

/** A place as the response lists it: country and city. */
const ListedPlace = patternSchema(83, /^[A-Z]{2}:.{1,80}$/)
const ListedOption = z.object({ value: z.string(), label: z.string() })

const Artist = z.object({ name: z.string(), slug: z.string(), area: z.string() })
const ShowcaseReview = z.object({
  _id: z.string(),
  name: z.string(),
  date: EventDate,
  rating: z.number().int().min(1).max(5),
  event: z.string(),
  comments: z.string(),
  media: z.array(Picture),
  artist: Artist.extend({ profileImg: Picture }),
  reply: z.object({ date: EventDate, comments: z.string() }).nullable(),
  /**
   * Set if a guest or several people of a party wrote: the group, the writer's role, and how many reviews share the
   * booking's weight.
   */
  party: z.object({ group: z.string(), guest: z.boolean(), role: z.string(), of: z.number().int() }).nullable(),
})
export type ShowcaseReview = z.infer<typeof ShowcaseReview>

export const showcase = {
  reviews: defineEndpoint({
    method: 'GET',
    path: '/v1/seo/reviews',
    access: 'public',
    costly: true,
    summary:
      'Lists reviews of the whole market, newest first and those with pictures before others of the same days, with their histogram. Filters by city, category or score.',
    input: z.object({
      score: queryNumberSchema(z.number().int().min(1).max(5)).optional(),
      place: ListedPlace.optional(),
      category: z.string().max(60).optional(),
      pages: Pages,
    }),
    output: z.object({
      total: z.number(),
      average: z.number().nullable(),
      histogram: z.array(z.number()).length(5),
      reviews: z.array(ShowcaseReview),
      more: z.boolean(),
      places: z.array(ListedOption),
      categories: z.array(ListedOption),
    }),
    refuses: [],
    limit: 240,
  }),
  gallery: defineEndpoint({
    method: 'GET',
    path: '/v1/seo/gallery',
    access: 'public',
    costly: true,
    summary:
      "Lists pictures of artists by look, hair texture, skin tone or city. The artists' own uploads come first. `look` is null for an upload.",
    input: z.object({
      place: ListedPlace.optional(),
      look: GalleryLook.optional(),
      texture: GalleryTexture.optional(),
      tone: queryNumberSchema(z.number().int().min(1).max(10)).optional(),
      pages: Pages,
    }),
    output: z.object({
      pictures: z.array(Picture.extend({ look: GalleryLook.nullable(), artist: Artist, tags: LookTags })),
      more: z.boolean(),
      places: z.array(ListedOption),
    }),
    refuses: [],
    limit: 240,
  }),
}
