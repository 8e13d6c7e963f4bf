import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CountryCode, Currency, Cursor, Instant, NextCursor, patternSchema, sortSchema } from '#contract/values.ts'

const operators = ['not_signed_in', 'session_ended', 'not_yours'] as const
const Amount = z.number()

const Month = patternSchema(7, /^20\d{2}-(0[1-9]|1[0-2])$/)

const BookDifference = z.object({
  name: z.string(),
  /** The payment service's category; empty if it has no record. */
  category: z.string(),
  why: z.enum(['not_in_ledger', 'not_at_service', 'amount']),
  currency: Currency,
  service: Amount,
  ledger: Amount,
  at: Instant,
  payment: z.object({ id: z.uuid(), number: z.string() }).nullable(),
})
export const chargeBackStates = ['open', 'sent', 'won', 'lost', 'closed'] as const
export const ChargeBack = z.object({
  id: z.uuid(),
  payment: z.object({ id: z.uuid(), number: z.string(), description: z.string() }),
  provider: z.string(),
  amount: Amount,
  fee: Amount,
  currency: Currency,
  reason: z.string(),
  state: z.enum(chargeBackStates),
  dueAt: Instant.nullable(),
  sentAt: Instant.nullable(),
  /** Why the payment service rejected the evidence; empty if it has not. */
  rejection: z.string(),
  at: Instant,
})
export type ChargeBack = z.infer<typeof ChargeBack>

/** Maximum characters of each text field of a dispute's evidence at the payment service. */
export const evidenceLimits = {
  customerName: 5_000,
  customerEmail: 5_000,
  productDescription: 20_000,
  serviceDate: 5_000,
  cancellationPolicy: 20_000,
  refundPolicy: 20_000,
  text: 20_000,
} as const
const evidenceText = (field: keyof typeof evidenceLimits) => z.string().trim().max(evidenceLimits[field])

const Evidence = z.object({
  customerName: evidenceText('customerName'),
  customerEmail: evidenceText('customerEmail'),
  productDescription: evidenceText('productDescription'),
  serviceDate: evidenceText('serviceDate'),
  cancellationPolicy: evidenceText('cancellationPolicy'),
  refundPolicy: evidenceText('refundPolicy'),
  text: evidenceText('text').min(1, 'Describe what happened.'),
})

export const operatorBank = {
  books: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/bank-books',
    access: 'operator',
    duties: ['money'],
    summary: 'Compares a month of a market at the payment provider with the ledger, and lists each difference.',
    input: z.object({ month: Month, country: CountryCode }),
    output: z.object({
      month: Month,
      country: CountryCode,
      readAt: Instant.nullable(),
      kinds: z.array(z.object({ category: z.string(), currency: Currency, lines: z.number().int(), net: Amount })),
      totals: z.array(z.object({ currency: Currency, service: Amount, ledger: Amount })),
      differences: z.array(BookDifference),
      beyondHolding: z.array(
        z.object({ currency: Currency, payments: z.number().int(), amount: Amount, from: Instant }),
      ),
    }),
    refuses: operators,
  }),
  chargeBacks: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/charge-backs',
    access: 'operator',
    duties: ['money'],
    summary: 'Lists charge-backs, newest first unless sorted.',
    input: z.object({
      state: z.enum(chargeBackStates).optional(),
      sort: sortSchema(['date', 'amount']),
      cursor: Cursor,
    }),
    output: z.object({ chargeBacks: z.array(ChargeBack), nextCursor: NextCursor }),
    refuses: operators,
  }),
  chargeBack: defineEndpoint({
    method: 'GET',
    writes: true,
    path: '/v1/operator/charge-backs/{chargeBackId}',
    access: 'operator',
    duties: ['money'],
    summary: 'Returns a charge-back with the evidence from the booking or, once submitted, the submitted evidence.',
    input: z.object({ chargeBackId: z.uuid() }),
    output: z.object({
      chargeBack: ChargeBack,
      evidence: Evidence,
      /** The complete record, attached as a PDF because it is longer than a text field; null if it fits. */
      record: z.string().nullable(),
    }),
    refuses: [...operators, 'not_found'],
  }),
  answerChargeBack: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/charge-backs/{chargeBackId}/answer',
    access: 'operator',
    duties: ['money'],
    stepUp: true,
    summary: 'Submits evidence for a dispute. It is final unless the payment service rejects it.',
    input: Evidence.extend({ chargeBackId: z.uuid() }),
    output: z.object({ chargeBack: ChargeBack }),
    refuses: [
      ...operators,
      'idempotency_key_missing',
      'not_found',
      'state_changed',
      'payment_unreachable',
      'evidence_rejected',
      'not_allowed_acting',
    ],
    notActing: true,
    key: true,
  }),
}
