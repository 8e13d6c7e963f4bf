import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CountryCode, Currency, Distance, EventDate, Picture, PointText } from '#contract/values.ts'

/** An artist with free time soon, at their own price for one person. */
export const Opening = z.object({
  _id: z.string(),
  slug: z.string(),
  name: z.string(),
  coverImg: Picture,
  profileImg: Picture,
  rating: z.number().nullable(),
  totalReviews: z.number(),
  area: z.string(),
  mobileOrStudio: z.enum(['mobile', 'studio']),
  distance: Distance,
  price: z.number(),
  currency: Currency,
  featured: z.boolean(),
  days: z.array(EventDate).min(1),
})
export type Opening = z.infer<typeof Opening>

export const openings = {
  near: defineEndpoint({
    method: 'GET',
    path: '/v1/openings',
    access: 'public',
    costly: true,
    summary:
      'Lists artists near a point with an opening in the next 14 days for one service and one person, soonest first, each at their own price.',
    input: z.object({ near: PointText, service: z.string().max(40).optional() }),
    output: z.object({
      place: z.string(),
      countryCode: CountryCode,
      from: EventDate,
      until: EventDate,
      services: z.array(z.object({ id: z.string(), label: z.string(), categorySlug: z.string() })),
      service: z.string(),
      artists: z.array(Opening),
    }),
    refuses: ['unknown_service', 'country_not_served', 'place_too_remote', 'location_out_of_range', 'rate_limited'],
    limit: 60,
  }),
}
