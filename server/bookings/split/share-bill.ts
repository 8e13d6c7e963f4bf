import { billLimits, billTimes } from '#contract/bookings/lifecycle-bill.ts'
import { type PersonShare, sharesOf } from '#contract/bookings/shares.ts'
import { type Minor, minor } from '#contract/money.ts'
import type { LockedQuote } from '#contract/search/quotes.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { coverOfHold } from '#server/bookings/money/cover.ts'
import { billOf, billsOf, lockBillsOf, saveBill, type ShareRow, unshareHold } from './split-queries.ts'

/** What each of a party would pay of what is due; refused where a voucher is used, where nobody else is there, or the artist begins too soon to wait for them. */
export function sharesFor(
  ctx: Context,
  locked: LockedQuote,
  { inFull, creditMinor }: { inFull: boolean; creditMinor: Minor },
  booker: number,
): PersonShare[] {
  const { lines, plan } = locked
  // A voucher is kept for a quarter of an hour, and a bill for a day.
  if (creditMinor > 0) throw new Refusal('split_voucher')
  const { dueMinor } = coverOfHold({ credit_minor: 0, in_full: inFull }, locked)
  const shares = sharesOf(lines, { dueMinor, feeMinor: Math.min(minor(locked.fee), dueMinor) })
  if (!shares || !plan || booker > shares.length) throw new Refusal('split_alone')
  if (!billTimes(ctx.now.getTime(), Date.parse(plan.arriveAt))) throw new Refusal('split_late')
  return shares
}

type Shared = {
  holdId: string
  accountId: string
  shares: readonly PersonShare[]
  booker: number
  names: readonly string[]
}

/** Keeps the shares of a kept time, and answers the booker's own; in the caller's transaction, under the lock of the time. One bill at a time for a person, and not after others were let go. */
export async function shareBill(tx: Context, { holdId, accountId, shares, booker, names }: Shared): Promise<ShareRow> {
  await lockBillsOf(tx.db, accountId)
  const { open, letGo } = await billsOf(tx.db, accountId, new Date(tx.now.getTime() - billLimits.inDays * 86_400_000))
  if (open > 0) throw new Refusal('split_stands')
  if (letGo >= billLimits.letGo) throw new Refusal('split_often')
  const kept = await saveBill(tx.db, {
    holdId,
    shares,
    booker,
    names,
    dueMinor: shares.reduce((sum, { dueMinor }) => sum + dueMinor, 0),
    now: tx.now,
  })
  const own = kept.find((share) => share.booker)
  if (!own) throw new Refusal('split_alone')
  return own
}

/** Refuses to pay a kept time otherwise once its party shares the bill. */
export async function refuseShared(tx: Context, holdId: string): Promise<void> {
  if ((await billOf(tx.db, holdId))?.state === 'open') throw new Refusal('split_stands')
}

/** A bill that was asked to be shared and is not yet open is paid otherwise from now on; one that is open is refused. */
export async function leaveBill(tx: Context, holdId: string): Promise<void> {
  await refuseShared(tx, holdId)
  await unshareHold(tx.db, holdId)
}
