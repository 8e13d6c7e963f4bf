import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import { moveFor, previewTeamAct } from '#server/bookings/team/door.ts'
import type { Context } from '#server/platform/context.ts'
import { appointmentRow } from '#server/operator/bookings/appointment-row.ts'
import { recordSeen } from './record-seen.ts'

/** What moving a booking would do; nothing is done. */
export async function previewBookingMove(
  ctx: Context,
  { appointmentId, reason, ...wanted }: InputOf<typeof operatorBookings.previewMove>,
): Promise<OutputOf<typeof operatorBookings.previewMove>> {
  const act = await moveFor(ctx, await appointmentRow(ctx, appointmentId), wanted)
  const preview = await previewTeamAct(ctx, { appointmentId, reason }, act)
  await recordSeen(ctx, appointmentId)
  return { preview }
}
