import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { lockDiary } from '#server/providers/index.ts'
import { senderIn } from '#server/notifications/index.ts'
import { letGoBill } from '#server/bookings/split/let-go-bill.ts'
import { endHeldTimes } from './end-held-times.ts'
import { presentHold } from './present-hold.ts'
import { ownHold } from './own-hold.ts'

/** Ends the caller's own hold and cancels its payment. A hold that has ended already stays as it is. */
export async function releaseHold(
  ctx: Context,
  { holdId }: InputOf<typeof bookings.releaseHold>,
): Promise<OutputOf<typeof bookings.releaseHold>> {
  const hold = await ownHold(ctx, holdId)
  await ctx.transaction(async (tx) => {
    await lockDiary(tx.db, hold.provider_id)
    const [ended] = await endHeldTimes(tx, [hold.id], 'released')
    if (ended?.split) await letGoBill(tx, await senderIn(tx), ended)
  })
  return { hold: await presentHold(ctx, holdId) }
}
