import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CountryCode, Currency, EventDate, Instant, oneLineSchema, trimmedTextSchema } from '#contract/values.ts'
import { voucherStates } from './lifecycle-voucher.ts'
import { PaymentView } from './payments.ts'
import { Email } from '#contract/accounts/email.ts'

const Amount = z.number()
const Slug = z.string().min(1).max(120)
export const Code = trimmedTextSchema(3, 40)

export const VoucherTerms = z.object({
  countryCode: CountryCode,
  currency: Currency,
  amounts: z.array(z.number().int()),
  least: z.number().int(),
  most: z.number().int(),
  /** Months until the voucher expires; null if it never expires. */
  months: z.number().int().nullable(),
  returnDays: z.number().int(),
})
export type VoucherTerms = z.infer<typeof VoucherTerms>

export const voucherKinds = ['gift', 'goodwill'] as const

const VoucherArtist = z.object({ name: z.string(), slug: z.string() })

export const Voucher = z.object({
  kind: z.enum(voucherKinds),
  code: z.string(),
  state: z.enum(voucherStates),
  amount: Amount,
  left: Amount,
  currency: Currency,
  countryCode: CountryCode,
  fromName: z.string(),
  toName: z.string(),
  message: z.string(),
  expiresAt: Instant.nullable(),
  /** The only artist whom the voucher can pay; null if it can pay any artist. */
  artist: VoucherArtist.nullable(),
})
export type Voucher = z.infer<typeof Voucher>

export const BoughtVoucher = Voucher.extend({
  id: z.uuid(),
  number: z.string(),
  toEmail: z.string().nullable(),
  sendOn: EventDate.nullable(),
  sentAt: Instant.nullable(),
  boughtAt: Instant.nullable(),
  returnUntil: Instant.nullable(),
  paymentId: z.uuid().nullable(),
  reason: z.string(),
})
export type BoughtVoucher = z.infer<typeof BoughtVoucher>

/** States of a voucher for one artist, as the artist sees them: usable, blocked, expired, or valid for all artists. */
const soldStates = ['live', 'blocked', 'ended', 'freed'] as const

const SoldVoucher = z.object({
  number: z.string(),
  fromName: z.string(),
  toName: z.string(),
  amount: Amount,
  open: Amount,
  used: Amount,
  state: z.enum(soldStates),
  soldAt: Instant,
  expiresAt: Instant.nullable(),
})
export type SoldVoucher = z.infer<typeof SoldVoucher>

export const Credit = z.object({
  id: z.uuid(),
  kind: z.enum(['voucher']),
  label: z.string(),
  amount: Amount,
  left: Amount,
})
export type Credit = z.infer<typeof Credit>

export const codeRefusals = [
  'code_unknown',
  'code_used',
  'voucher_empty',
  'voucher_expired',
  'voucher_other_currency',
  'voucher_other_artist',
  'nothing_due',
  'rate_limited',
] as const

export const vouchers = {
  terms: defineEndpoint({
    method: 'GET',
    path: '/v1/vouchers/terms',
    access: 'public',
    summary:
      "Returns the prices, validity and return period of gift vouchers in each market. For an artist who sells vouchers, returns those of the artist's market.",
    input: z.object({ artist: Slug.optional() }),
    output: z.object({ terms: z.array(VoucherTerms), artist: VoucherArtist.nullable() }),
    refuses: ['not_found'],
  }),
  buy: defineEndpoint({
    method: 'POST',
    path: '/v1/vouchers',
    access: 'visitor',
    key: true,
    notActing: true,
    summary: 'Opens the payment of a gift voucher. The voucher can be used once it is paid.',
    input: z.object({
      countryCode: CountryCode,
      amount: z.number().int().min(1).max(100_000),
      fromName: oneLineSchema(80),
      fromEmail: Email,
      toName: oneLineSchema(80),
      toEmail: Email.nullable().default(null),
      message: z.string().trim().max(500).default(''),
      /** The voucher is sent on the morning of this day, by the market's time; null to send it immediately. */
      sendOn: EventDate.nullable().default(null),
      artist: Slug.nullable().default(null),
    }),
    output: z.object({ voucherId: z.uuid(), payment: PaymentView }),
    refuses: [
      'idempotency_key_missing',
      'not_allowed_acting',
      'voucher_amount',
      'voucher_not_sold',
      'voucher_day',
      'suspended',
      'email_taken',
      'payment_unreachable',
      'state_changed',
      'rate_limited',
    ],
    limit: 20,
  }),
  bought: defineEndpoint({
    method: 'GET',
    path: '/v1/vouchers/bought/{voucherId}',
    access: 'visitor',
    summary: 'Returns a voucher that the caller has paid for, with its code.',
    input: z.object({ voucherId: z.uuid() }),
    output: z.object({ voucher: BoughtVoucher }),
    refuses: ['not_found'],
  }),
  mine: defineEndpoint({
    method: 'GET',
    path: '/v1/vouchers/mine',
    access: 'member',
    summary: "Lists the caller's bought vouchers and goodwill credits, newest first.",
    input: z.object({}),
    output: z.object({ vouchers: z.array(BoughtVoucher) }),
    refuses: ['not_signed_in', 'session_ended', 'not_yours'],
  }),
  sold: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/vouchers',
    access: 'provider',
    summary: 'Lists the gift vouchers sold for bookings with the caller, newest first, with their totals, also as CSV.',
    input: z.object({}),
    output: z.object({
      currency: Currency,
      sums: z.object({ sold: Amount, open: Amount, used: Amount }),
      vouchers: z.array(SoldVoucher),
      lines: z.string(),
    }),
    refuses: ['not_signed_in', 'session_ended', 'not_yours', 'not_found'],
  }),
  check: defineEndpoint({
    method: 'POST',
    path: '/v1/vouchers/look',
    access: 'public',
    summary: 'Returns the voucher of a code with its remaining value.',
    input: z.object({ code: Code }),
    output: z.object({ voucher: Voucher }),
    refuses: ['code_unknown', 'rate_limited'],
    limit: 20,
  }),
  refund: defineEndpoint({
    method: 'POST',
    path: '/v1/vouchers/bought/{voucherId}/return',
    access: 'member',
    key: true,
    notActing: true,
    summary:
      'Refunds the remaining value of a voucher to the card that paid for it, within the return period of its market.',
    input: z.object({ voucherId: z.uuid() }),
    output: z.object({ voucher: BoughtVoucher }),
    refuses: [
      'not_signed_in',
      'session_ended',
      'not_yours',
      'idempotency_key_missing',
      'not_allowed_acting',
      'not_found',
      'voucher_return_closed',
      'state_changed',
    ],
  }),
}
