import { z } from 'zod'
import { Email } from '#contract/accounts/email.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { PaymentView as Payment } from '#contract/payments/payments.ts'
import { SearchId } from '#contract/search/search.ts'
import { CountryCode, Currency, EventDate, Instant, patternSchema, Picture } from '#contract/values.ts'
import { BilledShare, refusedOnOwn, ShareState } from '#contract/appointments/appointment.ts'

export const Bill = z.object({
  holdId: z.uuid(),
  searchId: SearchId,
  state: z.enum(['asked', 'open', 'covered', 'let_go']),
  provider: z.string(),
  slug: z.string(),
  profileImg: Picture,
  event: z.string(),
  eventDate: EventDate,
  countryCode: CountryCode,
  timeZone: z.string(),
  currency: Currency,
  email: z.string(),
  total: z.number(),
  due: z.number(),
  reserved: z.number(),
  open: z.number(),
  sharesUntil: Instant.nullable(),
  restUntil: Instant.nullable(),
  appointmentId: z.uuid().nullable(),
  shares: z.array(BilledShare.extend({ key: z.string().nullable() })),
})
export type Bill = z.infer<typeof Bill>

/**
 * A person's share as the page of its link shows it: the person's own lines and all first names, without place or
 * contact details.
 */
export const Share = z.object({
  name: z.string(),
  booker: z.string(),
  provider: z.string(),
  profileImg: Picture,
  event: z.string(),
  eventDate: EventDate,
  countryCode: CountryCode,
  timeZone: z.string(),
  currency: Currency,
  lines: z.array(z.object({ label: z.string(), amount: z.number(), of: z.number().int() })),
  total: z.number(),
  due: z.number(),
  later: z.number(),
  state: ShareState,
  refunded: z.number(),
  until: Instant.nullable(),
  people: z.number().int(),
  paid: z.number().int(),
  policy: z.enum(['flexible', 'fair', 'strict']),
  booked: z.boolean(),
})
export type Share = z.infer<typeof Share>

const ofHold = z.object({ holdId: z.uuid() })
const ofKey = z.object({ key: patternSchema(40, /^[A-Za-z0-9_-]{20,40}$/) })

export const splitCalls = {
  readBill: defineEndpoint({
    method: 'GET',
    path: '/v1/holds/{holdId}/bill',
    access: 'visitor',
    summary: 'Returns the shared bill of a hold: paid shares, the open amount, and a link for each other payer.',
    input: ofHold,
    output: z.object({ bill: Bill }),
    refuses: ['not_found'],
  }),
  payRest: defineEndpoint({
    method: 'POST',
    path: '/v1/holds/{holdId}/bill/rest',
    access: 'visitor',
    notActing: true,
    key: true,
    summary: 'Opens the payment of all unpaid shares of a shared bill.',
    input: ofHold,
    output: z.object({ payment: Payment }),
    refuses: [...refusedOnOwn, 'bill_closed'],
    limit: 30,
  }),
  readShare: defineEndpoint({
    method: 'GET',
    path: '/v1/shares/{key}',
    access: 'public',
    summary:
      "Returns one person's share of a bill by the key of its link. It contains only their own lines and first names.",
    input: ofKey,
    output: z.object({ share: Share }),
    refuses: ['not_found', 'rate_limited'],
    limit: 60,
  }),
  payShare: defineEndpoint({
    method: 'POST',
    path: '/v1/shares/{key}/payment',
    access: 'visitor',
    notActing: true,
    key: true,
    summary: 'Opens the payment of a share by the key of its link. The receipt is sent to the given address.',
    input: ofKey.extend({ email: Email }),
    output: z.object({ payment: Payment }),
    refuses: ['not_found', 'not_allowed_acting', 'share_paid', 'bill_closed', 'state_changed'],
    limit: 20,
  }),
}
