import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { appointmentOfOwn } from '#server/bookings/appointments/own-appointment.ts'
import { presentOwnAppointment } from '#server/bookings/appointments/read-appointment.ts'
import type { Context } from '#server/platform/context.ts'
import { giveTrialTime } from './give-trial-time.ts'

/** Moves the trial of an own appointment; the customer is told, and may choose again. */
export async function moveOwnTrial(
  ctx: Context,
  { appointmentId, ...asked }: InputOf<typeof providerBookings.moveTrial>,
): Promise<OutputOf<typeof providerBookings.moveTrial>> {
  await appointmentOfOwn(ctx, appointmentId)
  return giveTrialTime(ctx, appointmentId, 'provider', asked, (tx) => presentOwnAppointment(tx, appointmentId))
}
