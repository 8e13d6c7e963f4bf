import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { PaymentView as Payment } from '#contract/payments/payments.ts'
import { Code, codeRefusals, Credit } from '#contract/payments/vouchers.ts'
import { LockedQuote } from '#contract/search/quotes.ts'
import { Requester, SearchId } from '#contract/search/search.ts'
import { Instant, Mode } from '#contract/values.ts'
import { DayDetails, Names, refusedOnOwn } from '#contract/appointments/appointment.ts'
import { holdEndReasons, holdTimers } from './lifecycle-hold.ts'

export const Hold = z.object({
  id: z.uuid(),
  state: z.enum(['held', 'booked', 'lapsed', 'released']),
  expiresAt: Instant,
  secondsLeft: z.number().int(),
  /** How often the customer can still extend the hold. */
  extensionsLeft: z.number().int(),
  /**
   * Why the hold ended without a booking. Null for an active or booked hold, and for holds that ended before reasons
   * were recorded.
   */
  endReason: z.enum(holdEndReasons).nullable(),
  searchId: SearchId,
  profileId: z.string(),
  slug: z.string(),
  name: z.string(),
  quote: LockedQuote,
  day: DayDetails.nullable(),
  names: z.array(z.string()),
  appointmentId: z.uuid().nullable(),
  payment: Payment.nullable(),
  inFull: z.boolean(),
  credits: z.array(Credit),
  bill: z.enum(['asked', 'open', 'covered', 'let_go']).nullable(),
})
export type Hold = z.infer<typeof Hold>

/** Detail of the refusal `hold_stands`: the customer's active hold with another artist. */
export type OtherHold = Pick<Hold, 'id' | 'name' | 'slug' | 'searchId' | 'secondsLeft'>

const ofHold = z.object({ holdId: z.uuid() })

export const holdCalls = {
  hold: defineEndpoint({
    method: 'POST',
    path: '/v1/holds',
    access: 'visitor',
    stops: 'bookings',
    summary:
      'Creates a hold for 15 minutes on the locked quote with this hash, once the search has its details. Throws `hold_stands` while a time with another artist is on hold; `replace` releases that one.',
    key: true,
    keyInAct: true,
    notActing: true,
    input: z.object({
      quoteId: SearchId,
      profileId: z.string().min(1).max(120),
      type: Mode,
      hash: z.string().max(100),
      replace: z.boolean().optional(),
    }),
    output: z.object({ hold: Hold }),
    refuses: [
      ...refusedOnOwn,
      'quote_changed',
      'quote_expired',
      'slot_taken',
      'time_needed',
      'payout_missing',
      'state_changed',
      'already_booked',
      'not_instant',
      'details_needed',
      'own_profile',
      'hold_stands',
      'too_many_holds',
      'test_too_late',
    ],
    limit: 30,
  }),
  readHold: defineEndpoint({
    method: 'GET',
    path: '/v1/holds/{holdId}',
    access: 'visitor',
    summary: 'Returns a hold with its expiry time and, once confirmed, its booking.',
    input: ofHold,
    output: z.object({ hold: Hold }),
    refuses: ['not_found'],
  }),
  extendHold: defineEndpoint({
    method: 'POST',
    path: '/v1/holds/{holdId}/extend',
    access: 'visitor',
    summary:
      'Extends a hold by 15 minutes, twice at most, but not beyond the start of the appointment. `extension` counts from 1, so that a repeated call extends once.',
    notActing: true,
    input: ofHold.extend({ extension: z.number().int().min(1).max(holdTimers.extensions) }),
    output: z.object({ hold: Hold }),
    refuses: [...refusedOnOwn, 'hold_lapsed', 'hold_extension_limit'],
    limit: 30,
  }),
  releaseHold: defineEndpoint({
    method: 'POST',
    path: '/v1/holds/{holdId}/release',
    access: 'visitor',
    summary: 'Releases a hold.',
    notActing: true,
    input: ofHold,
    output: z.object({ hold: Hold }),
    refuses: [...refusedOnOwn],
    limit: 120,
  }),
  addCredit: defineEndpoint({
    method: 'POST',
    path: '/v1/holds/{holdId}/credits',
    access: 'visitor',
    key: true,
    notActing: true,
    summary: 'Applies a gift voucher to the deposit of a hold.',
    input: ofHold.extend({ code: Code }),
    output: z.object({ hold: Hold }),
    refuses: [...refusedOnOwn, ...codeRefusals, 'hold_lapsed', 'split_already_open'],
    limit: 20,
  }),
  removeCredit: defineEndpoint({
    method: 'POST',
    path: '/v1/holds/{holdId}/credits/{creditId}/drop',
    access: 'visitor',
    key: true,
    notActing: true,
    summary: 'Removes a gift voucher from a hold.',
    input: ofHold.extend({ creditId: z.uuid() }),
    output: z.object({ hold: Hold }),
    refuses: [...refusedOnOwn, 'hold_lapsed'],
    limit: 120,
  }),
  pay: defineEndpoint({
    method: 'POST',
    path: '/v1/holds/{holdId}/payment',
    access: 'visitor',
    key: true,
    keyInAct: true,
    notActing: true,
    summary:
      "Saves the customer's details, the day and the accepted terms with the hold. Opens the payment of the deposit, or of the whole price.",
    input: ofHold.extend({
      requester: Requester,
      day: DayDetails,
      names: Names.default([]),
      shareNumber: z.boolean().default(false),
      smsReminders: z.boolean().default(false),
      terms: z.boolean(),
      /** Confirms the consent of a parent or guardian; required if the search has `forMinors`. */
      guardian: z.boolean().default(false),
      inFull: z.boolean().default(false),
      /**
       * Splits the bill. The booker is this person of the party and pays their own share now; the others pay by link.
       */
      split: z
        .object({ person: z.number().int().min(1).max(20) })
        .nullable()
        .default(null),
    }),
    /** The payment is null if credits cover the whole amount; then the hold is already booked. */
    output: z.object({ hold: Hold, payment: Payment.nullable() }),
    refuses: [
      ...refusedOnOwn,
      'address_missing',
      'terms_missing',
      'guardian_missing',
      'mobile_invalid',
      'contact_early',
      'slot_taken',
      'visit_taken',
      'hold_lapsed',
      'state_changed',
      'already_booked',
      'own_profile',
      'split_needs_others',
      'split_voucher',
      'split_too_late',
      'split_already_open',
      'split_limit_reached',
      'promo_limit_reached',
      'promo_first_only',
    ],
    limit: 30,
  }),
}
