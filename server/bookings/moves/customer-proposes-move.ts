import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { proposeMove } from './propose-move.ts'
import { ownAppointment } from '#server/bookings/appointments/own-appointment.ts'
import { presentBooking } from '#server/bookings/appointments/present-booking.ts'

type Calls = typeof bookings

/** Suggests another time to the artist. */
export async function customerProposesMove(
  ctx: Context,
  { appointmentId, ...to }: InputOf<Calls['proposeMove']>,
): Promise<OutputOf<Calls['proposeMove']>> {
  return proposeMove(ctx, await ownAppointment(ctx, appointmentId), 'customer', to, (tx) =>
    presentBooking(tx, appointmentId),
  )
}
