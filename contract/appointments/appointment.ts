import { TaxIncluded } from '#contract/payments/tax.ts'
import { z } from 'zod'
import { Elsewhere, ProgressEntry } from '#contract/party/day-updates.ts'
import { Credit } from '#contract/payments/vouchers.ts'
import { PaymentView as Payment } from '#contract/payments/payments.ts'
import { LookView } from '#contract/search/look-in-mind.ts'
import { Plan, PriceLine } from '#contract/search/quotes.ts'
import { SearchId } from '#contract/search/search.ts'
import { CountryCode, Currency, CustomerScore, EventDate, Instant, Mode, Picture } from '#contract/values.ts'

export const writtenTextSchema = (most: number) => z.string().trim().max(most)

/** Details that the artist needs after booking. A studio booking needs no address. */
export const DayDetails = z.object({
  address: writtenTextSchema(300).default(''),
  entrance: writtenTextSchema(300).default(''),
  parking: writtenTextSchema(300).default(''),
  notes: writtenTextSchema(2_000).default(''),
  allergies: writtenTextSchema(1_000).default(''),
})
export type DayDetails = z.infer<typeof DayDetails>

export const Names = z.array(writtenTextSchema(60)).max(20)

/**
 * Refund shares by time of cancellation; each applies until its instant. `now` is the refund at the time of the
 * response.
 */
export const RefundTimeline = z.object({
  paid: z.number(),
  steps: z.array(
    z.object({
      share: z.number(),
      until: Instant.nullable(),
      refund: z.number(),
      keptByProvider: z.number(),
      keptByPlatform: z.number(),
    }),
  ),
  now: z.number(),
  coolingUntil: Instant,
  policy: z.enum(['flexible', 'fair', 'strict']),
  countsFrom: Instant,
})
export type RefundTimeline = z.infer<typeof RefundTimeline>

export const PartyMember = z.object({
  person: z.number().int(),
  name: z.string(),
  services: z.array(z.object({ id: z.string(), label: z.string() })),
})
export type PartyMember = z.infer<typeof PartyMember>

/** State of a share: unpaid, reserved on a card, captured, paid by the booker, or refunded. */
export const ShareState = z.enum(['open', 'reserved', 'paid', 'covered', 'returned'])
export type ShareState = z.infer<typeof ShareState>
export const BilledShare = z.object({
  person: z.number().int(),
  name: z.string(),
  amount: z.number(),
  state: ShareState,
  refunded: z.number(),
  mine: z.boolean(),
})
export type BilledShare = z.infer<typeof BilledShare>

/**
 * A person on the guest list. `person` is null for someone who is not part of the party yet. Only the booker gets the
 * link keys.
 */
export const GuestRow = z.object({
  id: z.uuid().nullable(),
  person: z.number().int().nullable(),
  name: z.string(),
  services: z.array(z.object({ id: z.string(), label: z.string() })),
  key: z.string().nullable(),
  answeredAt: Instant.nullable(),
  asks: z.array(z.object({ id: z.string(), label: z.string() })).nullable(),
  declined: z.boolean(),
  look: z.string(),
  allergies: z.string(),
  /** The person's part of the whole price; null for the artist. */
  part: z.number().nullable(),
  share: BilledShare.nullable(),
})
export type GuestRow = z.infer<typeof GuestRow>

/** One person of a team's guest list: their row in each booking of the team that they are part of. */
export const TeamGuest = z.array(
  z.object({
    appointmentId: z.uuid(),
    provider: z.string(),
    /** Whether a change of that booking waits for an answer. */
    waiting: z.boolean(),
    row: GuestRow,
  }),
)
export type TeamGuest = z.infer<typeof TeamGuest>

export const agreedAt = z.enum(['before', 'after'])
export type AgreedAt = z.infer<typeof agreedAt>

const AgreedBalance = z.object({
  at: agreedAt,
  dueAt: Instant,
  /**
   * `agreed`: the customer has agreed; `proving`: the charge awaits authentication; `taken`: captured; `asked`: manual
   * payment was requested.
   */
  state: z.enum(['agreed', 'proving', 'taken', 'asked']),
  /** The consent text as the customer read it; null for the artist. */
  consentWords: z.string().nullable(),
  consentAt: Instant,
  proveUntil: Instant.nullable(),
})

const LaterDepositOfAppointment = z.object({
  amount: z.number(),
  dueAt: Instant,
  /**
   * `due`: charged on its day; `proving`: the charge awaits authentication; `asked`: manual payment was requested;
   * `paid`.
   */
  state: z.enum(['due', 'proving', 'asked', 'paid']),
  /** The consent text as the customer read it; null for the artist. */
  consentText: z.string().nullable(),
  /** While `proving` or `asked`: until when it can be paid. After that, the booking is cancelled. */
  payUntil: Instant.nullable(),
})

const Side = z.enum(['customer', 'provider'])
export const Move = z.object({
  id: z.uuid(),
  /** `operator`: our team made the proposal, which the customer must pay first. */
  by: z.enum(['customer', 'provider', 'operator']),
  startsAt: Instant,
  endsAt: Instant,
  readyAt: Instant.nullable(),
  eventDate: EventDate,
  total: z.number(),
  deposit: z.number(),
  /** `difference` is paid before the change takes effect; `back` is refunded once it does. */
  difference: z.number(),
  back: z.number(),
  /** The part of an overpayment that is not refunded; included in the total. */
  kept: z.number(),
  /** Amounts below the minimum for a card: added to the balance instead of the deposit, or waived. */
  toBalance: z.number(),
  waived: z.number(),
  /** The proposed party; null if only the time is to change. */
  party: z.array(PartyMember).nullable(),
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
  /** The key of the search whose quotes the customer owns; null for others. */ searchId: SearchId.nullable(),
  mode: Mode,
  event: z.string(),
  place: z.string(),
  countryCode: CountryCode,
  timeZone: z.string(),
  eventDate: EventDate,
  startsAt: Instant,
  endsAt: Instant,
  setupMinutes: z.number().int(),
  readyAt: Instant.nullable(),
  people: z.number().int(),
  currency: Currency,
  total: z.number(),
  deposit: z.number(),
  balance: z.number(),
  /** True if the whole price was paid at booking; then the deposit is the total. */ inFull: z.boolean(),
  provider: z.object({
    _id: z.string(),
    slug: z.string(),
    name: z.string(),
    profileImg: Picture,
    artists: z.array(z.string()),
  }),
  /** First name and initial; customer and artist see the full name. */
  customer: z.object({ id: z.string().nullable(), name: z.string() }),
})
export const AppointmentSummary = Headline.extend({
  waits: z.enum(['move', 'problem', 'rescue']).nullable(),
  /** Until when the viewer can answer the suggested time or the report; null if no answer of theirs is expected. */
  answerBy: Instant.nullable(),
  reviewed: z.boolean(),
  balancePaid: z.boolean(),
  /** The provider's part of the whole price; null for everyone else. */
  earnings: z.number().nullable(),
  services: z.array(z.string()),
  /** From the first to the last service of each artist who works on this booking, and the labels of these services. */
  artistTimes: z.array(z.object({ artist: z.string(), from: Instant, to: Instant, services: z.array(z.string()) })),
})
export type AppointmentSummary = z.infer<typeof AppointmentSummary>

export const DayOf = z.object({
  leftAt: Instant.nullable(),
  arrivedAt: Instant.nullable(),
  lateMinutes: z.number().int(),
  doneAt: Instant.nullable(),
})

/**
 * The artist's shared journey. The customer sees the minutes left, never a position; null before the first position.
 */
const SharedWay = z.object({ endsAt: Instant, at: Instant.nullable(), minutes: z.number().int().nullable() })

export const PatchTest = z.object({
  services: z.array(z.string()),
  minutes: z.number().int(),
  state: z.enum(['needed', 'booked', 'missed', 'done']),
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
  from: Instant,
  until: Instant,
  may: z.object({ book: z.boolean(), cancel: z.boolean(), judge: z.boolean() }),
})
export type PatchTest = z.infer<typeof PatchTest>

export const Trial = z.object({
  services: z.array(z.string()),
  minutes: z.number().int(),
  /** `open`: the trial is included in the price and has no time yet. */
  state: z.enum(['open', 'booked', 'missed', 'done', 'cancelled']),
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
  from: Instant,
  until: Instant,
  price: z.number(),
  /** The part of the trial's price that is deducted from the price of the day. */
  off: z.number(),
  kept: z.number(),
  withTest: z.boolean(),
  back: z.number(),
  may: z.object({ move: z.boolean(), cancel: z.boolean(), judge: z.boolean() }),
})
export type Trial = z.infer<typeof Trial>

export const Appointment = Headline.extend({
  side: z.enum(['customer', 'provider', 'operator']),
  lines: z.array(PriceLine),
  tax: TaxIncluded.nullable(),
  earnings: z.number().nullable(),
  fee: z.number().nullable(),
  /** About where it takes place, to two decimals (1 km): longitude, latitude. Null once the position was deleted. */
  center: z.tuple([z.number(), z.number()]).nullable(),
  /** The current plan, in which the updates of the day are applied. */
  plan: Plan,
  planned: Plan,
  /** Updates of the day. The artist also gets updates that were undone. */
  said: z.array(ProgressEntry),
  /** On the day: when the people of this booking are with other artists of the team. */
  elsewhere: z.array(Elsewhere),
  sharedWay: SharedWay.nullable(),
  names: z.array(z.string()),
  /** When the booker confirmed the consent of a parent or guardian; null if the party needed none. */
  guardianConfirmedAt: Instant.nullable(),
  party: z.array(PartyMember),
  /** Forms to sign before the appointment; answers have their own endpoint. */
  forms: z.array(z.object({ name: z.string(), number: z.number().int(), signedAt: Instant.nullable() })),
  /** The required patch test, without which the booking cannot start; null if none is needed. */
  patchTest: PatchTest.nullable(),
  trial: Trial.nullable(),
  /** Guests with their own links and their answers. Operators get the people of the party without links and answers. */
  guests: z.array(GuestRow),
  /** The booker's guest list across all artists of a team; null without a team, and for artists and operators. */
  teamGuests: z.array(TeamGuest).nullable(),
  dayOf: DayOf,
  day: DayDetails,
  studioAddress: z.string().nullable(),
  /** The customer's number, if they share it for the day. */
  mobile: z.string().nullable(),
  shareNumber: z.boolean(),
  smsReminders: z.boolean(),
  paid: z.number(),
  refunded: z.number(),
  refundWaiting: z.number(),
  /** The partner that paid the deposit on account; null if the customer paid. */
  depositPaidBy: z.string().nullable(),
  /**
   * The amounts that were captured by card and not refunded: the platform's and the provider's part; null for
   * customers.
   */
  held: z.object({ platform: z.number(), provider: z.number() }).nullable(),
  tip: z.object({ amount: z.number(), paidAt: Instant }).nullable(),
  /** True once the viewer has reviewed it. */
  reviewed: z.boolean(),
  balancePaid: z.object({ at: Instant, how: z.enum(['cash', 'online']) }).nullable(),
  onlineBalance: z.boolean(),
  credits: z.array(Credit),
  /** Set if the balance will be charged to a saved card. */
  agreedBalance: AgreedBalance.nullable(),
  /** Set if a part of the deposit is charged 60 days before the start. It is included in the balance until paid. */
  laterDeposit: LaterDepositOfAppointment.nullable(),
  payments: z.array(Payment),
  split: z.array(BilledShare).nullable(),
  refund: RefundTimeline,
  move: Move.nullable(),
  problem: Problem.nullable(),
  conversationId: z.uuid().nullable(),
  shareKey: z.string(),
  /** The artist's calendar file, with client and place; null for others. */
  calendarFile: z.string().nullable(),
  /** Actions of operators, oldest first, worded for the caller. */
  acts: z.array(z.object({ at: Instant, text: z.string(), reason: z.string() })),
  sequence: z.number().int(),
  bookedAt: Instant,
  changedAt: Instant,
  endedAt: Instant.nullable(),
  endReason: z.string(),
  rescueUntil: Instant.nullable(),
  rescueEnded: z.enum(['rebooked', 'declined', 'lapsed']).nullable(),
  /** The artist's own note, and other artists' ratings of the customer; null for others. */
  note: z.string().nullable(),
  customerScore: CustomerScore,
  /** The look that the customer searched for. Only the artist sees it; null for others. */
  inMind: LookView.nullable(),
  may: z.object({
    cancel: z.boolean(),
    move: z.boolean(),
    answerMove: z.boolean(),
    withdrawMove: z.boolean(),
    change: z.boolean(),
    report: z.boolean(),
    addSide: z.boolean(),
    payBalance: z.boolean(),
    payLaterDeposit: z.boolean(),
    agreeBalance: z.boolean(),
    recordBalance: z.boolean(),
    tip: z.boolean(),
    work: z.boolean(),
    rescue: z.boolean(),
  }),
})
export type Appointment = z.infer<typeof Appointment>

export const appointmentParams = z.object({ appointmentId: z.uuid() })
export const refusedOnOwn = ['not_found', 'not_yours', 'not_allowed_acting'] as const
export const appointmentNow = z.object({ appointment: Appointment })
