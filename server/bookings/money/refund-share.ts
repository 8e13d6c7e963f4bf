import { byShare, type Refunded, splitRefunds, type Whole } from '#contract/payments/refund.ts'
import type { Minor } from '#contract/money.ts'
import type { PaymentRow } from '#server/payments/door.ts'
import { voidPayment } from '#server/payments/bank/door.ts'
import { passShare, refund, release } from '#server/payments/refunds/door.ts'
import type { Context } from '#server/platform/context.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { standing } from './money-of.ts'

/** Why money goes back, in words, and what makes it happen once. */
export type Because = { reason: string; fact: string /** Shown in the ledger where the fee moves. */; note?: string }

/**
 * Gives back that share of each payment, in per cent, but for what is worked off already, in the caller's transaction; of what is kept each has their part of the whole.
 * What the bank has only reserved is let go where all of it goes back; where a part is kept it is taken first, and split when it has been taken.
 * Answers what goes back in all, in minor units.
 */
export async function refundShare(
  ctx: Context,
  payments: readonly PaymentRow[],
  share: number,
  whole: Whole,
  because: Because,
  workedMinor: Minor = 0,
): Promise<number> {
  const paid = standing(payments)
  const splits = splitRefunds(byShare(paid, share, workedMinor), whole)
  for (const [i, { id, state, amountMinor }] of paid.entries()) {
    const split = splits[i]
    if (split && state === 'captured') await giveBack(ctx, id, split, because)
    else if (split?.refundMinor === amountMinor) await voidPayment(ctx, id)
  }
  return splits.reduce((sum, { refundMinor }) => sum + refundMinor, 0)
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

/** Carries out how one payment is split, in the caller's transaction. */
export async function giveBack(
  ctx: Context,
  paymentId: string,
  { refundMinor, feeBackMinor, passedMinor }: Refunded,
  { reason, fact, note = 'Of what was kept' }: Because,
): Promise<void> {
  if (refundMinor > 0)
    await refund(ctx, { paymentId, amountMinor: refundMinor, feeBackMinor, reason, fact: `${fact}:${paymentId}` })
  await passShare(ctx, { paymentId, amountMinor: passedMinor, fact: `${fact}:${paymentId}`, note })
}
