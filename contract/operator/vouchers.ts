import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { voucherStates } from '#contract/payments/lifecycle-voucher.ts'
import { voucherKinds } from '#contract/payments/vouchers.ts'
import { Currency, Cursor, EventDate, Instant, NextCursor, Reason, SearchText, sortSchema } from '#contract/values.ts'

const operators = ['not_signed_in', 'session_ended', 'not_yours'] as const
const acts = [...operators, 'idempotency_key_missing', 'not_found', 'state_changed', 'not_allowed_acting'] as const
const Amount = z.number()

const OperatorVoucher = z.object({
  id: z.uuid(),
  number: z.string(),
  kind: z.enum(voucherKinds),
  reason: z.string(),
  state: z.enum(voucherStates),
  amount: Amount,
  left: Amount,
  currency: Currency,
  countryCode: z.string(),
  buyer: z.object({ name: z.string(), email: z.string() }),
  to: z.object({ name: z.string(), email: z.string().nullable() }),
  sendOn: EventDate.nullable(),
  sentAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
  blockedFor: z.string(),
  /** The only artist whom the voucher can pay, and since when it can pay any artist; null if it was never limited. */
  artist: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  freedAt: Instant.nullable(),
  at: Instant,
})
export type OperatorVoucher = z.infer<typeof OperatorVoucher>

const ofVoucher = z.object({ voucherId: z.uuid() })

export const operatorVouchers = {
  list: defineEndpoint({
    method: 'GET',
    writes: true,
    path: '/v1/operator/vouchers',
    access: 'operator',
    duties: ['money', 'support'],
    summary:
      'Lists gift vouchers, newest first unless sorted, by number, name, artist or address, and the total remaining value.',
    input: z.object({ text: SearchText, sort: sortSchema(['date', 'left']), cursor: Cursor }),
    output: z.object({
      vouchers: z.array(OperatorVoucher),
      left: z.array(z.object({ currency: Currency, amount: Amount })),
      nextCursor: NextCursor,
    }),
    refuses: operators,
  }),
  show: defineEndpoint({
    method: 'GET',
    writes: true,
    path: '/v1/operator/vouchers/{voucherId}',
    access: 'operator',
    duties: ['money', 'support'],
    summary: 'Returns a voucher with the payments it made. Only its buyer and recipient can see the code.',
    input: ofVoucher,
    output: z.object({
      voucher: OperatorVoucher,
      paymentId: z.uuid().nullable(),
      spends: z.array(
        z.object({
          id: z.uuid(),
          state: z.enum(['kept', 'spent', 'returned']),
          amount: Amount,
          returned: Amount,
          description: z.string(),
          paymentId: z.uuid().nullable(),
          at: Instant,
        }),
      ),
    }),
    refuses: [...operators, 'not_found'],
  }),
  block: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/vouchers/{voucherId}/block',
    access: 'operator',
    duties: ['money'],
    summary: 'Blocks a voucher. Its remaining value is kept.',
    input: ofVoucher.extend({ reason: Reason }),
    output: z.object({ voucher: OperatorVoucher }),
    refuses: acts,
    notActing: true,
    key: true,
  }),
  unblock: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/vouchers/{voucherId}/unblock',
    access: 'operator',
    duties: ['money'],
    summary: 'Unblocks a voucher.',
    input: ofVoucher.extend({ reason: Reason }),
    output: z.object({ voucher: OperatorVoucher }),
    refuses: acts,
    notActing: true,
    key: true,
  }),
}
