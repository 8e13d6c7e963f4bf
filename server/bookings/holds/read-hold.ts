import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { presentHold } from './present-hold.ts'
import { ownHold } from './own-hold.ts'

export async function readHold(
  ctx: Context,
  { holdId }: InputOf<typeof bookings.readHold>,
): Promise<OutputOf<typeof bookings.readHold>> {
  await ownHold(ctx, holdId)
  return { hold: await presentHold(ctx, holdId) }
}
