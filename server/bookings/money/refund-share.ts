import { splitRefund } from '#contract/payments/refund.ts'
import type { PaymentRow } from '#server/payments/door.ts'
import { voidPayment } from '#server/payments/bank/door.ts'
import { refund, release } from '#server/payments/refunds/door.ts'
import type { Context } from '#server/platform/context.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { splitOf } from './money-of.ts'

/**
 * Gives back that share of each payment, in per cent, in the caller's transaction; what the bank has only reserved is let go where all of it goes back.
 * A reserved payment of which a part is kept is taken first; the rest goes back when it has been taken. Answers what goes back in all, in minor units.
 */
export async function refundShare(
  ctx: Context,
  payments: readonly PaymentRow[],
  share: number,
  reason: string,
  because: string,
): Promise<number> {
  let back = 0
  for (const payment of payments) {
    const part = splitOf(payment)
    if (!part) continue
    const { refundMinor, feeBackMinor } = splitRefund(part, share)
    if (refundMinor === 0) continue
    back += refundMinor
    if (payment.state === 'captured')
      await refund(ctx, {
        paymentId: payment.id,
        amountMinor: refundMinor,
        feeBackMinor,
        reason,
        fact: `${because}:${payment.id}`,
      })
    else if (share === 100) await voidPayment(ctx, payment.id)
  }
  return back
}

/** What is left of these payments becomes the artist's, and goes with the next payout. In the caller's transaction. */
export async function releaseAll(
  ctx: Context,
  row: Pick<AppointmentRow, 'provider_id'>,
  payments: readonly PaymentRow[],
): Promise<void> {
  for (const ref of new Set(payments.map((payment) => payment.ref)))
    await release(ctx, { providerId: row.provider_id, ref })
}
