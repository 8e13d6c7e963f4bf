import { splitHandOver } from '#contract/payments/refund.ts'
import { handOn, passSpend, type PaymentRow, refund } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { insertAppointment } from '#server/bookings/appointments/appointment-queries.ts'
import { handBillOn } from '#server/bookings/split/split-queries.ts'
import { splitOf } from '#server/bookings/money/money-of.ts'

type Made = Awaited<ReturnType<typeof insertAppointment>>

/** Refunds what the new deposit does not need, and hands the rest on to the new artist. */
export async function carryOver(ctx: Context, payments: readonly PaymentRow[], made: Made): Promise<void> {
  const parts = payments.flatMap((payment) => {
    const part = splitOf(payment)
    return part ? [{ payment, part }] : []
  })
  const splits = splitHandOver(
    parts.map(({ part }) => part),
    { depositMinor: made.deposit_minor, feeMinor: made.fee_minor },
  )
  for (const [i, { payment }] of parts.entries()) {
    const split = splits[i]
    if (!split) continue
    const { keepMinor: keep, feeMinor, refundMinor, feeBackMinor } = split
    if (refundMinor > 0)
      await refund(ctx, {
        paymentId: payment.id,
        amountMinor: refundMinor,
        feeBackMinor,
        reason: 'The new artist asks for less.',
        fact: `rescue-less:${made.id}:${payment.id}`,
      })
    // A share stays a share, of the bill that goes over with it.
    const ref = payment.kind === 'share' ? payment.ref : made.id
    if (keep > 0) {
      await handOn(ctx, payment.id, { providerId: made.provider_id, ref, feeMinor, fact: made.id })
      if (payment.kind === 'credit') await passSpend(ctx.db, payment.ref, made.id)
    }
  }
  if (made.rescued_from) await handBillOn(ctx.db, made.rescued_from, made.id)
}
