import { apportion } from '#contract/money.ts'
import { handOn, refund } from '#server/payments/refunds/door.ts'
import type { PaymentRow } from '#server/payments/door.ts'
import type { Context } from '#server/platform/context.ts'
import type { insertAppointment } from '#server/bookings/appointments/appointment-queries.ts'
import { passSpend } from '#server/payments/credits/door.ts'
import { handBillOn } from '#server/bookings/split/split-queries.ts'
import { splitOf } from '#server/bookings/money/money-of.ts'

type Made = Awaited<ReturnType<typeof insertAppointment>>

// What the new deposit does not need goes back first, the rest is the new artist's.
export async function carryOver(ctx: Context, payments: readonly PaymentRow[], made: Made): Promise<void> {
  const parts = payments.flatMap((payment) => {
    const part = splitOf(payment)
    return part ? [{ payment, part }] : []
  })
  const paid = parts.map(({ part }) => part.amountMinor)
  const sum = paid.reduce((all, amount) => all + amount, 0)
  // Whoever paid a share of the bill gets back by their share.
  const kept = apportion(Math.min(made.deposit_minor, sum), paid)
  const fees = apportion(Math.min(made.fee_minor, sum), kept)
  for (const [i, { payment, part }] of parts.entries()) {
    const keep = kept[i] ?? 0
    const feeHere = fees[i] ?? 0
    const back = part.amountMinor - keep
    if (back > 0)
      await refund(ctx, {
        paymentId: payment.id,
        amountMinor: back,
        feeBackMinor: Math.min(back, Math.max(0, part.feeMinor - feeHere)),
        reason: 'The new artist asks for less.',
        fact: `rescue-less:${made.id}:${payment.id}`,
      })
    // A share stays a share, of the bill that goes over with it.
    const ref = payment.kind === 'share' ? payment.ref : made.id
    if (keep > 0) {
      await handOn(ctx, payment.id, { providerId: made.provider_id, ref, feeMinor: feeHere, fact: made.id })
      if (payment.kind === 'credit') await passSpend(ctx.db, payment.ref, made.id)
    }
  }
  if (made.rescued_from) await handBillOn(ctx.db, made.rescued_from, made.id)
}
