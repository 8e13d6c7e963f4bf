import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Currency, EventDate, Instant, patternSchema } from '#contract/values.ts'

const own = ['not_signed_in', 'session_ended', 'not_yours', 'not_found'] as const
const Amount = z.number()
const Month = patternSchema(7, /^\d{4}-(0[1-9]|1[0-2])$/)
/** The calendar year in which a tax year begins. */
const Year = z.coerce.number().int().min(2000).max(2100)

/** Types of rows on statements, payouts and invoices, with their labels. */
export const statementTypes = {
  deposit: 'Deposit',
  share: 'Share of a shared bill',
  balance: 'Balance',
  difference: 'Price change',
  tip: 'Tip',
  voucher: 'Gift voucher or credit',
  promo: 'Promo code paid by Primp',
  cash: 'Cash',
  refund: 'Refund',
  refund_reversed: 'Refund reversed',
  dispute_lost: 'Dispute lost',
  dispute_won: 'Dispute won',
  moved_out: 'Moved to another artist',
  moved_in: 'Moved from another artist',
  fee_correction: 'Fee correction',
  correction: 'Correction',
  payout: 'Payout',
  payout_returned: 'Payout returned',
} as const
export type StatementType = keyof typeof statementTypes
const Type = z.enum(Object.keys(statementTypes) as [StatementType, ...StatementType[]])

/** The booking that money belongs to. */
export const BookedJob = {
  /** The event and its day: Wedding, Sat 12 June 2027. Empty for money without a booking. */
  booking: z.string(),
  bookingNumber: z.string().nullable(),
  /** The name under which the customer booked. Empty without a booking, and after the customer deleted the account. */
  customer: z.string(),
}
const deletedCustomer = 'Deleted customer'
/** Returns the customer of a row as documents and screens show it. */
export const formatCustomer = ({ bookingNumber, customer }: { bookingNumber: string | null; customer: string }) =>
  bookingNumber === null ? '' : customer || deletedCustomer

/** A statement row. `day` is the artist's local day; a deposit also has the whole price. */
export const StatementRow = z.object({
  at: Instant,
  day: EventDate,
  ...BookedJob,
  type: Type,
  /** Paid by the customer, in cash or through Primp; negative if it was paid back. */
  paid: Amount,
  fee: Amount,
  yours: Amount,
  paidOut: Amount,
  payoutNumber: z.string().nullable(),
  /** The artist's balance after this row: the amount that Primp owes. */
  balance: Amount,
  whole: Amount.nullable(),
})
export type StatementRow = z.infer<typeof StatementRow>

/** A statement. Balances are what Primp owes the artist before the first and after the last row, from the ledger. */
const Statement = z.object({
  rows: z.array(StatementRow),
  currency: Currency,
  opening: Amount,
  closing: Amount,
  totals: z.object({ paid: Amount, fee: Amount, yours: Amount, paidOut: Amount }),
})
export type Statement = z.infer<typeof Statement>

/** Amounts of a month or year, in which a booking counts when it is earned. Refunds have columns of their own. */
const Sums = z.object({
  received: Amount,
  refunded: Amount,
  /** Part of `received`. */
  tips: Amount,
  /** The platform's fee, tax included. */
  fee: Amount,
  feeRefunded: Amount,
  /** The tax in sales, less refunds. */
  tax: Amount,
  /** The tax in fees that a registered artist can reclaim, less refunds. */
  feeTax: Amount,
  yours: Amount,
  paidOut: Amount,
  bookings: z.number().int(),
})
export const YearFigures = z.object({
  year: z.number().int(),
  from: EventDate,
  to: EventDate,
  currency: Currency,
  countryCode: z.string(),
  taxName: z.string().nullable(),
  sums: Sums,
  months: z.array(Sums.extend({ month: z.string() })),
  boxes: z.array(z.object({ box: z.string(), what: z.string(), amount: Amount })),
})
export type YearFigures = z.infer<typeof YearFigures>

const PayoutPart = z.object({ ...BookedJob, type: Type, paid: Amount, fee: Amount, part: Amount })
export const PayoutPaper = z.object({
  id: z.uuid(),
  number: z.string(),
  amount: Amount,
  returned: Amount,
  bank: Amount,
  currency: Currency,
  state: z.enum(['queued', 'sent', 'paid', 'failed']),
  createdAt: Instant,
  paidAt: Instant.nullable(),
  /** The artist's local day when it was paid, or created if it is not paid yet. */
  day: EventDate,
  parts: z.array(PayoutPart),
})
export type PayoutPaper = z.infer<typeof PayoutPaper>

const Party = z.object({
  name: z.string(),
  address: z.string(),
  taxNumber: z.string(),
  /** Label of the tax number, such as 'VAT number' or 'ABN'. Empty on invoices issued before November 2026. */
  taxNumberLabel: z.string(),
})
export const FeeInvoice = z.object({
  id: z.uuid(),
  number: z.string(),
  credit: z.boolean(),
  /** Australian law requires the words Tax invoice. */
  title: z.enum(['Invoice', 'Tax invoice', 'Credit note']),
  /** Numbers of the invoices that a credit note corrects. */
  corrects: z.array(z.string()),
  month: z.string(),
  issuedAt: Instant,
  /** The last day of the month, whose tax rate applies however late the invoice is issued. Null without tax. */
  taxPoint: EventDate.nullable(),
  currency: Currency,
  from: Party,
  to: Party,
  /** A line without a type is of an invoice from before the lines named the customer. */
  lines: z.array(z.object({ at: Instant, ...BookedJob, type: Type.nullable(), fee: Amount })),
  total: Amount,
  tax: z.object({ name: z.string(), percent: z.number(), amount: Amount }).nullable(),
})
export type FeeInvoice = z.infer<typeof FeeInvoice>

/** Documents: a monthly or full statement, a tax year, a payout, an invoice. */
export const paperKinds = ['statement', 'year', 'payout', 'invoice'] as const

export const statements = {
  show: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/earnings/statement',
    access: 'provider',
    scope: 'earnings:read',
    summary: 'Returns the rows, balances and totals of a month, a tax year or all months, also as CSV.',
    input: z.object({ month: Month.optional(), year: Year.optional() }),
    output: Statement.extend({ lines: z.string() }),
    refuses: own,
  }),
  year: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/earnings/year',
    access: 'provider',
    summary:
      'Returns the figures of a tax year that the caller declares, also as CSV. A booking counts when it is completed, or when money is kept after a cancellation.',
    input: z.object({ year: Year.optional() }),
    output: z.object({ figures: YearFigures, years: z.array(z.number().int()), lines: z.string() }),
    refuses: own,
  }),
  payout: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/payouts/{payoutId}',
    access: 'provider',
    scope: 'earnings:read',
    summary: 'Returns a payout of the caller with its bookings and customers.',
    input: z.object({ payoutId: z.uuid() }),
    output: z.object({ payout: PayoutPaper }),
    refuses: own,
  }),
  invoices: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/invoices',
    access: 'provider',
    summary: "Lists the platform's monthly fee invoices to the caller, newest first.",
    input: z.object({}),
    output: z.object({
      invoices: z.array(
        z.object({ id: z.uuid(), number: z.string(), credit: z.boolean(), month: z.string(), total: Amount }),
      ),
      currency: Currency,
    }),
    refuses: own,
  }),
  invoice: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/invoices/{invoiceId}',
    access: 'provider',
    summary: 'Returns a fee invoice of the platform to the caller, booking by booking.',
    input: z.object({ invoiceId: z.uuid() }),
    output: z.object({ invoice: FeeInvoice }),
    refuses: own,
  }),
  paper: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/papers/{kind}',
    access: 'provider',
    summary:
      'Returns a statement as a PDF file. `of` is a month (YYYY-MM) or `all`, a tax year, or the id of a payout or invoice.',
    input: z.object({ kind: z.enum(paperKinds), of: z.string().max(40) }),
    output: z.object({ name: z.string(), pdf: z.base64() }),
    refuses: [...own, 'rate_limited', 'unavailable'],
    costly: true,
  }),
}
