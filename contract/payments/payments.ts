import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { paymentStates } from './lifecycle-payment.ts'
import { BookedJob } from './statements.ts'
import { TaxIncluded } from './tax.ts'
import { PriceLine } from '#contract/search/quotes.ts'
import { CountryCode, Currency, EventDate, Instant, patternSchema } from '#contract/values.ts'

const open = ['not_found'] as const
const signedIn = ['not_signed_in', 'session_ended', 'not_yours'] as const
const Amount = z.number()
const Cursor = z.string().max(200).optional()
const NextCursor = z.string().nullable()

export const PaymentKind = z.enum([
  'deposit',
  'later_deposit',
  'balance',
  'difference',
  'tip',
  'share',
  'voucher',
  'credit',
])
export type PaymentKind = z.infer<typeof PaymentKind>
export const PaymentState = z.enum(paymentStates)

/** Data for the browser to confirm a payment and show its state. */
export const PaymentView = z.object({
  id: z.uuid(),
  kind: PaymentKind,
  ref: z.uuid(),
  state: PaymentState,
  amount: Amount,
  currency: Currency,
  description: z.string(),
  email: z.string(),
  /** `credit` is paid by a voucher and `account` by a partner on account, both without a gateway request. */
  gateway: z.enum(['test', 'stripe', 'credit', 'account']),
  clientSecret: z.string().nullable(),
  publishableKey: z.string().nullable(),
  error: z.enum(['declined', 'funds', 'challenge', 'other']).nullable(),
  /** Seconds since the payment was created, by the server's clock. */
  seconds: z.number().int(),
})
export type PaymentView = z.infer<typeof PaymentView>

const ReceiptRow = z.object({
  at: Instant,
  what: z.enum([...PaymentKind.options, 'whole', 'refund']),
  how: z.enum(['card', 'voucher', 'cash', 'account']),
  amount: Amount,
  /** The partner that paid, or got the refund, on account; null if it was the customer. */
  partner: z.string().nullable(),
})
/** The booking of a receipt with its current price and what is still to be paid. */
export const ReceiptBooking = z.object({
  number: z.number().int(),
  event: z.string(),
  eventDate: EventDate,
  place: z.string(),
  timeZone: z.string(),
  people: z.number().int(),
  state: z.enum(['booked', 'completed', 'cancelled', 'no_show', 'disputed', 'settled']),
  lines: z.array(PriceLine),
  total: Amount,
  /** The rest of the deposit, charged to the card on `at`; null if nothing is due later. */
  later: z.object({ amount: Amount, at: Instant }).nullable(),
  /** Left to pay to the artist. */
  balance: Amount,
  onlineBalance: z.boolean(),
  /** Until when the payment of a cancelled booking is held for another artist; null if it is not. */
  heldUntil: Instant.nullable(),
})
export type ReceiptBooking = z.infer<typeof ReceiptBooking>
export const Receipt = z.object({
  id: z.uuid(),
  number: z.string(),
  description: z.string(),
  name: z.string(),
  provider: z.string(),
  legalName: z.string(),
  supportEmail: z.string(),
  /** Null for gift vouchers, tips and shares of a bill. */
  booking: ReceiptBooking.nullable(),
  rows: z.array(ReceiptRow),
  paid: Amount,
  refunded: Amount,
  open: Amount.nullable(),
  sellerName: z.string().nullable(),
  /** The tax in payments minus refunds, tips excluded; null if the artist is not registered. */
  tax: TaxIncluded.nullable(),
  currency: Currency,
  countryCode: z.string(),
  test: z.boolean(),
})
export type Receipt = z.infer<typeof Receipt>

const ListedPayment = z.object({
  id: z.uuid(),
  number: z.string(),
  kind: PaymentKind,
  state: PaymentState,
  description: z.string(),
  provider: z.string(),
  /** The occasion and local day of the booking or hold; empty and null for payments without one. */
  event: z.string(),
  eventDate: EventDate.nullable(),
  inFull: z.boolean(),
  amount: Amount,
  refunded: Amount,
  currency: Currency,
  countryCode: CountryCode,
  at: Instant,
  test: z.boolean(),
  /** The partner that paid on account; null if the customer paid. */
  paidBy: z.string().nullable(),
})

export const payments = {
  method: defineEndpoint({
    method: 'GET',
    path: '/v1/payments/way',
    access: 'public',
    summary: 'Returns how to pay in a country: with the embedded test bank, or with Stripe and its publishable key.',
    input: z.object({ country: CountryCode }),
    output: z.object({ gateway: z.enum(['test', 'stripe']), publishableKey: z.string().nullable() }),
    refuses: [],
  }),
  read: defineEndpoint({
    method: 'GET',
    path: '/v1/payments/{paymentId}',
    access: 'visitor',
    summary: 'Returns the status of a payment to the caller who opened it.',
    input: z.object({ paymentId: z.uuid() }),
    output: z.object({ payment: PaymentView }),
    refuses: open,
  }),
  mine: defineEndpoint({
    method: 'GET',
    path: '/v1/payments',
    access: 'member',
    summary: "Lists the caller's payments and refunds, newest first.",
    input: z.object({ cursor: Cursor }),
    output: z.object({ payments: z.array(ListedPayment), nextCursor: NextCursor }),
    refuses: signedIn,
  }),
  receipt: defineEndpoint({
    method: 'GET',
    path: '/v1/payments/{paymentId}/receipt',
    access: 'member',
    summary: 'Returns the receipt of a payment: all payments and refunds for the same purchase.',
    input: z.object({ paymentId: z.uuid() }),
    output: z.object({ receipt: Receipt }),
    refuses: [...signedIn, 'not_found'],
  }),
  confirmTestCard: defineEndpoint({
    method: 'POST',
    path: '/v1/test-bank/intents/{clientSecret}/confirm',
    keyInAct: true,
    access: 'public',
    summary: 'Pays with a test card of the embedded test bank.',
    input: z.object({
      clientSecret: patternSchema(120, /^[A-Za-z0-9_]{20,120}$/),
      number: z.string().max(40),
      expiry: z.string().max(12),
      code: z.string().max(8),
    }),
    output: z.object({ next: z.enum(['wait', 'challenge']) }),
    refuses: [
      'idempotency_key_missing',
      'not_found',
      'state_changed',
      'card_number',
      'card_expiry',
      'card_code',
      'card_declined',
      'card_funds',
      'rate_limited',
    ],
    limit: 60,
    key: true,
  }),
  answerTestChallenge: defineEndpoint({
    method: 'POST',
    path: '/v1/test-bank/intents/{clientSecret}/challenge',
    access: 'public',
    summary: 'Answers the card authentication challenge of the embedded test bank.',
    input: z.object({ clientSecret: patternSchema(120, /^[A-Za-z0-9_]{20,120}$/), answer: z.enum(['pass', 'fail']) }),
    output: z.object({ next: z.literal('wait') }),
    refuses: ['idempotency_key_missing', 'not_found', 'state_changed', 'card_challenge', 'rate_limited'],
    limit: 60,
    key: true,
  }),
}

/**
 * Amounts of a provider: held until 48 hours after the appointment, earned (in the next payout), in transfer, and paid
 * out in total.
 */
const Owed = { held: Amount, earned: Amount, onItsWay: Amount, paid: Amount }

export const PayoutRhythm = z.enum(['daily', 'weekly', 'job'])
export type PayoutRhythm = z.infer<typeof PayoutRhythm>

export const Earnings = z.object({
  currency: Currency,
  countryCode: z.string(),
  test: z.boolean(),
  /** The last twelve months, oldest first, YYYY-MM in the provider's zone. */
  months: z.array(z.object({ month: z.string(), yours: Amount, fee: Amount, bookings: z.number().int() })),
  thisMonth: z.object({ yours: Amount, bookings: z.number().int() }),
  ...Owed,
  nextPayout: z.object({ date: EventDate, amount: Amount }).nullable(),
})
export type Earnings = z.infer<typeof Earnings>

const PayoutDetails = z.object({
  gateway: z.enum(['test', 'stripe']),
  state: z.enum(['none', 'pending', 'ready', 'restricted']),
  label: z.string(),
})
const Payout = z.object({
  id: z.uuid(),
  amount: Amount,
  /** The amount reversed to the platform after refunds, and the amount of the bank transfer. */
  returned: Amount,
  bank: Amount,
  currency: Currency,
  state: z.enum(['queued', 'sent', 'paid', 'failed']),
  createdAt: Instant,
  paidAt: Instant.nullable(),
  /** The artist's local day when it was paid, or created if it is not paid yet. */
  day: EventDate,
  /** The bookings that it pays for, without corrections. */
  jobs: z.array(z.object(BookedJob)),
  error: z.string(),
})
export const Payouts = z.object({
  details: PayoutDetails,
  currency: Currency,
  ...Owed,
  rhythm: PayoutRhythm,
  nextDate: EventDate,
  /** True while payouts wait for the artist's tax identity. */
  onHold: z.boolean(),
  payouts: z.array(Payout),
  /** The sum of each month (YYYY-MM) with payouts to the bank, without failed ones; newest first. */
  months: z.array(z.object({ month: z.string(), amount: Amount })),
  nextCursor: NextCursor,
})
export type Payouts = z.infer<typeof Payouts>

export const earnings = {
  show: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/earnings',
    access: 'provider',
    scope: 'earnings:read',
    summary: "Returns the caller's earnings by month, with pending and due amounts.",
    input: z.object({}),
    output: Earnings,
    refuses: [...signedIn, 'not_found'],
  }),
  payouts: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/payouts',
    access: 'provider',
    scope: 'earnings:read',
    summary: "Returns the caller's payout details, balance and payouts, newest first.",
    input: z.object({ cursor: Cursor }),
    output: Payouts,
    refuses: [...signedIn, 'not_found'],
  }),
  setTestDetails: defineEndpoint({
    method: 'PUT',
    path: '/v1/providers/me/payouts/details',
    access: 'provider',
    summary:
      'Sets the payout details with the embedded test bank: any holder and any digits. Only the last four digits are stored.',
    input: z.object({
      holder: z.string().trim().min(1, 'Name is required').max(80),
      number: z
        .string()
        .max(40)
        .transform((typed) => typed.replace(/[\s-]/g, ''))
        .pipe(z.string().regex(/^\d{6,17}$/, 'Enter 6 to 17 digits.')),
    }),
    output: Payouts,
    refuses: [...signedIn, 'idempotency_key_missing', 'not_found', 'state_changed', 'not_allowed_acting'],
    notActing: true,
    stepUp: true,
    key: true,
  }),
  setRhythm: defineEndpoint({
    method: 'PUT',
    path: '/v1/providers/me/payouts/rhythm',
    access: 'provider',
    summary: 'Sets how often the caller is paid out: every day, every Monday, or after each job.',
    input: z.object({ rhythm: PayoutRhythm }),
    output: Payouts,
    refuses: [...signedIn, 'idempotency_key_missing', 'not_found', 'payout_details_first', 'not_allowed_acting'],
    notActing: true,
    key: true,
  }),
  onboard: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/me/payouts/onboarding',
    access: 'provider',
    summary:
      'Creates a single-use onboarding link at the payment provider, where the caller verifies their identity and bank account.',
    input: z.object({}),
    output: z.object({ url: z.url() }),
    refuses: [
      ...signedIn,
      'idempotency_key_missing',
      'not_found',
      'state_changed',
      'payment_unreachable',
      'not_allowed_acting',
    ],
    notActing: true,
    stepUp: true,
    secret: true,
    key: true,
  }),
}
