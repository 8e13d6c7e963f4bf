import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CountryCode, Currency, Distance, EventDate, TimeOfDay } from '#contract/values.ts'

const count = z.number().int()
const Week = z.object({ week: EventDate })

/**
 * Why an artist lost a request or offer. The booked artist answered earlier, was free at the requested time, cost less
 * or was nearer. `nobody`: no one was booked.
 */
export const lostReasons = ['answer', 'time', 'price', 'distance', 'other', 'nobody'] as const
export type LostReason = (typeof lostReasons)[number]

const Seen = Week.extend({
  views: count,
  /** Searches by the position of the artist's card on the first page: top three, up to the tenth, below. */
  first: count,
  near: count,
  further: count,
})
/**
 * Requests by the week of arrival. `won`, `lost`, `declined` and `waiting` are outcomes. `instant` counts bookings
 * without a request. `middleMinutes` is the median answer time.
 */
const AskedWeek = Week.extend({
  requests: count,
  offers: count,
  won: count,
  lost: count,
  declined: count,
  waiting: count,
  instant: count,
  middleMinutes: z.number().nullable(),
})

/** Earnings of a month in total and by category; the category is null for money without a booking. */
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
  ahead: z.array(z.object({ month: z.string(), bookings: count, yours: z.number() })),
  replies: z.object({ minutes: z.number().nullable(), fasterThan: count.nullable() }),
  /**
   * Earnings per service and a middle price nearby, the mean of the 40th and 60th percentiles; null if fewer than five
   * artists offer it.
   */
  prices: z.array(
    z.object({ service: z.string(), own: z.number(), middle: z.number().nullable(), artists: count.nullable() }),
  ),
})
export type Insights = z.infer<typeof Insights>

const more = { more: count }
/** A changed setting, and in how many more searches the artist would have been available. */
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
      'Returns how often the caller was seen, requested and booked, the reasons for missed searches, earnings, upcoming bookings, and prices compared with the local median.',
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
      'Suggests the one change of a setting that would have matched most missed searches nearby, with their number. Also lists the next best changes.',
    input: z.object({ days: z.coerce.number().int().min(1).max(56).default(28) }),
    output: z.object({
      days: count,
      /**
       * The number of events that customers near the artist searched in the artist's categories, and how many the
       * artist would have fitted.
       */
      searches: count,
      fitted: count,
      best: SuggestedChange.nullable(),
      others: z.array(SuggestedChange),
    }),
    refuses: ['not_found'],
    limit: 20,
  }),
}
