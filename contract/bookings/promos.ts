import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Code } from '#contract/payments/vouchers.ts'
import { refusedOnOwn } from './appointment.ts'
import { Hold } from './holds.ts'

/** Why a promo code cannot be used, each in its own words. */
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
    summary: 'Takes what a promo code is worth off the price of a kept time.',
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
    summary: 'Takes a promo code off a kept time again: the price is what it was.',
    input: ofHold,
    output: z.object({ hold: Hold }),
    refuses: [...refusedOnOwn, 'payment_under_way', 'hold_lapsed', 'split_already_open'],
    limit: 120,
  }),
}
