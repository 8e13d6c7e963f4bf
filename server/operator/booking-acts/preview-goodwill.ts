import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import { goodwillOf, previewTeamAct } from '#server/bookings/team/door.ts'
import { newCredit } from '#server/payments/goodwill/door.ts'
import type { Context } from '#server/platform/context.ts'
import { recordSeen } from './record-seen.ts'

/** What goodwill would do; nothing is done. */
export async function previewGoodwill(
  ctx: Context,
  { amount, as, ...asked }: InputOf<typeof operatorBookings.previewGoodwill>,
): Promise<OutputOf<typeof operatorBookings.previewGoodwill>> {
  const preview = await previewTeamAct(ctx, asked, goodwillOf(amount, as === 'credit' ? await newCredit(ctx) : null))
  await recordSeen(ctx, asked.appointmentId)
  return { preview }
}
