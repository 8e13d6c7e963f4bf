import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import { swapFor, previewTeamAct } from '#server/bookings/team/door.ts'
import type { Context } from '#server/platform/context.ts'
import { appointmentRow } from '#server/operator/bookings/appointment-row.ts'
import { recordSeen } from './record-seen.ts'

/** What another artist would do to a booking; nothing is done. */
export async function previewArtistSwap(
  ctx: Context,
  { appointmentId, reason, ...wanted }: InputOf<typeof operatorBookings.previewSwap>,
): Promise<OutputOf<typeof operatorBookings.previewSwap>> {
  const act = await swapFor(ctx, await appointmentRow(ctx, appointmentId), wanted)
  const preview = await previewTeamAct(ctx, { appointmentId, reason }, act)
  await recordSeen(ctx, appointmentId)
  return { preview }
}
