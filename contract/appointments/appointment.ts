import { TaxIncluded } from '#contract/payments/tax.ts'
import { z } from 'zod'
import { Elsewhere, ProgressEntry } from '#contract/party/day-updates.ts'
import { Credit } from '#contract/payments/vouchers.ts'
import { PaymentView as Payment } from '#contract/payments/payments.ts'
import { LookView } from '#contract/search/look-in-mind.ts'
import { Plan, PriceLine } from '#contract/search/quotes.ts'
import { SearchId } from '#contract/search/search.ts'
import { CountryCode, Currency, CustomerScore, EventDate, Instant, Mode, Picture } from '#contract/values.ts'

/** Text that somebody writes, without the space around it. */
export const writtenTextSchema = (most: number) => z.string().trim().max(most)

/** What the artist sees once it is booked; at a studio nobody needs an address. */
export const DayDetails = z.object({
  address: writtenTextSchema(300).default(''),
  entrance: writtenTextSchema(300).default(''),
  parking: writtenTextSchema(300).default(''),
  notes: writtenTextSchema(2_000).default(''),
  allergies: writtenTextSchema(1_000).default(''),
})
export type DayDetails = z.infer<typeof DayDetails>

/** The people of a group, in the order of its plan. */
export const Names = z.array(writtenTextSchema(60)).max(20)

/** What comes back when, and who keeps how much of the rest: each share until its instant, the last for ever; `now` is what cancelling this minute brings. */
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

/** Somebody of a party, by place in its plan. */
export const PartyMember = z.object({
  person: z.number().int(),
  name: z.string(),
  services: z.array(z.object({ id: z.string(), label: z.string() })),
})
export type PartyMember = z.infer<typeof PartyMember>

/** A share of a bill as whoever booked sees it. Nobody has paid it; reserved on a card; taken; paid by whoever booked; gone back, in part or all of it. */
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

/** A person of the party on its guest list, or somebody who shall come to it (`person` null). Keys go to whoever booked alone. */
export const GuestRow = z.object({
  id: z.uuid().nullable(),
  person: z.number().int().nullable(),
  name: z.string(),
  services: z.array(z.object({ id: z.string(), label: z.string() })),
  key: z.string().nullable(),
  answeredAt: Instant.nullable(),
  /** What they would like to have done instead, while nobody has said yes or no to it. */
  asks: z.array(z.object({ id: z.string(), label: z.string() })).nullable(),
  declined: z.boolean(),
  look: z.string(),
  allergies: z.string(),
  /** Theirs of the whole price; not to the artist. */
  part: z.number().nullable(),
  share: BilledShare.nullable(),
})
export type GuestRow = z.infer<typeof GuestRow>

export const agreedAt = z.enum(['before', 'after'])
export type AgreedAt = z.infer<typeof agreedAt>

const AgreedBalance = z.object({
  at: agreedAt,
  dueAt: Instant,
  /** Agreed, waiting for whoever owns the card to prove it, taken, or asked for by hand. */
  state: z.enum(['agreed', 'proving', 'taken', 'asked']),
  /** What the customer agreed to, in the words that they read; not to the artist. */
  consentWords: z.string().nullable(),
  consentAt: Instant,
  proveUntil: Instant.nullable(),
})

const Side = z.enum(['customer', 'provider'])
export const Move = z.object({
  id: z.uuid(),
  /** Of the team, where it has to be paid for first. */
  by: z.enum(['customer', 'provider', 'operator']),
  startsAt: Instant,
  endsAt: Instant,
  readyAt: Instant.nullable(),
  eventDate: EventDate,
  total: z.number(),
  deposit: z.number(),
  /** What is paid before it stands, and what goes back once it does. */
  difference: z.number(),
  back: z.number(),
  /** Of what was paid too much, what is kept; it is in the total. */
  kept: z.number(),
  /** Too little to charge to a card: what of the deposit is paid with the balance instead, and what of the price nobody pays. */
  toBalance: z.number(),
  waived: z.number(),
  /** The party as it would be; null where only the time moves. */
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
  /** The customer's own key to their quotes: nobody else is told. */ searchId: SearchId.nullable(),
  mode: Mode,
  event: z.string(),
  place: z.string(),
  countryCode: CountryCode,
  timeZone: z.string(),
  eventDate: EventDate,
  /** When the artist arrives, and when the last service ends. */
  startsAt: Instant,
  endsAt: Instant,
  /** Minutes from arrival to the first service. */
  setupMinutes: z.number().int(),
  readyAt: Instant.nullable(),
  people: z.number().int(),
  currency: Currency,
  total: z.number(),
  deposit: z.number(),
  balance: z.number(),
  /** All of it was paid at booking: its deposit is the whole. */ inFull: z.boolean(),
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

/** An artist’s way while they share it. How far they are is told the customer alone, and nobody where; null before a place has come. */
const SharedWay = z.object({ endsAt: Instant, at: Instant.nullable(), minutes: z.number().int().nullable() })

export const PatchTest = z.object({
  /** What it is for, where it is not done. */
  services: z.array(z.string()),
  minutes: z.number().int(),
  state: z.enum(['needed', 'booked', 'missed', 'done']),
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
  /** When it can begin at the soonest, and has to be over. */
  from: Instant,
  until: Instant,
  may: z.object({ book: z.boolean(), cancel: z.boolean(), judge: z.boolean() }),
})
export type PatchTest = z.infer<typeof PatchTest>

export const Trial = z.object({
  /** What is tried. */
  services: z.array(z.string()),
  minutes: z.number().int(),
  /** Open: it is in the price and waits for another time. */
  state: z.enum(['open', 'booked', 'missed', 'done', 'cancelled']),
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
  /** When it can begin at the soonest, and has to be over. */
  from: Instant,
  until: Instant,
  price: z.number(),
  /** What of it comes off the price of the day. */
  off: z.number(),
  /** What of it stays in the price although it was cancelled. */
  kept: z.number(),
  /** The patch test is done at it too. */
  withTest: z.boolean(),
  /** What comes off the price where whoever looks cancels it now. */
  back: z.number(),
  may: z.object({ move: z.boolean(), cancel: z.boolean(), judge: z.boolean() }),
})
export type Trial = z.infer<typeof Trial>

export const Appointment = Headline.extend({
  side: z.enum(['customer', 'provider', 'operator']),
  lines: z.array(PriceLine),
  /** The tax that is in the total, as it was booked. */
  tax: TaxIncluded.nullable(),
  earnings: z.number().nullable(),
  fee: z.number().nullable(),
  /** As it runs now: with what was said on the day. */
  plan: Plan,
  planned: Plan,
  /** What was said on the day; for its artist with what they took back. */
  said: z.array(ProgressEntry),
  /** When its people are with the other artists of a team, on the day. */
  elsewhere: z.array(Elsewhere),
  sharedWay: SharedWay.nullable(),
  names: z.array(z.string()),
  party: z.array(PartyMember),
  /** What is signed before the work, or waits for it; what was answered stands elsewhere, for the two sides alone. */
  forms: z.array(z.object({ name: z.string(), number: z.number().int(), signedAt: Instant.nullable() })),
  /** The patch test that it needs or had; null where none is needed. Until it is done the booking is not ready, and does not start. */
  patchTest: PatchTest.nullable(),
  /** The trial before it; null where none was booked. */
  trial: Trial.nullable(),
  /** Who has a link of their own and what they said by it; the party alone to the team. */
  guests: z.array(GuestRow),
  dayOf: DayOf,
  day: DayDetails,
  studioAddress: z.string().nullable(),
  /** The customer's number, where they share it for the day. */
  mobile: z.string().nullable(),
  shareNumber: z.boolean(),
  smsReminders: z.boolean(),
  paid: z.number(),
  refunded: z.number(),
  /** The part of the refund that waits for the approval of a second operator. */
  refundWaiting: z.number(),
  /** Of what was paid by card and has not gone back: the platform's and the provider's; not to customers. */
  held: z.object({ platform: z.number(), provider: z.number() }).nullable(),
  /** What the customer gave on top; all of it the artist's. */
  tip: z.object({ amount: z.number(), paidAt: Instant }).nullable(),
  balancePaid: z.object({ at: Instant, how: z.enum(['cash', 'online']) }).nullable(),
  onlineBalance: z.boolean(),
  /** What is kept to pay part of the balance. */
  credits: z.array(Credit),
  /** Where it is taken by itself from a saved card. */
  agreedBalance: AgreedBalance.nullable(),
  payments: z.array(Payment),
  /** Who paid which share, where the party shared the bill; not to the artist. */
  split: z.array(BilledShare).nullable(),
  refund: RefundTimeline,
  move: Move.nullable(),
  problem: Problem.nullable(),
  conversationId: z.uuid().nullable(),
  shareKey: z.string(),
  /** The artist's own calendar file, with client and place; to the artist only. */
  calendarFile: z.string().nullable(),
  /** What the team has done with it, oldest first, in words for whoever looks. */
  acts: z.array(z.object({ at: Instant, text: z.string(), reason: z.string() })),
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
  /** What the customer had in mind when they searched; for the artist alone. */
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
    agreeBalance: z.boolean(),
    recordBalance: z.boolean(),
    tip: z.boolean(),
    work: z.boolean(),
    rescue: z.boolean(),
  }),
})
export type Appointment = z.infer<typeof Appointment>

/** Names an appointment in the path of a call. */
export const appointmentParams = z.object({ appointmentId: z.uuid() })
/** Why an act on one's own booking is refused, whatever the act. */
export const refusedOnOwn = ['not_found', 'not_yours', 'not_allowed_acting'] as const
/** What most calls answer: the booking as it is now. */
export const appointmentNow = z.object({ appointment: Appointment })
