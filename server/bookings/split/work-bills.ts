import { senderOf } from '#server/notifications/index.ts'
import { keepReserved, letGoReserved } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { holdById, lockHold } from '#server/bookings/holds/hold-queries.ts'
import { reservedFor } from './reserved-for.ts'
import { letGoBill } from './let-go-bill.ts'
import { presentShares } from './present-shares.ts'
import { billsToTell, billsWithoutHold, markRestTold, sharesLeftOver, sharesOfBill } from './split-queries.ts'
import { tellBooker } from './tell-split.ts'

const AT_ONCE = 200

/** Asks whoever booked for the rest once the others' time has passed, and ends what is left reserved of bills that have ended. What nobody pays lapses with the time that was kept. */
export async function workBills(ctx: Context): Promise<void> {
  const sender = await senderOf(ctx)
  for (const bill of await billsToTell(ctx.db, ctx.now, AT_ONCE)) {
    await ctx.transaction(async (tx) => {
      const hold = await holdById(tx.db, bill.hold_id)
      if (hold?.state !== 'held' || !(await markRestTold(tx.db, bill.hold_id, tx.now))) return
      const shares = await sharesOfBill(tx.db, bill.hold_id)
      const { openMinor, payments } = await reservedFor(
        tx.db,
        bill.due_minor,
        shares.map(({ id }) => id),
      )
      const missing = presentShares(bill, shares, payments).filter(({ state }) => state === 'open')
      const names = missing.map(({ name, person }) => name || `Person ${person}`).join(', ')
      await tellBooker(tx, sender, hold, bill, 'split.rest', openMinor, { names })
    })
  }
  for (const id of await billsWithoutHold(ctx.db, AT_ONCE))
    await ctx.transaction(async (tx) => {
      const hold = await lockHold(tx.db, id)
      if (hold && hold.state !== 'held') await letGoBill(tx, sender, hold)
    })
  for (const { ref, keep } of await sharesLeftOver(ctx.db, AT_ONCE))
    await ctx.transaction((tx) => (keep ? keepReserved(tx, [ref]) : letGoReserved(tx, [ref])))
}
