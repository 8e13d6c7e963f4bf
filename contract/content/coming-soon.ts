import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Location } from '#contract/places/location.ts'
import { Requester } from '#contract/search/search.ts'

export const comingSoon = {
  wait: defineEndpoint({
    method: 'POST',
    path: '/v1/coming-soon',
    access: 'public',
    summary:
      'Saves an email address, to be notified once when artists start near a place. If artists are there already, returns that and saves nothing.',
    input: z.object({ location: Location, email: Requester.shape.email }),
    output: z.object({
      /** If artists are already live in the place, the link to its page; null if the address was saved. */
      open: z.object({ place: z.string(), artists: z.number().int().positive() }).nullable(),
      confirm: z.boolean(),
    }),
    refuses: ['location_out_of_range', 'country_not_served', 'place_too_remote', 'country_mismatch', 'rate_limited'],
    limit: 10,
  }),
}
