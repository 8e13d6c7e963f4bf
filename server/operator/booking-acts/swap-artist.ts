import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import { presentAppointment } from '#server/bookings/appointments/door.ts'
import { doTeamAct, swapFor } from '#server/bookings/team/door.ts'
import type { Context } from '#server/platform/context.ts'
import { appointmentRow } from '#server/operator/bookings/appointment-row.ts'

/** Has another artist come, as it was shown. */
export async function swapArtist(
  ctx: Context,
  { appointmentId, reason, hash, ...wanted }: InputOf<typeof operatorBookings.swap>,
): Promise<OutputOf<typeof operatorBookings.swap>> {
  const act = await swapFor(ctx, await appointmentRow(ctx, appointmentId), wanted)
  return doTeamAct(ctx, { appointmentId, reason, hash }, act, async (tx, row, preview) => ({
    appointment: await presentAppointment(tx, row, 'operator'),
    preview,
  }))
}
