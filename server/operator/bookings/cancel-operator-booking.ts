import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import { cancelByOperator, presentAppointment } from '#server/bookings/appointments/door.ts'
import type { Context } from '#server/platform/context.ts'
import { appointmentRow } from './appointment-row.ts'

type Calls = typeof operatorBookings

/** Cancels a booking for an operator. Refunds it in full and notifies both sides with the reason. */
export async function cancelOperatorBooking(
  ctx: Context,
  { appointmentId, reason }: InputOf<Calls['cancel']>,
): Promise<OutputOf<Calls['cancel']>> {
  return cancelByOperator(ctx, await appointmentRow(ctx, appointmentId), reason, async (tx) => ({
    appointment: await presentAppointment(tx, await appointmentRow(tx, appointmentId), 'operator'),
  }))
}
