import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { appointmentOfOwn } from '#server/bookings/appointments/own-appointment.ts'
import { presentOwnAppointment } from '#server/bookings/appointments/read-appointment.ts'
import { proposeParty } from './propose-party.ts'

type Calls = typeof providerBookings

/** Suggests other people or services to the customer. */
export async function providerProposesParty(
  ctx: Context,
  { appointmentId, ...change }: InputOf<Calls['proposeParty']>,
): Promise<OutputOf<Calls['proposeParty']>> {
  return proposeParty(ctx, await appointmentOfOwn(ctx, appointmentId), 'provider', change, async (tx, preview) => ({
    ...(await presentOwnAppointment(tx, appointmentId)),
    preview,
  }))
}
