import { z } from 'zod'
import { NewPromo, Promo, promoNow, promoParams } from '#contract/billing/promo-codes.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CountryCode, Currency, Cursor, NextCursor, Reason, SearchText, sortSchema } from '#contract/values.ts'

const operators = ['not_signed_in', 'session_ended', 'not_yours'] as const
const acts = [...operators, 'idempotency_key_missing', 'not_allowed_acting'] as const

export const operatorPromos = {
  list: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/promos',
    access: 'operator',
    duties: ['money'],
    summary:
      "Lists promo codes, newest first unless sorted, by code or artist, and the cost of the platform's codes by currency.",
    input: z.object({ text: SearchText, sort: sortSchema(['date', 'code']), cursor: Cursor }),
    output: z.object({
      promos: z.array(Promo),
      cost: z.array(z.object({ currency: Currency, amount: z.number() })),
      nextCursor: NextCursor,
    }),
    refuses: operators,
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/promos',
    access: 'operator',
    duties: ['money'],
    key: true,
    notActing: true,
    summary: "Creates a promo code of a market, which reduces the platform's fee.",
    input: NewPromo.extend({ countryCode: CountryCode, reason: Reason }),
    output: promoNow,
    refuses: [...acts, 'promo_taken', 'promo_dates_invalid'],
  }),
  stop: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/promos/{promoId}/stop',
    access: 'operator',
    duties: ['money'],
    key: true,
    notActing: true,
    summary: 'Stops a promo code. Holds that already use it can still be booked.',
    input: promoParams.extend({ reason: Reason }),
    output: promoNow,
    refuses: [...acts, 'not_found', 'state_changed'],
  }),
}
