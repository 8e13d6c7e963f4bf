import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { AmountUpTo, Currency, EventDate, Instant, oneLineSchema, patternSchema, Reason } from '#contract/values.ts'

/** The highest credit limit and the highest payment that operators can record, in major units. */
const limitsOfAccount = { most: 1_000_000, reference: 80 } as const

/** A month of a statement, in UTC. */
const Month = patternSchema(7, /^\d{4}-(0[1-9]|1[0-2])$/, 'Enter the month as YYYY-MM.')

const AccountBooking = z.object({
  id: z.uuid(),
  number: z.number().int(),
  eventDate: EventDate,
  artist: z.string(),
})
export type AccountBooking = z.infer<typeof AccountBooking>

const partnerAccountFields = {
  currency: Currency,
  limit: z.number(),
  /** The amount that the partner owes; negative after an overpayment. */
  owed: z.number(),
  /** The rest of the credit limit. */
  left: z.number(),
  openedAt: Instant,
  /** When the account was closed: it takes no new bookings then, and what is owed remains due. */
  closedAt: Instant.nullable(),
}
export const PartnerAccount = z.object(partnerAccountFields)
export type PartnerAccount = z.infer<typeof PartnerAccount>

/** A booking whose deposit is not fully paid. Payments settle the oldest bookings first. */
const OpenItem = z.object({
  booking: AccountBooking,
  bookedAt: Instant,
  /** The deposit without refunds. */
  amount: z.number(),
  open: z.number(),
})
export type OpenItem = z.infer<typeof OpenItem>

const StatementLine = z.object({
  at: Instant,
  kind: z.enum(['deposit', 'refund', 'payment', 'undone']),
  booking: AccountBooking.nullable(),
  /** The reference of a payment. */
  reference: z.string().nullable(),
  /** Above zero if the partner owes more, below zero if it owes less. */
  amount: z.number(),
})
export type StatementLine = z.infer<typeof StatementLine>

export const PartnerStatement = z.object({
  month: Month,
  currency: Currency,
  opening: z.number(),
  lines: z.array(StatementLine),
  closing: z.number(),
})
export type PartnerStatement = z.infer<typeof PartnerStatement>

const PartnerPayment = z.object({
  id: z.uuid(),
  amount: z.number(),
  currency: Currency,
  reference: z.string(),
  receivedOn: EventDate,
  recordedAt: Instant,
  undoneAt: Instant.nullable(),
})
export type PartnerPayment = z.infer<typeof PartnerPayment>

const byKey = { access: 'partner', scope: 'account:read' } as const

export const partnerAccounts = {
  read: defineEndpoint({
    method: 'GET',
    path: '/v1/partners/me/account',
    ...byKey,
    summary: "Returns the partner's account: its limit, what it owes, and the bookings that are not paid yet.",
    input: z.object({}),
    output: z.object({ account: PartnerAccount, items: z.array(OpenItem) }),
    refuses: ['account_missing'],
  }),
  statement: defineEndpoint({
    method: 'GET',
    path: '/v1/partners/me/account/statements/{month}',
    ...byKey,
    summary: "Returns the statement of a month (UTC): each booking, refund and payment on the partner's account.",
    input: z.object({ month: Month }),
    output: z.object({ statement: PartnerStatement }),
    refuses: ['account_missing'],
  }),
}

const operators = ['not_signed_in', 'session_ended', 'not_yours', 'not_found'] as const
const acts = [...operators, 'not_allowed_acting'] as const
const reads = { access: 'operator', duties: ['owner', 'support', 'money'] } as const
const limits = { access: 'operator', duties: ['owner'], stepUp: true, notActing: true } as const
const records = { access: 'operator', duties: ['owner', 'money'], key: true, notActing: true } as const
const ofPartner = z.object({ partnerId: z.uuid() })
const accountNow = z.object({ account: PartnerAccount })
const AmountAbove0 = AmountUpTo(limitsOfAccount.most).refine((amount) => amount > 0, 'Enter an amount above zero.')

export const operatorPartnerAccounts = {
  show: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/partners/{partnerId}/account',
    ...reads,
    summary: 'Returns the account of a partner, its unpaid bookings and recorded payments; null if it has none.',
    input: ofPartner,
    output: z.object({
      account: PartnerAccount.nullable(),
      items: z.array(OpenItem),
      payments: z.array(PartnerPayment),
    }),
    refuses: operators,
  }),
  save: defineEndpoint({
    method: 'PUT',
    path: '/v1/operator/partners/{partnerId}/account',
    ...limits,
    summary:
      'Opens the account of a partner, or changes its credit limit. A closed account opens again. The currency is fixed once something was booked on account.',
    input: ofPartner.extend({
      currency: Currency,
      limit: AmountUpTo(limitsOfAccount.most),
      reason: Reason,
    }),
    output: accountNow,
    refuses: [...acts, 'partner_ended', 'account_currency_fixed'],
    limit: 60,
  }),
  close: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/partners/{partnerId}/account/close',
    ...limits,
    summary: 'Closes the account of a partner for new bookings. What the partner owes remains due.',
    input: ofPartner.extend({ reason: Reason }),
    output: accountNow,
    refuses: [...acts, 'account_missing', 'account_closed'],
    limit: 30,
  }),
  statement: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/partners/{partnerId}/account/statements/{month}',
    ...reads,
    summary: 'Returns the statement of a month (UTC): each booking, refund and payment on the account of a partner.',
    input: ofPartner.extend({ month: Month }),
    output: z.object({ statement: PartnerStatement }),
    refuses: [...operators, 'account_missing'],
  }),
  recordPayment: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/partners/{partnerId}/account/payments',
    ...records,
    summary: 'Records money that a partner has paid to our bank. A reference counts once.',
    input: ofPartner.extend({
      amount: AmountAbove0,
      reference: oneLineSchema(limitsOfAccount.reference, 'Enter the reference of the transfer.'),
      receivedOn: EventDate,
    }),
    output: accountNow.extend({ payment: PartnerPayment }),
    refuses: [...acts, 'account_missing', 'payment_recorded', 'date_future'],
    limit: 60,
  }),
  undoPayment: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/partners/{partnerId}/account/payments/{paymentId}/undo',
    ...records,
    summary: 'Undoes a wrongly recorded payment by a counter-entry.',
    input: ofPartner.extend({ paymentId: z.uuid(), reason: Reason }),
    output: accountNow.extend({ payment: PartnerPayment }),
    refuses: [...acts, 'account_missing', 'state_changed'],
    limit: 60,
  }),
}
