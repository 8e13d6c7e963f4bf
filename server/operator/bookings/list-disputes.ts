import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import { disputeSummaries } from '#server/bookings/appointments/door.ts'
import type { Context } from '#server/platform/context.ts'
import { fetchDisputes } from './booking-queries.ts'

type Calls = typeof operatorBookings

/** Reports of problems. */
export async function listDisputes(
  ctx: Context,
  { state, cursor }: InputOf<Calls['disputes']>,
): Promise<OutputOf<Calls['disputes']>> {
  const { rows, nextCursor } = await fetchDisputes(ctx.db, { state, cursor })
  return {
    disputes: await disputeSummaries(
      ctx,
      rows.map(({ id }) => id),
    ),
    nextCursor,
  }
}
