import { randomBytes } from 'node:crypto'
import type { Card } from '#contract/search/quotes.ts'
import type { Context } from '#server/platform/context.ts'
import { zonedTime } from '#contract/format.ts'
import { major } from '#contract/money.ts'
import { copySearch } from '#server/search/searches/door.ts'
import { findSearch } from '#server/search/door.ts'
import { quotesOf } from '#server/search/quotes/door.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'

const MOST = 3

/** The search by which somebody else is looked for: that of the booking, or where it was moved a copy of it for the time that stood. Not inside a transaction. */
export async function rescueSearch(ctx: Context, row: AppointmentRow): Promise<string> {
  const search = await findSearch(ctx.database, row.search_id)
  const finish = row.ready_at ? zonedTime(row.ready_at.toISOString(), row.tz) : null
  if (!search || (search.event_date === row.event_date && (finish === null || search.finish_time === finish)))
    return row.search_id
  return copySearch(ctx, search, {
    id: randomBytes(12).toString('base64url'),
    eventDate: row.event_date,
    finishTime: finish,
  })
}

/** Up to three artists who can be booked at once for the same party, place and time, at the same price or less; the one who cancelled is not among them. Not inside a transaction. */
export async function rescueArtists(ctx: Context, row: AppointmentRow, searchId: string): Promise<Card[]> {
  const search = await findSearch(ctx.database, searchId)
  if (!search) return []
  const page = await quotesOf(ctx, search, {
    filterBy: 'instant',
    sortBy: 'recommended',
    type: row.mode,
    rescue: false,
  })
  return page.offers[row.mode]
    .map(({ provider }) => provider)
    .filter((card) => card._id !== row.provider_id && card.price !== null && card.price <= major(row.total_minor))
    .slice(0, MOST)
}
