import { computePercentUp, type Minor } from '#contract/money.ts'
import { computePlatformPart, type WholePrice } from '#contract/payments/refund.ts'

export type Terms = WholePrice & { depositMinor: Minor }
export type Difference = {
  /**
   * `dueMinor` is paid before the change takes effect, `backMinor` refunded once it does. At most one is above zero.
   */
  dueMinor: Minor
  backMinor: Minor
  /** The part of an overpayment that is not refunded. It becomes part of the price. */
  keptMinor: Minor
  toBalanceMinor: Minor
  waivedMinor: Minor
  after: Terms
}

/**
 * Returns the payments and refunds that follow from a new price. If only the deposit was paid, the part that is not
 * refunded reduces the balance. If the whole price was paid, that part is kept and split like the price. An amount due
 * below `leastMinor` is added to the balance, or waived if there is no balance; the platform bears what it cannot
 * charge. A balance that was paid does not change: further payments, and refunds of cash, change the deposit.
 */
export function computeDifference(
  before: Terms,
  after: Terms,
  { paidInFull, inCash = false, share, leastMinor = 0 }: Paying,
): Difference {
  const paid = paidInFull ? before.totalMinor : before.depositMinor
  const required = paidInFull ? after.totalMinor : after.depositMinor
  const balanceMinor = paidInFull ? before.totalMinor - before.depositMinor : 0
  const nothing = { dueMinor: 0, backMinor: 0, keptMinor: 0, toBalanceMinor: 0, waivedMinor: 0 }
  const settled = (now: Terms): Terms => (paidInFull ? payBalance(now, balanceMinor, inCash) : now)
  if (required >= paid) {
    const dueMinor = required - paid
    if (dueMinor === 0 || dueMinor >= leastMinor) return { ...nothing, dueMinor, after: settled(after) }
    return paidInFull
      ? { ...nothing, waivedMinor: dueMinor, after: settled(withoutSmall(after, dueMinor)) }
      : {
          ...nothing,
          toBalanceMinor: dueMinor,
          after: { ...after, depositMinor: paid, feeMinor: Math.min(after.feeMinor, paid) },
        }
  }
  const backMinor = computePercentUp(paid - required, share)
  const stays = paid - backMinor
  // Only the amount above the new price is kept in addition to it.
  const keptMinor = Math.max(0, stays - after.totalMinor)
  const totalMinor = after.totalMinor + keptMinor
  return {
    ...nothing,
    backMinor,
    keptMinor,
    after: settled({
      totalMinor,
      feeMinor: after.feeMinor + computePlatformPart(keptMinor, before),
      depositMinor: paidInFull ? Math.min(totalMinor, after.depositMinor + keptMinor) : stays,
    }),
  }
}

type Paying = {
  paidInFull: boolean /** The customer paid the balance to the artist on the day. */
  inCash?: boolean
  share: number
  leastMinor?: Minor
}

function payBalance({ totalMinor, feeMinor, depositMinor }: Terms, balanceMinor: Minor, inCash: boolean): Terms {
  const rest = Math.max(0, totalMinor - balanceMinor)
  const deposit = inCash ? rest : Math.min(totalMinor, Math.max(depositMinor, rest))
  return { totalMinor, feeMinor: Math.min(feeMinor, deposit), depositMinor: deposit }
}

const withoutSmall = ({ totalMinor, feeMinor, depositMinor }: Terms, waivedMinor: Minor): Terms => ({
  totalMinor: totalMinor - waivedMinor,
  feeMinor: Math.max(0, feeMinor - waivedMinor),
  depositMinor: Math.min(depositMinor, totalMinor - waivedMinor),
})

export const computeFeeInDue = (dueMinor: Minor, feeBefore: Minor, feeAfter: Minor): Minor =>
  Math.max(0, Math.min(dueMinor, feeAfter - feeBefore))
