import { type Minor, percentUp } from '#contract/money.ts'
import { platformPart, type Whole } from '#contract/payments/refund.ts'

/** What a booking comes to: its whole price, the fee in it, and the deposit. */
export type Terms = Whole & { depositMinor: Minor }
export type Difference = {
  /** What is paid before it stands, and what goes back once it does: one of them is nothing. */
  dueMinor: Minor
  backMinor: Minor
  /** Of what was paid too much, what is kept: it is part of the price from then on. */
  keptMinor: Minor
  after: Terms
}

/**
 * What another price means for what has been paid. Where only the deposit was, what of it is not returned comes off the balance;
 * where all of it was, it is kept, and shared as the whole would have been.
 */
export function differenceOf(
  before: Terms,
  after: Terms,
  { paidInFull, share }: { paidInFull: boolean; share: number },
): Difference {
  const paid = paidInFull ? before.totalMinor : before.depositMinor
  const required = paidInFull ? after.totalMinor : after.depositMinor
  if (required >= paid) return { dueMinor: required - paid, backMinor: 0, keptMinor: 0, after }
  const backMinor = percentUp(paid - required, share)
  const stays = paid - backMinor
  // A deposit stands for the price as long as it is not more than that.
  const keptMinor = Math.max(0, stays - after.totalMinor)
  const totalMinor = after.totalMinor + keptMinor
  return {
    dueMinor: 0,
    backMinor,
    keptMinor,
    after: {
      totalMinor,
      feeMinor: after.feeMinor + platformPart(keptMinor, before),
      depositMinor: paidInFull ? Math.min(totalMinor, after.depositMinor + keptMinor) : stays,
    },
  }
}
