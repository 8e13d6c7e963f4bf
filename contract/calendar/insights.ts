import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CountryCode, Currency, Distance, EventDate, TimeOfDay } from '#contract/values.ts'

const count = z.number().int()
const Week = z.object({ week: EventDate })

/** Why an offer or a request did not become a booking, by the facts: another one was booked before the answer, for the time asked for, for less, from nearer by, or for nothing of that; or nobody was booked. */
export const lostReasons = ['answer', 'time', 'price', 'distance', 'other', 'nobody'] as const
export type LostReason = (typeof lostReasons)[number]

const Seen = Week.extend({
  views: count,
  /** Searches on whose first page one's price stood: among the first three, up to the tenth, further down. */
  first: count,
  near: count,
  further: count,
})
/** Requests by the week in which they came, and what has become of each: one of the last five. */
const AskedWeek = Week.extend({
  requests: count,
  offers: count,
  won: count,
  lost: count,
  /** One's own no. */
  declined: count,
  waiting: count,
  /** Bookings at once, which ask nobody. */
  instant: count,
  /** Half of the answers took no longer; null where there was none. */
  middleMinutes: z.number().nullable(),
})

/** What a month brought, in all and of each kind of work; none where money is of no booking. */
const EarnedMonth = z.object({
  month: z.string(),
  yours: z.number(),
  bookings: count,
  kinds: z.array(z.object({ categoryId: count.nullable(), yours: z.number() })),
})

export const Insights = z.object({
  currency: Currency,
  countryCode: CountryCode,
  weeks: z.array(EventDate),
  kinds: z.array(z.object({ id: count, label: z.string() })),
  seen: z.array(Seen),
  asked: z.array(AskedWeek),
  lost: z.array(z.object({ reason: z.enum(lostReasons), n: count })),
  earned: z.array(EarnedMonth),
  /** Bookings that stand, by the month of their event, with what is one's own of them. */
  ahead: z.array(z.object({ month: z.string(), bookings: count, yours: z.number() })),
  /** As on the page of requests. */
  replies: z.object({ minutes: z.number().nullable(), fasterThan: count.nullable() }),
  /** What one earns for each service, beside the middle of others nearby; null where fewer than five offer it. */
  prices: z.array(
    z.object({ service: z.string(), own: z.number(), middle: z.number().nullable(), artists: count.nullable() }),
  ),
})
export type Insights = z.infer<typeof Insights>

const more = { more: count }
/** A rule changed, and how many more searches would have fitted. */
export const SuggestedChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['opens', 'closes']), time: TimeOfDay, ...more }),
  z.object({ kind: z.literal('radius'), distance: Distance, ...more }),
  z.object({ kind: z.literal('notice'), hours: count, ...more }),
  z.object({ kind: z.literal('horizon'), days: count, ...more }),
  z.object({ kind: z.literal('service'), service: z.string(), ...more }),
])
export type SuggestedChange = z.infer<typeof SuggestedChange>

export const insights = {
  show: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/insights',
    access: 'provider',
    costly: true,
    summary:
      'How often one was seen, asked and booked, why not where not, what it brought, what is booked ahead, and one’s prices beside the middle nearby.',
    input: z.object({ weeks: z.coerce.number().int().min(1).max(53).default(12) }),
    output: Insights,
    refuses: ['not_found'],
    limit: 60,
  }),
  suggestion: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/insights/suggestion',
    access: 'provider',
    costly: true,
    summary:
      'Of one’s rules the one whose change would have fitted most of the searches around that did not fit, with their number, and the next best.',
    input: z.object({ days: z.coerce.number().int().min(1).max(56).default(28) }),
    output: z.object({
      days: count,
      /** Events that were searched around, for kinds of work that one does, and how many of them fitted. */
      searches: count,
      fitted: count,
      best: SuggestedChange.nullable(),
      others: z.array(SuggestedChange),
    }),
    refuses: ['not_found'],
    limit: 20,
  }),
}
