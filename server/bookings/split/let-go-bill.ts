import type { Sender } from '#server/notifications/index.ts'
import { letGoReserved } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { HoldRow } from '#server/bookings/holds/hold-queries.ts'
import { billOf, moveBill, sharesOfBill } from './split-queries.ts'
import { tellBooker } from './tell-split.ts'

/** Ends a shared bill with all that is reserved for it, in the caller's transaction; each payer hears of it once their bank has let it go. Answers whether it had been opened. */
export async function letGoBill(ctx: Context, sender: Sender, hold: HoldRow): Promise<boolean> {
  const before = await billOf(ctx.db, hold.id)
  const bill = await moveBill(ctx.db, hold.id, 'let_go', { ended_at: ctx.now })
  if (!bill) return false
  await letGoReserved(ctx, [...(await sharesOfBill(ctx.db, hold.id)).map(({ id }) => id), hold.id])
  if (before?.state !== 'open') return false
  await tellBooker(ctx, sender, hold, bill, 'split.letGo', bill.due_minor)
  return true
}
