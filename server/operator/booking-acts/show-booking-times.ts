import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import { freeTimesFor } from '#server/bookings/moves/door.ts'
import type { Context } from '#server/platform/context.ts'
import { appointmentRow } from '#server/operator/bookings/appointment-row.ts'

/** When the artist of a booking is free on a day for it. */
export async function showBookingTimes(
  ctx: Context,
  { appointmentId, eventDate }: InputOf<typeof operatorBookings.times>,
): Promise<OutputOf<typeof operatorBookings.times>> {
  const { times } = await freeTimesFor(ctx, await appointmentRow(ctx, appointmentId), eventDate)
  return { times }
}
