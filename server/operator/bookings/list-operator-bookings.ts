import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import { appointmentsById, summariesOf } from '#server/bookings/appointments/door.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import type { Context } from '#server/platform/context.ts'
import { majorSums } from '#server/operator/sums.ts'
import { bookingsAhead, fetchBookings } from './booking-queries.ts'

type Calls = typeof operatorBookings

/** Lists bookings by the day of their event, with the count and the worth of all upcoming ones. */
export async function listOperatorBookings(
  ctx: Context,
  { cursor, ...input }: InputOf<Calls['list']>,
): Promise<OutputOf<Calls['list']>> {
  const { rows: page, nextCursor } = await fetchBookings(ctx.db, { ...input, cursor, now: ctx.now })
  const rows = await appointmentsById(
    ctx.db,
    page.map(({ id }) => id),
  )
  await recordAccess(ctx, { what: 'bookings', of: rows.map((row) => row.account_id) })
  const ahead = await bookingsAhead(ctx.db, ctx.now)
  return {
    bookings: await summariesOf(ctx, rows, 'operator'),
    ahead: { bookings: ahead.bookings, worth: majorSums(ahead.money) },
    nextCursor,
  }
}
