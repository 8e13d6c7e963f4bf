import { keptOf, returnKept, type SpendRow, spendsPast } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { lockAppointment, updateAppointment } from '#server/bookings/appointments/appointment-queries.ts'
import { lockHold, setHoldCredit } from '#server/bookings/holds/hold-queries.ts'

const AT_ONCE = 200

/** Returns what was kept for bookings that were not made in time. */
export async function returnPast(ctx: Context): Promise<void> {
  for (const spend of await spendsPast(ctx.db, ctx.now, AT_ONCE))
    await ctx.transaction(async (tx) => {
      await returnOne(tx, spend)
    })
}

/** Returns at once what a voucher is kept for where its customer has gone on. Not inside a transaction. */
export async function returnEnded(ctx: Context, voucherId: string): Promise<void> {
  for (const spend of await keptOf(ctx.db, voucherId))
    if (spend.part_of === 'deposit')
      await ctx.transaction(async (tx) => {
        const hold = await lockHold(tx.db, spend.for_ref)
        if (hold && (hold.state === 'released' || hold.state === 'lapsed')) await returnOne(tx, spend)
      })
}

// What it was kept for is locked first: whoever books it waits, or has been.
async function returnOne(ctx: Context, spend: SpendRow): Promise<void> {
  if (spend.part_of === 'deposit') {
    const hold = await lockHold(ctx.db, spend.for_ref)
    const back = await returnKept(ctx.db, spend.id)
    if (hold && back) await setHoldCredit(ctx.db, hold.id, Math.max(0, hold.credit_minor - back.amount_minor))
    return
  }
  const row = await lockAppointment(ctx.db, spend.for_ref)
  const back = await returnKept(ctx.db, spend.id)
  if (row && back)
    await updateAppointment(ctx.db, row.id, { credit_minor: Math.max(0, row.credit_minor - back.amount_minor) })
}
