import { z } from 'zod'
import { trimmedTextSchema } from '#contract/values.ts'
import { defineEndpoint } from '#contract/endpoint.ts'

const SearchHit = z.object({
  kind: z.enum(['person', 'provider', 'booking', 'payment', 'payout', 'invoice', 'promo', 'partner']),
  id: z.uuid(),
  title: z.string(),
  text: z.string(),
  /** The page of the console that shows it. */
  path: z.string(),
})
export type SearchHit = z.infer<typeof SearchHit>

export const operatorFind = {
  find: defineEndpoint({
    method: 'GET',
    writes: true,
    path: '/v1/operator/find',
    access: 'operator',
    duties: ['support', 'money', 'verification'],
    summary:
      'Searches people, artists, bookings, payments, payouts, fee invoices, promo codes and partners by part of a name, an address or a number, such as #135 or GB-000012. Returns a few of each that the caller may open.',
    input: z.object({ text: trimmedTextSchema(2, 100, 'Enter at least two letters.') }),
    output: z.object({ found: z.array(SearchHit) }),
    refuses: ['not_signed_in', 'session_ended', 'not_yours', 'invalid_input'],
  }),
}
