import { zonedDay } from '#contract/format.ts'
import { minor } from '#contract/money.ts'
import type { LockedQuote } from '#contract/search/quotes.ts'
import { coolingHours } from '#contract/payments/refund.ts'
import type { QuoteBody, QuoteRow } from '#server/search/index.ts'
import type { Context } from '#server/platform/context.ts'
import { dayOf } from '#server/platform/event-day.ts'
import type { Spot } from '#server/providers/index.ts'
import type { HoldRow } from './hold-queries.ts'
import type { SearchToBook } from './search-queries.ts'

type Found = { hold: HoldRow; search: SearchToBook; quote: QuoteRow; locked: LockedQuote; spot: Spot }

const pick = ({ terms, tax = null }: QuoteBody) => ({ terms, tax })

/** Everything of an appointment that its quote and search decide, frozen now. */
export function frozenOf(ctx: Context, { search, quote, locked, spot }: Omit<Found, 'hold'>) {
  const plan = locked.plan
  if (!plan) throw new Error(`quote ${quote.id} has no plan to book`)
  const starts = new Date(plan.arriveAt)
  return {
    search_id: search.id,
    quote_id: quote.id,
    provider_id: quote.provider_id,
    mode: quote.mode,
    country_code: search.country_code,
    tz: plan.timeZone,
    event_date: eventDateOf(search, starts, plan.timeZone),
    place: search.place_name,
    starts_at: starts,
    ends_at: new Date(plan.doneAt),
    ready_at: plan.readyBy ? new Date(plan.readyBy) : null,
    buffer_minutes: quote.buffer_minutes,
    lat: spot.lat,
    lng: spot.lng,
    body: { lines: locked.lines, plan, ...pick(quote.body as QuoteBody) },
    policy: locked.policy.kind,
    booked_at: ctx.now,
    changed_at: ctx.now,
    policy_start: starts,
    currency: locked.currency,
    cooling_until: new Date(ctx.now.getTime() + coolingHours(ctx.now.getTime(), starts.getTime()) * 3_600_000),
    total_minor: minor(locked.total),
    deposit_minor: minor(locked.deposit),
    fee_minor: Math.min(minor(locked.fee), minor(locked.deposit)),
    sample: ctx.env.sampleMarket,
  }
}

// An offer may be for another day than was asked: the day is that of its plan, the night before 5 AM belonging to the day before.
function eventDateOf(search: SearchToBook, starts: Date, tz: string): string {
  const asked = dayOf(search.event_date, tz)
  if (starts.getTime() >= asked.at(0) && starts.getTime() < asked.at(1740)) return search.event_date
  return zonedDay(new Date(starts.getTime() - 5 * 3_600_000).toISOString(), tz)
}
