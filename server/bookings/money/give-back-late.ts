import { byShare, shareAt, splitRefunds } from '#contract/payments/refund.ts'
import { type PaymentRow, paymentsOf, release } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { findEarnedMinor } from '#server/bookings/linked-appointments/trial-money.ts'
import { termsOf } from '#server/bookings/appointments/terms.ts'
import { standing, wholeOf } from './money-of.ts'
import { paidFor } from './payments-for.ts'
import { giveBack } from './give-back.ts'

/** Where the customer cancelled before the bank had taken a payment, what was to go back of it goes now. In the caller's transaction. */
export async function giveBackLate(ctx: Context, row: AppointmentRow, payment: PaymentRow): Promise<void> {
  if (row.state !== 'cancelled' || row.cancelled_by !== 'customer' || !row.ended_at) return
  // What else was paid has been split when it was cancelled; this one takes its place beside it.
  const paid = standing(await paymentsOf(ctx.db, await paidFor(ctx, row)))
  const share = shareAt(termsOf(row), row.ended_at.getTime())
  // The earned part was kept from the other payments first.
  const others = paid.reduce((sum, one) => sum + (one.id === payment.id ? 0 : one.amountMinor), 0)
  const worked = Math.max(0, (await findEarnedMinor(ctx.db, row, row.ended_at)) - others)
  const splits = splitRefunds(
    paid.flatMap((one) => (one.id === payment.id ? byShare([one], share, worked) : byShare([one], 0))),
    wholeOf(row),
  )
  const mine = splits[paid.findIndex(({ id }) => id === payment.id)]
  if (mine) await giveBack(ctx, payment.id, mine, { reason: 'The customer cancelled.', fact: `cancel:${row.id}` })
  await release(ctx, { providerId: row.provider_id, ref: payment.ref })
}
