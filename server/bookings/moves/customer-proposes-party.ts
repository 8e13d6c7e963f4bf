import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { ownAppointment } from '#server/bookings/appointments/own-appointment.ts'
import { presentBooking } from '#server/bookings/appointments/present-booking.ts'
import { proposeParty } from './propose-party.ts'

type Calls = typeof bookings

/** Suggests other people or services to the artist. */
export async function customerProposesParty(
  ctx: Context,
  { appointmentId, ...change }: InputOf<Calls['proposeParty']>,
): Promise<OutputOf<Calls['proposeParty']>> {
  return proposeParty(ctx, await ownAppointment(ctx, appointmentId), 'customer', change, async (tx, preview) => ({
    ...(await presentBooking(tx, appointmentId)),
    preview,
  }))
}
