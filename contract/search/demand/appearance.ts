import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { LookTags } from '#contract/looks/look-tags.ts'
import { Location } from '#contract/places/location.ts'
import { ProviderState } from '#contract/providers/provider-profile.ts'
import { Card } from '#contract/search/quotes.ts'
import { Look, SavedSearch } from '#contract/search/search.ts'
import { Distance, EventDate, TimeOfDay } from '#contract/values.ts'

/** Why an artist is no candidate: profile state, country, distance, or missing services. */
export const Absence = z.discriminatedUnion('reason', [
  z.object({ reason: z.literal('state'), state: ProviderState }),
  z.object({ reason: z.literal('country') }),
  z.object({ reason: z.literal('beyond'), distance: Distance }),
  z.object({ reason: z.literal('services'), services: z.array(z.string()) }),
])
export type Absence = z.infer<typeof Absence>

const Listed = z.object({
  /** The card as this customer sees it. `reason` explains why it is greyed out. */
  card: Card,
  /** Position among the fitting artists, from 1; null for an artist who does not fit. */
  position: z.number().int().nullable(),
  of: z.number().int(),
})

export const Appearance = z.object({
  search: SavedSearch.omit({ id: true }),
  mobile: Listed.nullable(),
  studio: Listed.nullable(),
  absent: Absence.nullable(),
  work: z.object({ pictures: z.number().int(), tagged: z.number().int() }),
})
export type Appearance = z.infer<typeof Appearance>

export const appearance = {
  show: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/me/appearance',
    access: 'provider',
    summary:
      'Previews how a customer with this place, day and party would see the caller: card and position, or the reason for not appearing. Nothing is saved or counted.',
    input: z.object({
      location: Location,
      eventDate: EventDate,
      finishTime: TimeOfDay.nullish().transform((time) => time || undefined),
      services: z.array(z.string().max(60)).min(1, 'Choose at least one service.').max(500),
      people: z.array(Look).max(100).optional(),
      tags: LookTags.default([]),
    }),
    output: Appearance,
    refuses: [
      'not_found',
      'unknown_service',
      'service_of_other_category',
      'location_out_of_range',
      'country_not_served',
      'country_mismatch',
      'place_too_remote',
      'date_past',
      'date_too_far',
      'time_past',
      'time_skipped',
      'people_mismatch',
      'too_many_people',
      'too_many_services',
      'service_twice',
      'rate_limited',
    ],
    limit: 60,
  }),
}
