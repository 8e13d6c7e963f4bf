import type { Difference } from '#contract/bookings/difference.ts'
import type { Minor } from '#contract/money.ts'
import type { PaymentRow } from '#server/payments/door.ts'
import { passShare, refund } from '#server/payments/refunds/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { splitOf } from '#server/bookings/money/money-of.ts'

/** The platform's part of a difference that is paid. */
export const feeInDue = (dueMinor: Minor, feeBefore: Minor, feeAfter: Minor): Minor =>
  Math.max(0, Math.min(dueMinor, feeAfter - feeBefore))

/** Gives back what a changed price leaves over, the last payments first, and leaves the platform with the fee of the new price. In the caller's transaction. */
export async function settleDifference(
  ctx: Context,
  payments: readonly PaymentRow[],
  feeBefore: Minor,
  { dueMinor, backMinor, after }: Difference,
  fact: string,
): Promise<void> {
  const taken = payments.filter(({ state }) => state === 'captured')
  let feeLess = feeBefore + feeInDue(dueMinor, feeBefore, after.feeMinor) - after.feeMinor
  let left = backMinor
  for (const payment of taken.toReversed()) {
    const amountMinor = Math.min(left, splitOf(payment)?.amountMinor ?? 0)
    if (amountMinor === 0) continue
    const feeBackMinor = Math.max(0, Math.min(amountMinor, feeLess))
    await refund(ctx, {
      paymentId: payment.id,
      amountMinor,
      feeBackMinor,
      reason: 'The price after the change is lower.',
      fact: `${fact}:${payment.id}`,
    })
    left -= amountMinor
    feeLess -= feeBackMinor
  }
  // Paid in cash, or not yet taken: what is not here cannot be sent back from here.
  if (left > 0) throw new Refusal('state_changed')
  const [first] = taken
  if (feeLess === 0) return
  if (!first) throw new Refusal('state_changed')
  await passShare(ctx, { paymentId: first.id, amountMinor: feeLess, fact, note: 'After a change' })
}
