import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import { cancelForProvider, presentAppointment } from '#server/bookings/appointments/door.ts'
import type { Context } from '#server/platform/context.ts'
import { appointmentRow } from './appointment-row.ts'

type Calls = typeof operatorBookings

/** Cancels a booking for the team: everything goes back, both are told why. */
export async function cancelOperatorBooking(
  ctx: Context,
  { appointmentId, reason }: InputOf<Calls['cancel']>,
): Promise<OutputOf<Calls['cancel']>> {
  return cancelForProvider(ctx, await appointmentRow(ctx, appointmentId), 'operator', reason, async (tx) => ({
    appointment: await presentAppointment(tx, await appointmentRow(tx, appointmentId), 'operator'),
  }))
}
