import type { VisitedDay } from '#server/bookings/patch-tests/test-times.ts'
import { spotOf } from '#server/bookings/appointments/spot.ts'
import type { HoldRow } from '#server/bookings/holds/hold-queries.ts'
import { presentQuote, type QuoteRow } from '#server/search/locked-quotes/door.ts'
import type { SearchRow } from '#server/search/door.ts'

/** What is booked by a kept time, by what decides when there is time for a visit before it; its services are the catalogue's. */
export type HeldDay = VisitedDay & { buffer_minutes: number; country_code: string; services: string[] }

/** The day of a kept time; null where nobody knows when it begins. */
export function dayOfHold(hold: HoldRow, quote: QuoteRow, search: SearchRow): HeldDay | null {
  const { plan } = presentQuote(quote)
  if (!plan) return null
  return {
    ...{ provider_id: hold.provider_id, tz: plan.timeZone, buffer_minutes: quote.buffer_minutes },
    country_code: search.country_code,
    ...{ starts_at: new Date(plan.arriveAt), services: [...new Set(plan.blocks.map(({ serviceId }) => serviceId))] },
    ...spotOf(quote, search),
  }
}
