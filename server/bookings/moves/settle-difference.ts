import { type Difference, feeInDue } from '#contract/bookings/difference.ts'
import type { Minor } from '#contract/money.ts'
import { splitChange } from '#contract/payments/refund.ts'
import type { PaymentRow } from '#server/payments/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { standing, standingSum } from '#server/bookings/money/money-of.ts'
import { giveBack } from '#server/bookings/money/give-back.ts'

/**
 * Refunds what a changed price leaves over, and moves the fee between the platform and the provider to that of the new
 * price, over all captured payments and in the caller's transaction. Throws `state_changed` if a payment that is needed
 * is not captured yet.
 */
export async function settleDifference(
  ctx: Context,
  payments: readonly PaymentRow[],
  feeBefore: Minor,
  { dueMinor, backMinor, after }: Difference,
  fact: string,
): Promise<void> {
  const taken = standing(payments.filter(({ state }) => state === 'captured'))
  const isComplete = payments.every(({ state }) => state !== 'authorised' && state !== 'capturing')
  const feeLessMinor = feeBefore + feeInDue(dueMinor, feeBefore, after.feeMinor) - after.feeMinor
  // Paid in cash, or not captured yet: it cannot be refunded from here.
  if (backMinor > standingSum(payments.filter(({ state }) => state === 'captured'))) throw new Refusal('state_changed')
  const splits = splitChange(taken, { backMinor, feeLessMinor })
  const lessMinor = splits.reduce((sum, one) => sum + one.feeBackMinor + one.passedMinor, 0)
  if (lessMinor !== feeLessMinor && !isComplete) throw new Refusal('state_changed')
  for (const [i, { id }] of taken.entries()) {
    const split = splits[i]
    const because = { reason: 'The price after the change is lower.', fact, note: 'After a change' }
    if (split) await giveBack(ctx, id, split, because)
  }
}
