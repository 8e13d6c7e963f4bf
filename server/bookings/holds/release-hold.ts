import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { lockDiary } from '#server/providers/door.ts'
import { senderIn } from '#server/notifications/door.ts'
import { letGoBill } from '#server/bookings/split/let-go-bill.ts'
import { showNoLongerHeld } from './act-of-hold.ts'
import { endHolds, freeHolds } from './hold-queries.ts'
import { presentHold } from './present-hold.ts'
import { ownHold } from './own-hold.ts'

/** Lets a kept time go at once; one that has ended already stays as it is. */
export async function releaseHold(
  ctx: Context,
  { holdId }: InputOf<typeof bookings.releaseHold>,
): Promise<OutputOf<typeof bookings.releaseHold>> {
  const hold = await ownHold(ctx, holdId)
  await ctx.transaction(async (tx) => {
    await lockDiary(tx.db, hold.provider_id)
    const ended = await endHolds(tx.db, [hold.id], 'release', tx.now)
    await freeHolds(tx.db, ended)
    if (ended.length) await showNoLongerHeld(tx, hold)
    if (ended.length && hold.split) await letGoBill(tx, await senderIn(tx), hold)
  })
  return { hold: await presentHold(ctx, holdId) }
}
