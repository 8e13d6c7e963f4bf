import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CountryCode, Currency, EventDate, Instant, Int4Param } from '#contract/values.ts'

const operators = ['not_signed_in', 'session_ended', 'not_yours'] as const

/** Range of the figures: this many weeks, ending with the current one, for one market or category if given. */
const Asked = z.object({
  weeks: z.coerce.number().int().min(1).max(53).default(12),
  countryCode: CountryCode.optional(),
  categoryId: Int4Param.optional(),
})

const count = z.number().int()

/** Searched events by week, market and category, and how many reached each step. */
export const FunnelRow = z.object({
  week: EventDate,
  countryCode: CountryCode,
  categoryId: count,
  searches: count,
  seen: count,
  asked: count,
  booked: count,
  kept: count,
})
export type FunnelRow = z.infer<typeof FunnelRow>

export const MoneyRow = z.object({
  week: EventDate,
  countryCode: CountryCode,
  categoryId: count.nullable(),
  currency: Currency,
  bookings: count,
  gross: z.number(),
  take: z.number(),
  refunds: z.number(),
  refunded: count,
  disputes: count,
})
export type MoneyRow = z.infer<typeof MoneyRow>

const Waited = z.object({
  asked: count,
  answered: count,
  middleMinutes: z.number().nullable(),
  mostMinutes: z.number().nullable(),
})

/** A map square: artists based there, and searches for future days. */
export const Square = z.object({
  cell: count,
  place: z.string(),
  countryCode: CountryCode,
  lat: z.number(),
  lng: z.number(),
  artists: count,
  instant: count,
  /** Null for fewer than ten people. */
  demand: z.object({ people: count, searches: count, withoutArtist: count, unanswered: count }).nullable(),
})
export type Square = z.infer<typeof Square>

/** New people of a month, and how many had a booking in each month since. */
export const Cohort = z.object({ month: EventDate, size: count, active: z.array(count) })
export type Cohort = z.infer<typeof Cohort>

export const operatorBusiness = {
  funnel: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/business/funnel',
    access: 'operator',
    costly: true,
    duties: ['money', 'content'],
    summary: 'Returns the funnel: searched events, viewed quotes, requests, bookings and completed bookings.',
    input: Asked,
    output: z.object({
      weeks: z.array(EventDate),
      kinds: z.array(z.object({ id: count, label: z.string() })),
      rows: z.array(FunnelRow),
    }),
    refuses: operators,
  }),
  money: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/business/money',
    access: 'operator',
    costly: true,
    duties: ['money', 'content'],
    summary: 'Returns gross value, fees, refunds and disputes by week, market and category.',
    input: Asked,
    output: z.object({ weeks: z.array(EventDate), rows: z.array(MoneyRow) }),
    refuses: operators,
  }),
  firstQuotes: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/business/first-quotes',
    access: 'operator',
    costly: true,
    duties: ['money', 'content'],
    summary: 'Returns the time from a request to the first price by week, market and category.',
    input: Asked,
    output: z.object({
      all: Waited,
      weeks: z.array(Waited.extend({ week: EventDate })),
      markets: z.array(Waited.extend({ countryCode: CountryCode })),
      kinds: z.array(Waited.extend({ categoryId: count })),
    }),
    refuses: operators,
  }),
  squares: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/business/squares',
    access: 'operator',
    costly: true,
    duties: ['money', 'content'],
    summary: 'Lists artists by map square, with the searches there that found nobody.',
    input: Asked.pick({ countryCode: true }),
    output: z.object({ squares: z.array(Square), refreshedAt: Instant.nullable() }),
    refuses: operators,
  }),
  cohorts: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/business/cohorts',
    access: 'operator',
    costly: true,
    duties: ['money', 'content'],
    summary:
      'Returns cohorts: customers by the month of their first booking, artists by the month of approval, and who booked again.',
    input: Asked.omit({ weeks: true }),
    output: z.object({ months: z.array(EventDate), customers: z.array(Cohort), artists: z.array(Cohort) }),
    refuses: operators,
  }),
}
