import type { OutputOf } from '#contract/endpoint.ts'
import type { ownBookings } from '#contract/bookings/own-bookings.ts'
import type { Look } from '#contract/search/search.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import { todayIn } from '#server/platform/event-day.ts'
import { searchesWithActs } from './saved-queries.ts'

type Calls = typeof ownBookings

/** One's own searches, newest first, with what has been asked and answered on each; one that was changed stands as its newest. */
export async function listOwnSearches(ctx: Context): Promise<OutputOf<Calls['searches']>> {
  const rows = await searchesWithActs(ctx.db, ctx.viewer.accountId as string)
  return {
    searches: rows.map((row) => ({
      id: row.id,
      place: row.place_name.split(', ').slice(0, 2).join(', '),
      event: row.event,
      eventDate: row.event_date,
      finishTime: row.finish_time,
      countryCode: row.country_code as CountryCode,
      people: (row.people as unknown as Look[]).reduce((sum, look) => sum + look.count, 0),
      offers: row.offers,
      waiting: row.waiting,
      booked: row.booked,
      past: row.event_date < todayIn(row.tz, ctx.now),
    })),
  }
}
