import type { Context } from '#server/platform/context.ts'
import { lockHold } from '#server/bookings/holds/hold-queries.ts'
import { type PromoUseRow, returnUse, usesEnded, usesPast } from './promo-queries.ts'

const AT_ONCE = 200

/** Gives back uses of codes that were kept for bookings which were not made in time. */
export async function returnPastUses(ctx: Context): Promise<void> {
  for (const use of await usesPast(ctx.db, ctx.now, AT_ONCE)) await returnOne(ctx, use)
}

/** Gives back at once the uses of a code whose customers have gone on. Not inside a transaction. */
export async function returnEndedUses(ctx: Context, promoId: string): Promise<void> {
  for (const use of await usesEnded(ctx.db, promoId)) await returnOne(ctx, use)
}

// The kept time is locked first: whoever books it waits, or has been.
const returnOne = (ctx: Context, use: PromoUseRow): Promise<void> =>
  ctx.transaction(async (tx) => {
    const hold = await lockHold(tx.db, use.hold_id)
    // A shared bill keeps its time for longer than it was kept at first.
    if (hold?.state !== 'held') await returnUse(tx.db, use.id)
  })
