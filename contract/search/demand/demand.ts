import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { CountryCode, EventDate, Instant, PointText } from '#contract/values.ts'

export const Demand = z.object({
  /** The named place nearest to the point. */
  place: z.string(),
  /** How many people searched within 50 km in the last 30 days. */
  customers: z.number().int(),
  /** Whether hair and makeup is the pair that is searched most there; only with ten searches for pairs behind it. */
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
  fewLeft: endpoint({
    method: 'GET',
    path: '/v1/demand/few-left',
    access: 'public',
    costly: true,
    summary: 'Days on which few artists are left near a point; only where enough people have searched to say so.',
    input: z.object({ near: PointText }),
    output: z.object({ days: z.array(EventDate) }),
    refuses: ['not_found', 'rate_limited'],
    limit: 120,
  }),
  areas: endpoint({
    method: 'GET',
    path: '/v1/operator/demand',
    access: 'operator',
    costly: true,
    duties: ['content'],
    summary:
      'What was searched and found nobody, by area and date; areas and days with fewer than ten people are left out.',
    input: z.object({ countryCode: CountryCode.optional() }),
    output: z.object({ areas: z.array(DemandArea), refreshedAt: Instant.nullable() }),
    refuses: ['not_signed_in', 'session_ended', 'not_yours'],
  }),
  near: endpoint({
    method: 'GET',
    path: '/v1/providers/me/demand',
    access: 'provider',
    costly: true,
    summary: 'What has been searched near the own base, or near a point, in the last 30 days.',
    input: z.object({ near: PointText.optional() }),
    output: Demand,
    refuses: ['not_signed_in', 'session_ended', 'not_yours', 'not_found', 'rate_limited'],
    limit: 60,
  }),
}
