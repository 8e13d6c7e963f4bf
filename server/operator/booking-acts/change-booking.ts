import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import { presentAppointment } from '#server/bookings/appointments/door.ts'
import { doTeamAct, changeFor } from '#server/bookings/team/door.ts'
import type { Context } from '#server/platform/context.ts'
import { appointmentRow } from '#server/operator/bookings/appointment-row.ts'

/** Changes the people or services of a booking as it was shown. */
export async function changeBooking(
  ctx: Context,
  { appointmentId, reason, hash, ...wanted }: InputOf<typeof operatorBookings.change>,
): Promise<OutputOf<typeof operatorBookings.change>> {
  const act = await changeFor(ctx, await appointmentRow(ctx, appointmentId), wanted)
  return doTeamAct(ctx, { appointmentId, reason, hash }, act, async (tx, row, preview) => ({
    appointment: await presentAppointment(tx, row, 'operator'),
    preview,
  }))
}
