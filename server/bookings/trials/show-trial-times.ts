import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { ownAppointment } from '#server/bookings/appointments/own-appointment.ts'
import type { Context } from '#server/platform/context.ts'
import { trialTimesFor } from './trial-times.ts'

/** When the artist is free on a day for the trial of an own booking. */
export async function showTrialTimes(
  ctx: Context,
  { appointmentId, eventDate }: InputOf<typeof bookings.trialTimes>,
): Promise<OutputOf<typeof bookings.trialTimes>> {
  return trialTimesFor(ctx, await ownAppointment(ctx, appointmentId), eventDate)
}
