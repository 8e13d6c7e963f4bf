import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Code } from '#contract/payments/vouchers.ts'
import { refusedOnOwn } from '#contract/appointments/appointment.ts'
import { Hold } from '#contract/checkout/holds.ts'
import { CountryCode, Currency, Instant } from '#contract/values.ts'

const promoRefusals = [
  'code_unknown',
  'rate_limited',
  'promo_not_yet',
  'promo_expired',
  'promo_used_up',
  'promo_limit_reached',
  'promo_too_small',
  'promo_other_market',
  'promo_other_artist',
  'promo_first_only',
  'promo_stopped',
] as const

const ofHold = z.object({ holdId: z.uuid() })

export const promoCalls = {
  addPromo: defineEndpoint({
    method: 'POST',
    path: '/v1/holds/{holdId}/promo',
    access: 'visitor',
    key: true,
    notActing: true,
    summary: 'Applies a promo code to a hold and reduces its price.',
    input: ofHold.extend({ code: Code }),
    output: z.object({ hold: Hold }),
    refuses: [
      ...refusedOnOwn,
      ...promoRefusals,
      'promo_already_applied',
      'payment_under_way',
      'hold_lapsed',
      'split_already_open',
    ],
    limit: 20,
  }),
  removePromo: defineEndpoint({
    method: 'POST',
    path: '/v1/holds/{holdId}/promo/drop',
    access: 'visitor',
    key: true,
    notActing: true,
    summary: 'Removes a promo code from a hold and restores its price.',
    input: ofHold,
    output: z.object({ hold: Hold }),
    refuses: [...refusedOnOwn, 'payment_under_way', 'hold_lapsed', 'split_already_open'],
    limit: 120,
  }),
}

const NewCode = z
  .string()
  .max(40)
  .transform((typed) => typed.toUpperCase().replace(/[^A-Z0-9]/g, ''))
  .pipe(z.string().regex(/^[A-Z0-9]{4,15}$/, 'Use 4 to 15 letters and digits.'))
const Many = z.number().int().min(1).max(1_000_000).nullable().default(null)

export const NewPromo = z.object({
  code: NewCode,
  worth: z.union([
    z.object({ percent: z.number().int().min(1).max(100) }),
    z.object({ amount: z.number().int().min(1).max(10_000) }),
  ]),
  /** Null: the code is valid at once. */
  startsAt: Instant.nullable().default(null),
  endsAt: Instant.nullable().default(null),
  mostUses: Many,
  mostEach: Many,
  leastTotal: z.number().int().min(0).max(100_000).default(0),
  firstOnly: z.boolean().default(false),
})

export const Promo = z.object({
  id: z.uuid(),
  code: z.string(),
  giver: z.enum(['platform', 'provider']),
  artist: z.string().nullable(),
  countryCode: CountryCode,
  currency: Currency,
  percent: z.number().nullable(),
  amount: z.number().nullable(),
  startsAt: Instant,
  endsAt: Instant.nullable(),
  mostUses: z.number().nullable(),
  mostEach: z.number().nullable(),
  leastTotal: z.number(),
  firstOnly: z.boolean(),
  stoppedAt: Instant.nullable(),
  state: z.enum(['live', 'later', 'used_up', 'ended', 'stopped']),
  used: z.number(),
  kept: z.number(),
  /** The total reduction of the code's bookings at booking time, and the part that the code's owner bears. */
  off: z.number(),
  cost: z.number(),
})
export type Promo = z.infer<typeof Promo>

export const promoNow = z.object({ promo: Promo })
export const promoParams = z.object({ promoId: z.uuid() })

export const providerPromos = {
  list: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/promos',
    access: 'provider',
    summary: "Lists the caller's promo codes and their use, newest first.",
    input: z.object({}),
    output: z.object({ promos: z.array(Promo) }),
    refuses: ['not_found'],
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/me/promos',
    access: 'provider',
    key: true,
    notActing: true,
    summary: "Creates a promo code that reduces the artist's earnings.",
    input: NewPromo,
    output: promoNow,
    refuses: ['idempotency_key_missing', 'not_found', 'not_allowed_acting', 'promo_taken', 'promo_dates_invalid'],
    limit: 30,
  }),
  stop: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/me/promos/{promoId}/stop',
    access: 'provider',
    key: true,
    notActing: true,
    summary: 'Stops a promo code. Holds that already use it can still be booked.',
    input: promoParams,
    output: promoNow,
    refuses: ['idempotency_key_missing', 'not_found', 'not_allowed_acting', 'state_changed'],
  }),
}
