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
  countryCode: CountryCode,
  currency: Currency,
  coverImg: Picture,
  profileImg: Picture,
  gallery: z.array(Picture),
  albums: z.array(z.object({ _id: z.string(), title: z.string(), media: z.array(Picture.extend({ tags: LookTags })) })),
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
  /** Artists of their own profile with whom they work, by the word of both. */
  colleagues: z.array(ColleagueShown),
  skills: z.array(z.object({ id: z.string(), label: z.string() })),
  shades: z.array(z.number().int().min(1).max(10)),
  kit: z.array(z.string()),
  services: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      /** What the artist calls it and says of it, where they do. */
      title: z.string().nullable(),
      words: z.string(),
      /** What kind of service it is, as the catalogue calls it. */
      type: z.string(),
      /** Of which category, and in which store, it is looked for. */
      category: z.object({ store: z.string(), slug: z.string(), label: z.string() }),
      minutes: z.number(),
      price: z.number(),
      currency: Currency,
      /** A trial before the day, where one is offered: its price, and whether that comes off the day's. */
      trial: z
        .object({ price: z.number(), minutes: z.number().int(), deducted: z.boolean(), withTest: z.boolean() })
        .nullable(),
      /** The share of the price at once, where it is not the usual one. */
      depositShare: z.number().int().nullable(),
    }),
  ),
  /** The service whose price leads, which is no extra of a few minutes; null without any. */
  lead: z.string().nullable(),
  /** What they sell together for one price. */
  packages: z.array(z.object({ title: z.string(), words: z.string(), holds: z.array(z.string()), price: z.number() })),
  /** What they add to services for those who choose it with a quote. */
  addOns: z.array(z.object({ title: z.string(), words: z.string(), minutes: z.number().int(), price: z.number() })),
  /** When they work for less. */
  lowerPrices: z.array(LowerPriceRule),
  mobile: z.object({ radius: Distance, free: Distance }).nullable(),
  studio: z.object({ area: z.string() }).nullable(),
  minimumJob: z.number(),
  depositShare: z.number(),
  policy: z.enum(['flexible', 'fair', 'strict']),
  noticeHours: z.number(),
  answerMinutes: z.number().nullable(),
  /** The rounded area, [longitude, latitude]. */
  position: z.tuple([z.number(), z.number()]),
  state: z.enum(['approved', 'paused']),
  /** Whether gift vouchers for them alone are sold. */
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
  /** What hair was done, where the customer says so. */
  hairTags: LookTags,
  media: z.array(Picture),
  reply: z.object({ name: z.string(), date: Instant, comments: z.string() }).nullable(),
  /** False for a booking that the artist's own promo code paid for more than half: it is left out of the score. */
  counted: z.boolean(),
  /** Where several of a party wrote, or a guest: which belong together, who it was, what was done for them, and how many share the weight of the one booking. */
  party: z
    .object({
      group: z.string(),
      guest: z.boolean(),
      role: z.string(),
      services: z.array(z.string()),
      of: z.number().int(),
    })
    .nullable(),
  /** Pictures of the very person who wrote it, by their yes. */
  beforeAfter: z.object({ before: Picture, after: Picture }).nullable(),
})
export type Review = z.infer<typeof Review>

export const Testimonials = z.object({
  reviews: z.array(Review),
  /** How many bookings: one counts once, however many of its party wrote. */
  total: z.number(),
  average: z.number().nullable(),
  /** How many of them gave 1, 2, 3, 4, 5; a party falls on its stars by parts. */
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
    summary: 'The public profile, by slug or id.',
    input: z.object({ profileId }),
    output: Profile,
    refuses: ['not_found'],
  }),
  testimonials: defineEndpoint({
    method: 'GET',
    path: '/v1/@/{profileId}/testimonials',
    access: 'public',
    scope: 'artists:read',
    summary: 'Reviews, newest first, with totals, a histogram and a cursor.',
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
