import { type Difference, feeInDue } from '#contract/bookings/difference.ts'
import { splitChange } from '#contract/payments/refund.ts'
import type { PaymentRow } from '#server/payments/index.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { excessGoodwill, refundable, standing } from '#server/bookings/money/money-of.ts'
import { giveBack } from '#server/bookings/money/give-back.ts'

/**
 * Refunds what a changed price leaves over, and moves the fee between the platform and the provider to that of the new
 * price, over all captured payments and in the caller's transaction. If goodwill refunds exceed the new price, the side that
 * paid for them keeps the excess. Throws `state_changed` if what has to be refunded was paid in cash or is not captured yet.
 */
export async function settleDifference(
  ctx: Context,
  payments: readonly PaymentRow[],
  { fee_minor: feeBefore, balance_paid_how }: Pick<AppointmentRow, 'fee_minor' | 'balance_paid_how'>,
  { dueMinor, backMinor, after }: Difference,
  fact: string,
): Promise<void> {
  const captured = payments.filter(({ state }) => state === 'captured')
  const taken = standing(captured)
  const isComplete = payments.every(({ state }) => state !== 'authorised' && state !== 'capturing')
  const refundMinor = refundable(backMinor, captured)
  const missingMinor = backMinor - refundMinor
  if (missingMinor > 0 && (!isComplete || balance_paid_how === 'cash')) throw new Refusal('state_changed')
  const feeLessMinor =
    feeBefore +
    feeInDue(dueMinor, feeBefore, after.feeMinor) -
    after.feeMinor -
    excessGoodwill(missingMinor, feeBefore, captured)
  const splits = splitChange(taken, { backMinor: refundMinor, feeLessMinor })
  const lessMinor = splits.reduce((sum, one) => sum + one.feeBackMinor + one.passedMinor, 0)
  if (lessMinor !== feeLessMinor && !isComplete) throw new Refusal('state_changed')
  for (const [i, { id }] of taken.entries()) {
    const split = splits[i]
    const because = { reason: 'The price after the change is lower.', fact, note: 'After a change' }
    if (split) await giveBack(ctx, id, split, because)
  }
}
