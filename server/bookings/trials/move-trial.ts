import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { ownAppointment } from '#server/bookings/appointments/own-appointment.ts'
import { presentBooking } from '#server/bookings/appointments/present-booking.ts'
import type { Context } from '#server/platform/context.ts'
import { giveTrialTime } from './give-trial-time.ts'

/** Moves the trial of an own booking, or gives it a time where it has none; the artist is told. */
export async function moveTrial(
  ctx: Context,
  { appointmentId, ...asked }: InputOf<typeof bookings.moveTrial>,
): Promise<OutputOf<typeof bookings.moveTrial>> {
  await ownAppointment(ctx, appointmentId)
  return giveTrialTime(ctx, appointmentId, 'customer', asked, (tx) => presentBooking(tx, appointmentId))
}
