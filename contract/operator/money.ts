import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CurrencySum, StorySubject } from './hub.ts'
import { PaymentKind, PaymentState } from '#contract/payments/payments.ts'
import { bearers } from '#contract/payments/refund.ts'
import {
  AmountUpTo,
  Currency,
  Cursor,
  EventDate,
  Instant,
  NextCursor,
  patternSchema,
  queryFlag,
  Reason,
  SearchText,
  sortSchema,
} from '#contract/values.ts'

const operators = ['not_signed_in', 'session_ended', 'not_yours'] as const
const acts = [...operators, 'idempotency_key_missing', 'not_found', 'state_changed', 'not_allowed_acting'] as const
const Amount = z.number()

export const OperatorRefund = z.object({
  id: z.uuid(),
  paymentId: z.uuid(),
  number: z.string(),
  description: z.string(),
  amount: Amount,
  feeBack: Amount,
  bears: z.enum(bearers).nullable(),
  currency: Currency,
  countryCode: z.string(),
  reason: z.string(),
  state: z.enum(['asked', 'queued', 'done', 'failed', 'refused']),
  creditId: z.uuid().nullable(),
  askedBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  error: z.string(),
  at: Instant,
})
export type OperatorRefund = z.infer<typeof OperatorRefund>

/** Steps of a payment: created, authorised, captured, voided, ended without money, earned by the artist, paid out. */
const PaymentStep = z.enum(['begun', 'held', 'taken', 'letGo', 'ended', 'earned', 'paidOut'])

const OperatorPayment = z.object({
  id: z.uuid(),
  number: z.string(),
  kind: PaymentKind,
  state: PaymentState,
  description: z.string(),
  email: z.string(),
  provider: z.string(),
  amount: Amount,
  fee: Amount,
  refunded: Amount,
  feeLeft: Amount,
  currency: Currency,
  countryCode: z.string(),
  gateway: z.string(),
  gatewayId: z.string().nullable(),
  error: z.string().nullable(),
  askedTimes: z.number().int(),
  askedAt: Instant.nullable(),
  at: Instant,
  sample: z.boolean(),
})

export const OperatorPayout = z.object({
  id: z.uuid(),
  provider: z.string(),
  amount: Amount,
  /** The amount reversed to the platform after refunds, and the amount of the bank transfer. */
  returned: Amount,
  bank: Amount,
  currency: Currency,
  countryCode: z.string(),
  state: z.enum(['queued', 'sent', 'paid', 'failed']),
  gatewayId: z.string().nullable(),
  error: z.string(),
  at: Instant,
  paidAt: Instant.nullable(),
  sample: z.boolean(),
})
export type OperatorPayout = z.infer<typeof OperatorPayout>

const LedgerMovement = z.object({
  id: z.string(),
  kind: z.string(),
  fact: z.string(),
  at: Instant,
  provider: z.string().nullable(),
  paymentNumber: z.string().nullable(),
  bookingNumber: z.string().nullable(),
  entries: z.array(z.object({ account: z.string(), currency: Currency, amount: Amount })),
})
export type LedgerMovement = z.infer<typeof LedgerMovement>

/** A row of the ledger's CSV file: one entry of a movement, either a debit or a credit. */
export const LedgerFileRow = z.object({
  movementId: z.string(),
  kind: z.string(),
  fact: z.string(),
  at: Instant,
  account: z.string(),
  debit: z.string(),
  credit: z.string(),
  currency: Currency,
  provider: z.string().nullable(),
  bookingNumber: z.string().nullable(),
  paymentNumber: z.string().nullable(),
})
export type LedgerFileRow = z.infer<typeof LedgerFileRow>

/** Refund amount in major units from which a second operator must approve, per currency. */
export const RefundLimit = z.number().int().min(0).max(1_000_000)
export const RefundCurrency = z.enum(['AUD', 'USD', 'GBP', 'CAD'])
const RefundLimits = z.record(RefundCurrency, RefundLimit)
export type RefundLimits = z.infer<typeof RefundLimits>

const Month = patternSchema(7, /^20\d{2}-(0[1-9]|1[0-2])$/)

const LedgerMonth = z.object({
  currency: Currency,
  /** In UTC, YYYY-MM. */
  month: Month,
  /** Months are closed in order: only the first open one can be next. */
  state: z.enum(['closed', 'next', 'open']),
  closedAt: Instant.nullable(),
  closedBy: z.string(),
  balances: z.array(z.object({ account: z.string(), amount: Amount })),
})
export type LedgerMonth = z.infer<typeof LedgerMonth>

export const operatorMoney = {
  payments: defineEndpoint({
    method: 'GET',
    writes: true,
    path: '/v1/operator/payments',
    access: 'operator',
    duties: ['money', 'support'],
    summary: 'Lists payments, newest first unless sorted, with the number of status checks at the payment provider.',
    input: StorySubject.extend({
      text: SearchText,
      state: PaymentState.optional(),
      open: queryFlag.optional(),
      /** Only payments declined by the bank in the last seven days. */
      failed: queryFlag.optional(),
      /** Days in the artist's time zone on which the payment was begun, both included. */
      from: EventDate.optional(),
      to: EventDate.optional(),
      sort: sortSchema(['date', 'amount']),
      cursor: Cursor,
    }),
    output: z.object({
      payments: z.array(OperatorPayment),
      unanswered: z.number().int(),
      month: z.object({ payments: z.number().int(), taken: z.array(CurrencySum), returned: z.array(CurrencySum) }),
      nextCursor: NextCursor,
    }),
    refuses: operators,
  }),
  payment: defineEndpoint({
    method: 'GET',
    writes: true,
    path: '/v1/operator/payments/{paymentId}',
    access: 'operator',
    duties: ['money', 'support'],
    summary: 'Returns a payment with its events and refunds.',
    input: z.object({ paymentId: z.uuid() }),
    output: z.object({
      payment: OperatorPayment,
      whole: z.object({ total: Amount, fee: Amount }),
      /** The booking, the payer's account and the artist; each null if there is none. */
      of: z.object({ bookingId: z.uuid().nullable(), accountId: z.uuid().nullable(), providerId: z.uuid().nullable() }),
      steps: z.array(z.object({ step: PaymentStep, at: Instant })),
      refunds: z.array(OperatorRefund),
      events: z.array(
        z.object({
          id: z.string(),
          kind: z.string(),
          outcome: z.enum(['moved', 'late', 'unknown', 'noted']),
          occurredAt: Instant,
          at: Instant,
        }),
      ),
    }),
    refuses: [...operators, 'not_found'],
  }),
  syncPayment: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/payments/{paymentId}/ask',
    access: 'operator',
    duties: ['money'],
    summary: 'Fetches the current status of a payment from the payment provider.',
    input: z.object({ paymentId: z.uuid() }),
    output: z.object({ payment: OperatorPayment }),
    refuses: [...acts, 'payment_unreachable'],
    notActing: true,
    key: true,
  }),
  refund: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/payments/{paymentId}/refund',
    access: 'operator',
    duties: ['money'],
    summary:
      'Refunds a payment and records who bears the cost. From the set amount on, a second operator must approve it.',
    input: z.object({
      paymentId: z.uuid(),
      amount: AmountUpTo(1_000_000).positive(),
      bears: z.enum(bearers).default('shared'),
      reason: Reason,
    }),
    output: z.object({ refund: OperatorRefund }),
    refuses: ['step_up_needed', ...acts, 'refund_too_much'],
    notActing: true,
    key: true,
  }),
  refunds: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/refunds',
    access: 'operator',
    duties: ['money'],
    summary: 'Lists refunds: those waiting for approval first, then newest first unless sorted.',
    input: z.object({ sort: sortSchema(['date', 'amount']), cursor: Cursor }),
    output: z.object({
      refunds: z.array(OperatorRefund),
      waiting: z.number().int(),
      limits: RefundLimits,
      nextCursor: NextCursor,
    }),
    refuses: operators,
  }),
  decideRefund: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/refunds/{refundId}/decide',
    access: 'operator',
    duties: ['money'],
    stepUp: true,
    summary: 'Approves or rejects a refund as the second operator.',
    input: z.object({ refundId: z.uuid(), approve: z.boolean(), reason: Reason }),
    output: z.object({ refund: OperatorRefund }),
    refuses: [...acts, 'second_operator_required', 'refund_too_much', 'refund_needed', 'charge_back_open'],
    notActing: true,
    key: true,
  }),
  sendRefund: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/refunds/{refundId}/send',
    access: 'operator',
    duties: ['money'],
    summary: 'Retries a refund that the payment provider rejected.',
    input: z.object({ refundId: z.uuid(), reason: Reason }),
    output: z.object({ refund: OperatorRefund }),
    refuses: acts,
    notActing: true,
    key: true,
  }),
  setRefundLimit: defineEndpoint({
    method: 'PUT',
    path: '/v1/operator/refund-limit',
    access: 'operator',
    duties: ['money'],
    stepUp: true,
    summary:
      "Sets the amount per currency from which a second operator must approve refunds. A higher amount needs another operator's approval.",
    input: z.object({ currency: RefundCurrency, limit: RefundLimit, reason: Reason }),
    output: z.object({ limits: RefundLimits, waits: z.boolean() }),
    refuses: [...operators, 'approval_pending', 'not_allowed_acting'],
    notActing: true,
  }),
  payouts: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/payouts',
    access: 'operator',
    duties: ['money'],
    summary: 'Lists payouts, newest first unless sorted.',
    input: z.object({
      /** Part of the artist's name, or the payout's number (P-1A2B3C4D) or id. */
      text: SearchText,
      state: z.enum(['queued', 'sent', 'paid', 'failed']).optional(),
      providerId: z.uuid().optional(),
      sort: sortSchema(['date', 'amount']),
      cursor: Cursor,
    }),
    output: z.object({
      payouts: z.array(OperatorPayout),
      /** Artists whose payouts wait for their tax identity. */
      onHold: z.number().int(),
      nextCursor: NextCursor,
    }),
    refuses: operators,
  }),
  sendPayout: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/payouts/{payoutId}/send',
    access: 'operator',
    duties: ['money'],
    summary: 'Retries a failed payout with the current balance.',
    input: z.object({ payoutId: z.uuid(), reason: Reason }),
    output: z.object({ payout: OperatorPayout }),
    refuses: [...acts, 'stopped', 'payout_missing', 'seller_identity_missing'],
    notActing: true,
    key: true,
  }),
  ledger: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/ledger',
    access: 'operator',
    duties: ['money'],
    summary:
      'Lists ledger entries, newest first unless sorted, the balance of every kind of account, and whether the ledger sums to zero.',
    input: z.object({
      account: patternSchema(60, /^[a-z_]+(:[0-9a-f-]{36})?$/).optional(),
      /** Days in UTC, as months are closed in UTC, both included. */
      from: EventDate.optional(),
      to: EventDate.optional(),
      sort: sortSchema(['date']),
      cursor: Cursor,
    }),
    output: z.object({
      movements: z.array(LedgerMovement),
      nextCursor: NextCursor,
      checkedAt: Instant,
      /** Imbalance of the entries by currency; empty if they balance. */
      off: z.array(z.object({ currency: Currency, amount: Amount, since: Instant.nullable() })),
      balances: z.array(z.object({ account: z.string(), currency: Currency, amount: Amount })),
    }),
    refuses: operators,
  }),
  ledgerMonths: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/ledger/months',
    access: 'operator',
    duties: ['money'],
    summary: 'Lists the past months of the ledger by currency, newest first, with the balances at the end of each.',
    input: z.object({}),
    output: z.object({ months: z.array(LedgerMonth) }),
    refuses: operators,
  }),
  closeLedgerMonth: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/ledger/months/close',
    access: 'operator',
    duties: ['money'],
    stepUp: true,
    summary: 'Closes a month of the ledger. It cannot be opened again; later corrections are booked in an open month.',
    input: z.object({ currency: Currency, month: Month }),
    output: z.object({ months: z.array(LedgerMonth) }),
    refuses: [...acts, 'ledger_month_not_over', 'ledger_month_order', 'unavailable'],
    notActing: true,
    key: true,
  }),
}
