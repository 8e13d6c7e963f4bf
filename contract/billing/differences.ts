import { computePercentUp, type Minor } from '#contract/money.ts'
import { computePlatformPart, type WholePrice } from '#contract/payments/refund.ts'

/** What a booking comes to: its whole price, the fee in it, and the deposit. */
export type Terms = WholePrice & { depositMinor: Minor }
export type Difference = {
  /** What is paid before it stands, and what goes back once it does: one of them is nothing. */
  dueMinor: Minor
  backMinor: Minor
  /** Of what was paid too much, what is kept: it is part of the price from then on. */
  keptMinor: Minor
  /** The rise of a deposit that is below the minimum card charge, added to the balance instead. */
  toBalanceMinor: Minor
  /** The rise of a price paid in full that is below the minimum card charge. It is waived and not in the total. */
  waivedMinor: Minor
  after: Terms
}

/**
 * What another price means for what has been paid. Where only the deposit was, what of it is not returned comes off the balance;
 * where all of it was, it is kept, and shared as the whole would have been. What is due but less than `leastMinor` is added to the
 * balance, or waived where there is none; the platform bears what it cannot collect. A balance that was paid stays what it was: what
 * is paid more, and in cash also what goes back, changes the deposit.
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
  // A deposit stands for the price as long as it is not more than that.
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
  paidInFull: boolean /** The balance was paid to the artist on the day. */
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

/** Returns the platform's part of a difference that is paid. */
export const computeFeeInDue = (dueMinor: Minor, feeBefore: Minor, feeAfter: Minor): Minor =>
  Math.max(0, Math.min(dueMinor, feeAfter - feeBefore))
