import { z } from 'zod'
import { Appointment } from '#contract/appointments/appointment.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { FreeTime, MoveTo } from '#contract/bookings/moves.ts'
import { PartyPerson } from '#contract/bookings/party-changes.ts'
import { limits } from '#contract/constants.ts'
import { AmountUpTo, Currency, EventDate, Instant, Reason } from '#contract/values.ts'
import { TeamMail } from './team-mail.ts'

const operators = ['not_signed_in', 'session_ended', 'not_yours', 'not_allowed_acting'] as const

/**
 * Amounts shown before and after: price, customer's total, paid, outstanding, each artist's earnings, and the
 * platform's part.
 */
export const actSums = ['price', 'customer', 'paid', 'open', 'artist', 'newArtist', 'house'] as const
const ActSum = z.object({ of: z.enum(actSums), before: z.number(), after: z.number() })

const ActMail = TeamMail.extend({
  to: z.enum(['customer', 'provider', 'newProvider']),
  kind: z.string(),
  /** True if the mail is sent only after the payment or the second approval succeeds. */
  later: z.boolean(),
})

const ActDay = z.object({ startsAt: Instant, endsAt: Instant, readyAt: Instant.nullable() })

/** The side that bears a price change: the customer (new price), or the artist or platform (booked price). */
export const actBears = ['customer', 'artist', 'house'] as const
const ActBears = z.enum(actBears)
export type ActBears = z.infer<typeof ActBears>

/**
 * Preview of an action: all amounts before and after, all mails, and a hash that the request to perform it must
 * include.
 */
export const ActPreview = z.object({
  hash: z.string(),
  currency: Currency,
  sums: z.array(ActSum),
  back: z.number(),
  credit: z.number(),
  /** The customer's payment and its deadline. The booking stays unchanged until it is paid. */
  due: z.number(),
  dueUntil: Instant.nullable(),
  day: z.object({ before: ActDay, after: ActDay }),
  second: z.boolean(),
  mails: z.array(ActMail),
})
export type ActPreview = z.infer<typeof ActPreview>

const ofBooking = z.object({ appointmentId: z.uuid() })
const hash = z.string().max(100)
const done = z.object({ appointment: Appointment, preview: ActPreview })

/** Goodwill by refund to the original method, or as credit. */
export const goodwillWays = ['card', 'credit'] as const
export type GoodwillWay = (typeof goodwillWays)[number]
const Goodwill = ofBooking.extend({
  amount: AmountUpTo(1_000_000).positive(),
  as: z.enum(goodwillWays).default('card'),
  reason: Reason,
})
const Moved = ofBooking.extend({ ...MoveTo.shape, bears: ActBears, reason: Reason })
const moveRefusals = [
  ...operators,
  'not_found',
  'state_changed',
  'slot_taken',
  'time_past',
  'time_skipped',
  'date_past',
  'date_too_far',
  'too_late',
  'price_adjustment_too_large',
] as const
const Changed = ofBooking.extend({
  people: z.array(PartyPerson).min(1).max(limits.people),
  bears: ActBears,
  /** A full refund, or the refund that the policy gives for cancelling now. */
  back: z.enum(['whole', 'policy']),
  reason: Reason,
})
const changeRefusals = [
  ...operators,
  'not_found',
  'state_changed',
  'slot_taken',
  'too_late',
  'price_adjustment_too_large',
  'unknown_service',
  'trial_alone',
  'service_not_theirs',
  'party_same',
  'party_does_not_fit',
] as const
const Swapped = ofBooking.extend({ profileId: z.string().min(1).max(120), bears: ActBears, reason: Reason })
const swapRefusals = [
  ...operators,
  'not_found',
  'state_changed',
  'slot_taken',
  'too_late',
  'payout_missing',
  'own_profile',
  'price_adjustment_too_large',
] as const
const Instead = z.object({ id: z.string(), name: z.string(), slug: z.string(), area: z.string(), price: z.number() })
const goodwillRefusals = [...operators, 'not_found', 'state_changed', 'refund_too_much', 'paid_on_account'] as const

const Ended = ofBooking.extend({ reason: Reason })
const cancelRefusals = [...operators, 'not_found', 'state_changed'] as const
const NoShow = Ended.extend({
  /** The side that did not come. */
  who: z.enum(['customer', 'provider']),
})
const noShowRefusals = [...operators, 'not_found', 'state_changed', 'too_early', 'too_late'] as const
const cashRefusals = [...operators, 'not_found', 'state_changed'] as const

export const bookingActCalls = {
  previewCancelForCustomer: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/bookings/{appointmentId}/cancel-for-customer/preview',
    access: 'operator',
    duties: ['support'],
    summary:
      'Previews cancelling for the customer under the cancellation policy, with its refund and emails. Nothing is changed.',
    input: Ended,
    output: z.object({ preview: ActPreview }),
    refuses: cancelRefusals,
    notActing: true,
  }),
  cancelForCustomer: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/bookings/{appointmentId}/cancel-for-customer',
    access: 'operator',
    duties: ['support'],
    key: true,
    summary: 'Cancels a booking for the customer, as previewed. The customer gets back what the policy says.',
    input: Ended.extend({ hash }),
    output: done,
    refuses: [...cancelRefusals, 'preview_changed'],
    notActing: true,
  }),
  previewNoShow: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/bookings/{appointmentId}/no-show/preview',
    access: 'operator',
    duties: ['support'],
    summary: 'Previews marking one side as not having come, with its refund and emails. Nothing is changed.',
    input: NoShow,
    output: z.object({ preview: ActPreview }),
    refuses: noShowRefusals,
    notActing: true,
  }),
  noShow: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/bookings/{appointmentId}/no-show',
    access: 'operator',
    duties: ['support'],
    key: true,
    summary:
      'Marks one side as not having come, as previewed: a full refund if the artist did not come, none if the customer did not. Possible from 30 minutes after the start until 48 hours after the end.',
    input: NoShow.extend({ hash }),
    output: done,
    refuses: [...noShowRefusals, 'preview_changed'],
    notActing: true,
  }),
  previewUndoCash: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/bookings/{appointmentId}/undo-cash/preview',
    access: 'operator',
    duties: ['money'],
    summary: 'Previews undoing a balance that was recorded as paid in cash. Nothing is changed.',
    input: Ended,
    output: z.object({ preview: ActPreview }),
    refuses: cashRefusals,
    notActing: true,
  }),
  undoCash: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/bookings/{appointmentId}/undo-cash',
    access: 'operator',
    duties: ['money'],
    key: true,
    summary:
      'Undoes a balance that was recorded as paid in cash, as previewed, with a reversing entry in the ledger. The balance is due again.',
    input: Ended.extend({ hash }),
    output: done,
    refuses: [...cashRefusals, 'preview_changed'],
    notActing: true,
  }),
  previewGoodwill: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/bookings/{appointmentId}/goodwill/preview',
    access: 'operator',
    duties: ['money'],
    summary:
      "Previews a goodwill refund at the platform's cost, to the card or as credit, with its emails. Nothing is changed.",
    input: Goodwill,
    output: z.object({ preview: ActPreview }),
    refuses: goodwillRefusals,
    notActing: true,
  }),
  goodwill: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/bookings/{appointmentId}/goodwill',
    access: 'operator',
    duties: ['money'],
    key: true,
    summary:
      "Refunds part of a booking at the platform's cost, as previewed, to the card or as credit. From the set amount on, a second operator must approve it.",
    input: Goodwill.extend({ hash }),
    output: done,
    refuses: [...goodwillRefusals, 'preview_changed', 'step_up_needed'],
    notActing: true,
  }),
  times: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/bookings/{appointmentId}/free-times',
    access: 'operator',
    duties: ['support'],
    summary: 'Lists when the artist of a booking is free for it on a day.',
    input: ofBooking.extend({ eventDate: EventDate }),
    output: z.object({ times: z.array(FreeTime) }),
    refuses: ['not_signed_in', 'session_ended', 'not_yours', 'not_found', 'date_past', 'date_too_far'],
  }),
  previewMove: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/bookings/{appointmentId}/move/preview',
    access: 'operator',
    duties: ['support'],
    summary: 'Previews moving a booking to another time, with its amounts and emails. Nothing is changed.',
    input: Moved,
    output: z.object({ preview: ActPreview }),
    refuses: moveRefusals,
    notActing: true,
  }),
  move: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/bookings/{appointmentId}/move',
    access: 'operator',
    duties: ['support'],
    key: true,
    summary:
      "Moves a booking to another time, as previewed. If the customer's price increases, the move takes effect once they pay the difference.",
    input: Moved.extend({ hash }),
    output: done,
    refuses: [...moveRefusals, 'preview_changed'],
    notActing: true,
  }),
  previewChange: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/bookings/{appointmentId}/party/preview',
    access: 'operator',
    duties: ['support'],
    summary: 'Previews a change of people or services in a booking, with its amounts and emails. Nothing is changed.',
    input: Changed,
    output: z.object({ preview: ActPreview }),
    refuses: changeRefusals,
    notActing: true,
  }),
  change: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/bookings/{appointmentId}/party',
    access: 'operator',
    duties: ['support'],
    key: true,
    summary:
      "Changes the people or services of a booking, as previewed. If the customer's price increases, the change takes effect once they pay the difference.",
    input: Changed.extend({ hash }),
    output: done,
    refuses: [...changeRefusals, 'preview_changed'],
    notActing: true,
  }),
  others: defineEndpoint({
    method: 'GET',
    writes: true,
    path: '/v1/operator/bookings/{appointmentId}/artists',
    access: 'operator',
    duties: ['support'],
    summary:
      'Lists other artists who can be booked immediately for the same party, place and time, at their own prices.',
    input: ofBooking,
    output: z.object({ artists: z.array(Instead) }),
    refuses: ['not_signed_in', 'session_ended', 'not_yours', 'not_found', 'state_changed', 'too_late'],
  }),
  previewSwap: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/bookings/{appointmentId}/artist/preview',
    access: 'operator',
    duties: ['support'],
    summary: 'Previews replacing the artist of a booking, with its amounts and emails. Nothing is changed.',
    input: Swapped,
    output: z.object({ preview: ActPreview }),
    refuses: swapRefusals,
    notActing: true,
  }),
  swap: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/bookings/{appointmentId}/artist',
    access: 'operator',
    duties: ['support'],
    key: true,
    summary:
      'Replaces the artist, as previewed, and creates a new booking. Payments are transferred to it, and the excess is refunded.',
    input: Swapped.extend({ hash }),
    output: done,
    refuses: [...swapRefusals, 'preview_changed'],
    notActing: true,
  }),
}
