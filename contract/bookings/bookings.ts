import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { ShownPayment as Payment } from '#contract/payments/payments.ts'
import { Card, LockedQuote, Plan, PriceLine } from '#contract/search/quotes.ts'
import { Requester, SearchId } from '#contract/search/search.ts'
import { CountryCode, Currency, CustomerScore, EventDate, Instant, Mode, Picture, TimeOfDay } from '#contract/values.ts'

const text = (most: number) => z.string().trim().max(most)

/** What the artist sees once it is booked; at a studio nobody needs an address. */
export const DayDetails = z.object({
  address: text(300).default(''),
  entrance: text(300).default(''),
  parking: text(300).default(''),
  notes: text(2_000).default(''),
  allergies: text(1_000).default(''),
})
export type DayDetails = z.infer<typeof DayDetails>

const Names = z.array(text(60)).max(20)

export const FreeTime = z.object({ startsAt: Instant, endsAt: Instant, readyAt: Instant, finishTime: TimeOfDay })
export type FreeTime = z.infer<typeof FreeTime>

export const Hold = z.object({
  id: z.uuid(),
  state: z.enum(['held', 'booked', 'lapsed', 'released']),
  expiresAt: Instant,
  /** By the clock that ends it, whatever the browser's says. */ secondsLeft: z.number().int(),
  searchId: SearchId,
  profileId: z.string(),
  slug: z.string(),
  name: z.string(),
  quote: LockedQuote,
  day: DayDetails.nullable(),
  names: z.array(z.string()),
  appointmentId: z.uuid().nullable(),
  payment: Payment.nullable(),
})
export type Hold = z.infer<typeof Hold>

/** What comes back when: each share until its instant, the last for ever; `now` is what cancelling this minute brings. */
export const RefundTimeline = z.object({
  paid: z.number(),
  steps: z.array(z.object({ share: z.number(), until: Instant.nullable(), refund: z.number() })),
  now: z.number(),
  coolingUntil: Instant,
  policy: z.enum(['flexible', 'fair', 'strict']),
  countsFrom: Instant,
})
export type RefundTimeline = z.infer<typeof RefundTimeline>

const Side = z.enum(['customer', 'provider'])
export const Move = z.object({
  id: z.uuid(),
  by: Side,
  startsAt: Instant,
  endsAt: Instant,
  readyAt: Instant.nullable(),
  eventDate: EventDate,
  total: z.number(),
  deposit: z.number(),
  difference: z.number(),
  waitsUntil: Instant,
  agreed: z.boolean(),
  payment: Payment.nullable(),
})
export type Move = z.infer<typeof Move>

export const problemKinds = ['no_show', 'late', 'other_work', 'price', 'damage', 'other'] as const
export const Problem = z.object({
  id: z.uuid(),
  by: Side,
  kind: z.enum(problemKinds),
  text: z.string(),
  pictures: z.array(Picture),
  otherSide: z.string().nullable(),
  answerUntil: Instant,
  state: z.enum(['open', 'settled']),
  outcome: z.enum(['refund', 'paid', 'split']).nullable(),
  refund: z.number().nullable(),
  reason: z.string(),
  createdAt: Instant,
  settledAt: Instant.nullable(),
})
export type Problem = z.infer<typeof Problem>

export const AppointmentState = z.enum(['booked', 'completed', 'cancelled', 'no_show', 'disputed', 'settled'])

const Headline = z.object({
  id: z.uuid(),
  number: z.number().int(),
  state: AppointmentState,
  cancelledBy: z.enum(['customer', 'provider', 'operator']).nullable(),
  noShowOf: Side.nullable(),
  searchId: SearchId,
  mode: Mode,
  event: z.string(),
  place: z.string(),
  countryCode: CountryCode,
  timeZone: z.string(),
  eventDate: EventDate,
  startsAt: Instant,
  endsAt: Instant,
  readyAt: Instant.nullable(),
  people: z.number().int(),
  currency: Currency,
  total: z.number(),
  deposit: z.number(),
  balance: z.number(),
  provider: z.object({
    _id: z.string(),
    slug: z.string(),
    name: z.string(),
    profileImg: Picture,
    artists: z.array(z.string()),
  }),
  /** First name and initial; the whole name for the customer themself and for the artist. */
  customer: z.object({ id: z.string().nullable(), name: z.string() }),
})
export const AppointmentSummary = Headline.extend({
  waits: z.enum(['move', 'problem', 'rescue']).nullable(),
  reviewed: z.boolean(),
  balancePaid: z.boolean(),
  /** What is the provider's of the whole price; to them only. */
  earnings: z.number().nullable(),
})
export type AppointmentSummary = z.infer<typeof AppointmentSummary>

export const DayOf = z.object({
  leftAt: Instant.nullable(),
  arrivedAt: Instant.nullable(),
  lateMinutes: z.number().int(),
  doneAt: Instant.nullable(),
})

export const Appointment = Headline.extend({
  side: z.enum(['customer', 'provider', 'operator']),
  lines: z.array(PriceLine),
  earnings: z.number().nullable(),
  fee: z.number().nullable(),
  plan: Plan,
  names: z.array(z.string()),
  dayOf: DayOf,
  day: DayDetails,
  studioAddress: z.string().nullable(),
  /** The customer's number, where they share it for the day. */
  mobile: z.string().nullable(),
  shareNumber: z.boolean(),
  smsReminders: z.boolean(),
  paid: z.number(),
  refunded: z.number(),
  balancePaid: z.object({ at: Instant, how: z.enum(['cash', 'online']) }).nullable(),
  onlineBalance: z.boolean(),
  payments: z.array(Payment),
  refund: RefundTimeline,
  move: Move.nullable(),
  problem: Problem.nullable(),
  conversationId: z.uuid().nullable(),
  shareKey: z.string(),
  sequence: z.number().int(),
  bookedAt: Instant,
  changedAt: Instant,
  endedAt: Instant.nullable(),
  endReason: z.string(),
  rescueUntil: Instant.nullable(),
  rescueEnded: z.enum(['rebooked', 'declined', 'lapsed']).nullable(),
  /** The artist's own note, and how other artists found the customer; to the artist only. */
  note: z.string().nullable(),
  customerScore: CustomerScore,
  may: z.object({
    cancel: z.boolean(),
    move: z.boolean(),
    answerMove: z.boolean(),
    withdrawMove: z.boolean(),
    change: z.boolean(),
    report: z.boolean(),
    addSide: z.boolean(),
    payBalance: z.boolean(),
    recordBalance: z.boolean(),
    work: z.boolean(),
    rescue: z.boolean(),
  }),
})
export type Appointment = z.infer<typeof Appointment>

/** The run sheet as the group sees it: no contact details, no prices. */
export const SharedSheet = z.object({
  provider: z.string(),
  artists: z.array(z.string()),
  event: z.string(),
  place: z.string(),
  countryCode: CountryCode,
  timeZone: z.string(),
  eventDate: EventDate,
  mode: Mode,
  state: AppointmentState,
  startsAt: Instant,
  endsAt: Instant,
  readyAt: Instant.nullable(),
  plan: Plan,
  names: z.array(z.string()),
  dayOf: DayOf,
  changedAt: Instant,
  sequence: z.number().int(),
})
export type SharedSheet = z.infer<typeof SharedSheet>

const ofAppointment = z.object({ appointmentId: z.uuid() })
const ofHold = z.object({ holdId: z.uuid() })
const mine = ['not_found', 'not_yours', 'not_allowed_acting'] as const
const reason = text(500).default('')
/** Another time: of another day or the same, ready by then or starting then. */
export const MoveTo = z.object({ eventDate: EventDate, finishTime: TimeOfDay })
const booking = z.object({ appointment: Appointment })

export const bookings = {
  hold: endpoint({
    method: 'POST',
    path: '/v1/holds',
    access: 'visitor',
    summary:
      'Keeps a time for 15 minutes: the locked quote by its hash. Another time that the same visitor keeps is let go.',
    key: true,
    notActing: true,
    input: z.object({
      quoteId: SearchId,
      profileId: z.string().min(1).max(120),
      type: Mode,
      hash: z.string().max(100),
    }),
    output: z.object({ hold: Hold }),
    refuses: [
      ...mine,
      'quote_changed',
      'quote_expired',
      'slot_taken',
      'time_needed',
      'payout_missing',
      'state_changed',
      'already_booked',
      'not_instant',
    ],
    limit: 30,
  }),
  readHold: endpoint({
    method: 'GET',
    path: '/v1/holds/{holdId}',
    access: 'visitor',
    summary: 'A kept time with its countdown, and the booking it has become.',
    input: ofHold,
    output: z.object({ hold: Hold }),
    refuses: ['not_found'],
  }),
  releaseHold: endpoint({
    method: 'POST',
    path: '/v1/holds/{holdId}/release',
    access: 'visitor',
    summary: 'Lets a kept time go.',
    notActing: true,
    input: ofHold,
    output: z.object({ hold: Hold }),
    refuses: [...mine],
  }),
  pay: endpoint({
    method: 'POST',
    path: '/v1/holds/{holdId}/payment',
    access: 'visitor',
    key: true,
    notActing: true,
    summary:
      'Keeps the details, the day and the accepted terms with the kept time, and opens the payment of its deposit.',
    input: ofHold.extend({
      requester: Requester,
      day: DayDetails,
      names: Names.default([]),
      shareNumber: z.boolean().default(false),
      smsReminders: z.boolean().default(false),
      terms: z.boolean(),
    }),
    output: z.object({ hold: Hold, payment: Payment }),
    refuses: [
      ...mine,
      'address_missing',
      'terms_missing',
      'mobile_invalid',
      'contact_early',
      'slot_taken',
      'hold_lapsed',
      'state_changed',
      'already_booked',
    ],
    limit: 30,
  }),
  list: endpoint({
    method: 'GET',
    path: '/v1/bookings',
    access: 'member',
    summary: 'The caller’s own bookings: what is ahead, soonest first, and what is past, newest first.',
    input: z.object({}),
    output: z.object({ ahead: z.array(AppointmentSummary), past: z.array(AppointmentSummary) }),
    refuses: [],
  }),
  read: endpoint({
    method: 'GET',
    path: '/v1/bookings/{appointmentId}',
    access: 'visitor',
    summary: 'A booking as its customer sees it.',
    input: ofAppointment,
    output: booking,
    refuses: ['not_found'],
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/v1/bookings/{appointmentId}',
    access: 'visitor',
    notActing: true,
    key: true,
    summary: 'Changes the day: address, notes, names, the order in the chairs (people by place), what is shared.',
    input: ofAppointment.extend({
      day: DayDetails.partial().optional(),
      names: Names.optional(),
      order: z.array(z.number().int().min(1).max(20)).max(20).optional(),
      shareNumber: z.boolean().optional(),
      smsReminders: z.boolean().optional(),
    }),
    output: booking,
    refuses: [...mine, 'state_changed', 'order_cannot', 'address_missing'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/cancel',
    access: 'visitor',
    notActing: true,
    key: true,
    summary: 'Cancels; `refund` is what the customer was shown, and anything else is refused with what it is now.',
    input: ofAppointment.extend({ refund: z.number().min(0).max(10_000_000), reason }),
    output: booking,
    refuses: [...mine, 'state_changed', 'refund_changed'],
  }),
  freeTimes: endpoint({
    method: 'GET',
    path: '/v1/bookings/{appointmentId}/free-times',
    access: 'visitor',
    summary: 'When the artist is free on a day for this very job, by the time to be ready.',
    input: ofAppointment.extend({ eventDate: EventDate }),
    output: z.object({ times: z.array(FreeTime), total: z.number().nullable(), deposit: z.number().nullable() }),
    refuses: ['not_found', 'date_past', 'date_too_far'],
    limit: 120,
  }),
  proposeMove: endpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/moves',
    access: 'visitor',
    notActing: true,
    key: true,
    summary: 'Suggests another time; the booking stands until the other side accepts.',
    input: ofAppointment.extend(MoveTo.shape),
    output: booking,
    refuses: [
      ...mine,
      'state_changed',
      'slot_taken',
      'time_past',
      'date_past',
      'date_too_far',
      'too_late',
      'move_waits',
    ],
  }),
  answerMove: endpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/moves/{moveId}',
    access: 'visitor',
    notActing: true,
    key: true,
    summary:
      'Accepts or keeps the original time, as customer; where the deposit grows, answers the payment of the difference, which makes the move stand. The proposer takes it back by `withdraw`.',
    input: ofAppointment.extend({ moveId: z.uuid(), answer: z.enum(['accept', 'decline', 'withdraw']) }),
    output: booking.extend({ payment: Payment.nullable() }),
    refuses: [...mine, 'state_changed', 'slot_taken'],
  }),
  payBalance: endpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/balance',
    access: 'visitor',
    notActing: true,
    key: true,
    summary: 'Opens the payment of the balance, where the artist takes it online and it is due within 7 days.',
    input: ofAppointment,
    output: z.object({ payment: Payment }),
    refuses: [...mine, 'state_changed', 'balance_closed'],
  }),
  report: endpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/problem',
    access: 'visitor',
    notActing: true,
    key: true,
    summary: 'Reports a problem, until 48 hours after the end: payout waits while a person looks.',
    input: ofAppointment.extend({
      kind: z.enum(problemKinds),
      text: text(4_000).default(''),
      pictures: z.array(z.string().max(300)).max(6).default([]),
    }),
    output: booking,
    refuses: [...mine, 'state_changed', 'too_early', 'too_late'],
  }),
  addSide: endpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/problem/side',
    access: 'visitor',
    notActing: true,
    key: true,
    summary: 'The other side of a report.',
    input: ofAppointment.extend({ text: z.string().trim().min(1, 'Text is required').max(4_000) }),
    output: booking,
    refuses: [...mine, 'state_changed', 'too_late'],
  }),
  rescue: endpoint({
    method: 'GET',
    path: '/v1/bookings/{appointmentId}/rescue',
    access: 'visitor',
    summary:
      'After the artist cancelled: up to three free artists at the same or a lower price, for whom the deposit that was paid stands ready.',
    input: ofAppointment,
    output: z.object({
      open: z.boolean(),
      ended: z.enum(['rebooked', 'declined', 'lapsed']).nullable(),
      until: Instant.nullable(),
      refund: z.number(),
      currency: Currency,
      found: z.number().int(),
      artists: z.array(Card),
      totalBefore: z.number(),
    }),
    refuses: ['not_found', 'state_changed'],
  }),
  takeRescue: endpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/rescue',
    access: 'visitor',
    notActing: true,
    key: true,
    summary: 'Books one of them with the deposit that was paid; what is too much of it goes back.',
    input: ofAppointment.extend({ profileId: z.string().min(1).max(120), hash: z.string().max(100).optional() }),
    output: booking,
    refuses: [...mine, 'state_changed', 'slot_taken', 'quote_changed', 'quote_expired', 'payout_missing'],
  }),
  endRescue: endpoint({
    method: 'POST',
    path: '/v1/bookings/{appointmentId}/rescue/end',
    access: 'visitor',
    notActing: true,
    key: true,
    summary: 'No thank you: everything that was paid goes back.',
    input: ofAppointment,
    output: booking,
    refuses: [...mine, 'state_changed'],
  }),
  sheet: endpoint({
    method: 'GET',
    path: '/v1/run-sheets/{key}',
    access: 'public',
    summary: 'The run sheet for the group, by the key of its link: no contact details, no prices.',
    input: z.object({ key: z.string().regex(/^[A-Za-z0-9_-]{20,40}$/) }),
    output: z.object({ sheet: SharedSheet }),
    refuses: ['not_found', 'rate_limited'],
    limit: 120,
  }),
}
