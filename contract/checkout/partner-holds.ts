import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Requester, SearchId } from '#contract/search/search.ts'
import { DayDetails, Names } from '#contract/appointments/appointment.ts'
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
  /** The amount that the customer pays by the link, or that the partner owes for a booking on account. */
  deposit: z.number(),
  /** Whether the partner owes the deposit on its account. Then no link is mailed. */
  onAccount: z.boolean(),
  currency: Currency,
  bookingId: z.uuid().nullable(),
  /** True for a test hold of a sandbox key: it blocks no time and sends no mail. */
  sandbox: z.boolean(),
})
export type PartnerHold = z.infer<typeof PartnerHold>

const { name, email, mobile, event } = Requester.shape
const ofHold = z.object({ holdId: z.uuid() })
const holdNow = z.object({ hold: PartnerHold })
const accountRefusals = ['account_missing', 'account_closed', 'account_currency', 'account_limit'] as const
const calls = { access: 'partner', scope: 'bookings:write' } as const

export const partnerHolds = {
  create: defineEndpoint({
    method: 'POST',
    path: '/v1/partners/me/holds',
    ...calls,
    stops: 'bookings',
    key: true,
    summary: `Holds the time of a locked quote for ${partnerLinks.hours} hours and emails the customer a link to pay the deposit. The payment books the time. With \`deposit: "on_account"\` no link is mailed, and the partner books the hold on its account. The search is one that the partner made and no customer has opened.`,
    input: z.object({
      quoteId: SearchId,
      profileId: z.string().min(1).max(120),
      type: Mode,
      hash: z.string().max(100),
      /** The event is the label of the category if missing. */
      customer: z.object({ name, email, mobile, event: event.optional() }),
      deposit: z.enum(['link', 'on_account']).default('link'),
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
      ...accountRefusals,
    ],
    limit: 30,
  }),
  book: defineEndpoint({
    method: 'POST',
    path: '/v1/partners/me/holds/{holdId}/booking',
    access: 'partner',
    scope: 'account:write',
    stops: 'bookings',
    key: true,
    summary:
      'Books a hold at once: the partner owes the deposit on its account, and the customer gets the confirmation. Refused above the credit limit; `detail.left` is what is left of it. The partner confirms that the customer has accepted the terms.',
    input: ofHold.extend({
      deposit: z.literal('on_account'),
      day: DayDetails,
      names: Names.default([]),
      terms: z.boolean(),
      /** Confirms the consent of a parent or guardian; required if the search has `forMinors`. */
      guardian: z.boolean().default(false),
    }),
    output: holdNow,
    refuses: [
      'not_found',
      'hold_lapsed',
      'already_booked',
      'state_changed',
      'address_missing',
      'terms_missing',
      'guardian_missing',
      'suspended',
      ...accountRefusals,
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
