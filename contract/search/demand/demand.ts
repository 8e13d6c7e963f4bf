import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CountryCode, Currency, EventDate, Instant, PointText } from '#contract/values.ts'

export const Demand = z.object({
  place: z.string(),
  /** People who searched within 50 km in the last 30 days. */
  customers: z.number().int(),
  /** True if hair and makeup is the pair that people search most there; false below ten searches for pairs. */
  hairAndMakeup: z.boolean(),
})
export type Demand = z.infer<typeof Demand>

export const DemandArea = z.object({
  cell: z.number().int(),
  place: z.string(),
  countryCode: CountryCode,
  lat: z.number(),
  lng: z.number(),
  searches: z.number().int(),
  people: z.number().int(),
  withoutArtist: z.number().int(),
  unanswered: z.number().int(),
  days: z.array(
    z.object({
      eventDate: EventDate,
      category: z.string(),
      searches: z.number().int(),
      people: z.number().int(),
      reaching: z.number().int(),
      bookedPercent: z.number().int().nullable(),
      withoutArtist: z.number().int(),
      unanswered: z.number().int(),
    }),
  ),
})
export type DemandArea = z.infer<typeof DemandArea>

export const demand = {
  days: defineEndpoint({
    method: 'GET',
    path: '/v1/demand/days',
    access: 'public',
    costly: true,
    summary:
      'Returns the artists around a point who are free on each day of the next two years, the lowest price per person, and days with few left. Updated every minute.',
    input: z.object({ near: PointText, categorySlug: z.string().max(60).optional() }),
    output: z.object({
      place: z.string(),
      currency: Currency,
      /** The number of artists whom a search for the place could find, and of how many the availability was counted. */
      artists: z.number().int(),
      asked: z.number().int(),
      /** First day of the lists below, tomorrow at the place; without artists they are empty. */
      start: EventDate,
      free: z.array(z.number().int()),
      /** Lowest price per person among free artists; null if none is free. */
      from: z.array(z.number().nullable()),
      few: z.array(EventDate),
    }),
    refuses: ['unknown_category', 'country_not_served', 'place_too_remote', 'location_out_of_range', 'rate_limited'],
    limit: 120,
  }),
  areas: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/demand',
    access: 'operator',
    costly: true,
    duties: ['content'],
    summary: 'Lists searches without results by area and date. Omits areas and days with fewer than ten people.',
    input: z.object({ countryCode: CountryCode.optional() }),
    output: z.object({ areas: z.array(DemandArea), refreshedAt: Instant.nullable() }),
    refuses: ['not_signed_in', 'session_ended', 'not_yours'],
  }),
  near: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/demand',
    access: 'provider',
    costly: true,
    summary: "Lists searches of the last 30 days near the caller's base or near a point.",
    input: z.object({ near: PointText.optional() }),
    output: Demand,
    refuses: ['not_signed_in', 'session_ended', 'not_yours', 'not_found', 'rate_limited'],
    limit: 60,
  }),
}
