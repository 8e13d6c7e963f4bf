import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import { appointmentsById, summariesOf } from '#server/bookings/appointments/door.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import type { Context } from '#server/platform/context.ts'
import { paged, readCursor, uuids } from '#server/platform/pages-of.ts'
import { bookingsPage } from './booking-queries.ts'

type Calls = typeof operatorBookings

/** Bookings, newest first. */
export async function listOperatorBookings(
  ctx: Context,
  { cursor, ...input }: InputOf<Calls['list']>,
): Promise<OutputOf<Calls['list']>> {
  const { page, nextCursor } = paged(await bookingsPage(ctx.db, { ...input, after: readCursor(cursor, uuids) }))
  const rows = await appointmentsById(
    ctx.db,
    page.map(({ id }) => id),
  )
  await recordAccess(ctx, { what: 'bookings', of: rows.map((row) => row.account_id) })
  return { bookings: await summariesOf(ctx, rows, 'operator'), nextCursor }
}
