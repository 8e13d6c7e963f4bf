import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Requester, SearchId } from '#contract/search/search.ts'
import { Currency, Instant, Mode } from '#contract/values.ts'
import { Hold } from './holds.ts'
import { partnerLinks } from './lifecycle-hold.ts'

export const PartnerHold = z.object({
  id: z.uuid(),
  state: Hold.shape.state,
  /** Until when the customer can pay by the mailed link. */
  expiresAt: Instant,
  endReason: Hold.shape.endReason,
  artist: z.object({ slug: z.string(), name: z.string() }),
  total: z.number(),
  /** The amount that the customer pays by the link. */
  deposit: z.number(),
  currency: Currency,
  bookingId: z.uuid().nullable(),
  /** True for a test hold of a sandbox key: it blocks no time and sends no mail. */
  sandbox: z.boolean(),
})
export type PartnerHold = z.infer<typeof PartnerHold>

const { name, email, mobile, event } = Requester.shape
const ofHold = z.object({ holdId: z.uuid() })
const holdNow = z.object({ hold: PartnerHold })
const calls = { access: 'partner', scope: 'bookings:write' } as const

export const partnerHolds = {
  create: defineEndpoint({
    method: 'POST',
    path: '/v1/partners/me/holds',
    ...calls,
    stops: 'bookings',
    key: true,
    summary: `Holds the time of a locked quote for ${partnerLinks.hours} hours and emails the customer a link to pay the deposit. The payment books the time. The search is one that the partner made and no customer has opened.`,
    input: z.object({
      quoteId: SearchId,
      profileId: z.string().min(1).max(120),
      type: Mode,
      hash: z.string().max(100),
      /** The event is the label of the category if missing. */
      customer: z.object({ name, email, mobile, event: event.optional() }),
    }),
    output: holdNow,
    refuses: [
      'not_found',
      'quote_changed',
      'quote_expired',
      'slot_taken',
      'time_needed',
      'payout_missing',
      'state_changed',
      'already_booked',
      'not_instant',
      'own_profile',
      'too_many_holds',
      'test_too_late',
      'mobile_invalid',
      'contact_early',
    ],
    limit: 30,
  }),
  read: defineEndpoint({
    method: 'GET',
    path: '/v1/partners/me/holds/{holdId}',
    ...calls,
    summary: "Returns a hold that the partner made, with the booking's id once the customer has paid.",
    input: ofHold,
    output: holdNow,
    refuses: ['not_found'],
  }),
  release: defineEndpoint({
    method: 'POST',
    path: '/v1/partners/me/holds/{holdId}/release',
    ...calls,
    summary: 'Releases a hold that the partner made. The mailed link can no longer be paid.',
    input: ofHold,
    output: holdNow,
    refuses: ['not_found'],
    limit: 60,
  }),
}
