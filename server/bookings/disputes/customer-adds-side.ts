import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { ownAppointment } from '#server/bookings/appointments/own-appointment.ts'
import { addSide } from './report-problem.ts'
import { presentBooking } from '#server/bookings/appointments/present-booking.ts'

type Calls = typeof bookings

export async function customerAddsSide(
  ctx: Context,
  { appointmentId, text }: InputOf<Calls['addSide']>,
): Promise<OutputOf<Calls['addSide']>> {
  return addSide(ctx, await ownAppointment(ctx, appointmentId), 'customer', text, (tx) =>
    presentBooking(tx, appointmentId),
  )
}
