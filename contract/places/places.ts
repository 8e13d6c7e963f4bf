import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CountryCode, PointText, queryNumberSchema } from '#contract/values.ts'

export const PlaceFeature = z.object({
  id: z.string(),
  place_name: z.string(),
  text: z.string(),
  center: z.tuple([z.number(), z.number()]),
  context: z.array(z.object({ id: z.string(), text: z.string(), short_code: z.string().optional() })),
  place_type: z.array(z.string()),
  /** How well the place matches the query, at most 1. Places of one name above 0.9 are equally likely. */
  relevance: z.number().min(0).max(1).optional(),
  /** The name is only similar to the query. Offer such a place as “Did you mean”, and never choose it unasked. */
  similar: z.literal(true).optional(),
})
export type PlaceFeature = z.infer<typeof PlaceFeature>

export const places = {
  find: defineEndpoint({
    method: 'GET',
    path: '/v1/places',
    access: 'public',
    summary: 'Searches places by text of at least three characters, or returns the place at a point.',
    input: z.object({
      text: z.string().max(120).default(''),
      proximity: PointText.optional(),
      near: PointText.optional(),
      country: z.string().max(20).optional(),
      /**
       * The visitor's country. Its places rank before places of the same name elsewhere, which are not filtered out.
       */
      home: z.string().max(2).optional(),
      largest: z.literal('1').optional(),
      limit: queryNumberSchema(z.number().int().min(1).max(10)).default(5),
    }),
    output: z.array(PlaceFeature),
    refuses: [],
    limit: 600,
  }),
  ipLocation: defineEndpoint({
    method: 'GET',
    path: '/v1/ip-location',
    access: 'public',
    summary:
      'Returns the likely country of the caller by IP address, and its centre. Null if unknown. The address is never stored.',
    input: z.object({}),
    output: z.object({ country_code: z.string(), longitude: z.number(), latitude: z.number() }).nullable(),
    refuses: [],
    limit: 120,
  }),
}
export const SERVED_COUNTRIES = CountryCode.options
