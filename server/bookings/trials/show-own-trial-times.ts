import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { appointmentOfOwn } from '#server/bookings/appointments/own-appointment.ts'
import type { Context } from '#server/platform/context.ts'
import { trialTimesFor } from './trial-times.ts'

/** When the calling artist is free on a day for the trial of an own appointment. */
export async function showOwnTrialTimes(
  ctx: Context,
  { appointmentId, eventDate }: InputOf<typeof providerBookings.trialTimes>,
): Promise<OutputOf<typeof providerBookings.trialTimes>> {
  return trialTimesFor(ctx, await appointmentOfOwn(ctx, appointmentId), eventDate)
}
