import { byShare, splitRefunds, type Whole } from '#contract/payments/refund.ts'
import type { Minor } from '#contract/money.ts'
import { type PaymentRow, release, voidPayment } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { type Because, giveBack } from './give-back.ts'
import { standing } from './money-of.ts'

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
