import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import { disputeSummaries } from '#server/bookings/appointments/door.ts'
import type { Context } from '#server/platform/context.ts'
import { paged, readCursor, uuids } from '#server/platform/pages-of.ts'
import { disputesPage } from './booking-queries.ts'

type Calls = typeof operatorBookings

/** Reports of problems. */
export async function listDisputes(
  ctx: Context,
  { state, cursor }: InputOf<Calls['disputes']>,
): Promise<OutputOf<Calls['disputes']>> {
  const { page, nextCursor } = paged(await disputesPage(ctx.db, { state, after: readCursor(cursor, uuids) }))
  return {
    disputes: await disputeSummaries(
      ctx,
      page.map(({ id }) => id),
    ),
    nextCursor,
  }
}
