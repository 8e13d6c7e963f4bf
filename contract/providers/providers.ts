import { z } from 'zod'
import { LookTags } from '#contract/looks/look-tags.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { ColleagueShown } from './colleagues.ts'
import { LowerPriceRule } from './lower-price.ts'
import { CountryCode, Currency, Distance, Instant, Picture, queryNumberSchema } from '#contract/values.ts'

export const Profile = z.object({
  _id: z.string(),
  slug: z.string(),
  name: z.string(),
  bio: z.string(),
  area: z.string(),
  city: z.string(),
  /** Time zone of the artist's base. */
  timeZone: z.string(),
  countryCode: CountryCode,
  currency: Currency,
  coverImg: Picture,
  profileImg: Picture,
  gallery: z.array(Picture),
  albums: z.array(
    z.object({
      _id: z.string(),
      title: z.string(),
      media: z.array(Picture.extend({ tags: LookTags, before: z.string().nullable() })),
    }),
  ),
  rating: z.number().nullable(),
  totalReviews: z.number(),
  bookingCount: z.number(),
  since: z.number().nullable(),
  featured: z.boolean(),
  vaccinated: z.boolean(),
  covidTrained: z.boolean(),
  verified: z.boolean(),
  instant: z.boolean(),
  languages: z.array(z.string()),
  artists: z.array(z.object({ name: z.string(), services: z.array(z.string()) })),
  colleagues: z.array(ColleagueShown),
  skills: z.array(z.object({ id: z.string(), label: z.string() })),
  shades: z.array(z.number().int().min(1).max(10)),
  kit: z.array(z.string()),
  services: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      title: z.string().nullable(),
      words: z.string(),
      type: z.string(),
      category: z.object({ store: z.string(), slug: z.string(), label: z.string() }),
      minutes: z.number(),
      price: z.number(),
      currency: Currency,
      /**
       * The trial before the day: its price, and whether the artist deducts it from the price of the day; null if not
       * offered.
       */
      trial: z
        .object({ price: z.number(), minutes: z.number().int(), deducted: z.boolean(), withTest: z.boolean() })
        .nullable(),
      depositShare: z.number().int().nullable(),
    }),
  ),
  /** The service whose price is shown first, never a short extra; null without services. */
  lead: z.string().nullable(),
  packages: z.array(z.object({ title: z.string(), words: z.string(), holds: z.array(z.string()), price: z.number() })),
  addOns: z.array(z.object({ title: z.string(), words: z.string(), minutes: z.number().int(), price: z.number() })),
  lowerPrices: z.array(LowerPriceRule),
  mobile: z.object({ radius: Distance, free: Distance }).nullable(),
  studio: z.object({ area: z.string() }).nullable(),
  minimumJob: z.number(),
  depositShare: z.number(),
  policy: z.enum(['flexible', 'fair', 'strict']),
  noticeHours: z.number(),
  answerMinutes: z.number().nullable(),
  position: z.tuple([z.number(), z.number()]),
  state: z.enum(['approved', 'paused']),
  vouchers: z.boolean(),
})
export type Profile = z.infer<typeof Profile>

export const Review = z.object({
  _id: z.string(),
  name: z.string(),
  avatar: Picture.nullable(),
  date: Instant,
  rating: z.number().int().min(1).max(5),
  event: z.string(),
  comments: z.string(),
  hairTags: LookTags,
  media: z.array(Picture),
  reply: z.object({ name: z.string(), date: Instant, comments: z.string() }).nullable(),
  /** False if the artist's own promo code paid more than half of the booking; the score then ignores it. */
  counted: z.boolean(),
  /**
   * For reviews by a party: the group, the writer's role and services, and how many reviews share the booking's weight.
   * Null for others.
   */
  party: z
    .object({
      group: z.string(),
      guest: z.boolean(),
      role: z.string(),
      services: z.array(z.string()),
      of: z.number().int(),
    })
    .nullable(),
  /** Pictures of the reviewer, shown with their consent; null without. */
  beforeAfter: z.object({ before: Picture, after: Picture }).nullable(),
})
export type Review = z.infer<typeof Review>

export const Testimonials = z.object({
  reviews: z.array(Review),
  /** Number of bookings. A booking counts once, however many guests review it. */
  total: z.number(),
  average: z.number().nullable(),
  histogram: z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()]),
  nextCursor: z.string().nullable(),
})
export type Testimonials = z.infer<typeof Testimonials>

const profileId = z.string().min(1).max(120)

export const providers = {
  profile: defineEndpoint({
    method: 'GET',
    path: '/v1/@/{profileId}',
    access: 'public',
    scope: 'artists:read',
    summary: 'Returns a public profile by slug or id.',
    input: z.object({ profileId }),
    output: Profile,
    refuses: ['not_found'],
  }),
  testimonials: defineEndpoint({
    method: 'GET',
    path: '/v1/@/{profileId}/testimonials',
    access: 'public',
    scope: 'artists:read',
    summary: 'Lists reviews, newest first, with totals, a histogram and a cursor.',
    input: z.object({
      profileId,
      categorySlug: z.string().max(60).optional(),
      appointmentId: z.uuid().optional(),
      score: queryNumberSchema(z.number().int().min(1).max(5)).optional(),
      cursor: z.string().max(100).optional(),
      limit: queryNumberSchema(z.number().int().min(1).max(50)).default(10),
    }),
    output: Testimonials,
    refuses: ['not_found', 'unknown_category'],
  }),
}
