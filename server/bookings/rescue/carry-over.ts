import { handOn, refund } from '#server/payments/refunds/door.ts'
import type { PaymentRow } from '#server/payments/door.ts'
import type { Context } from '#server/platform/context.ts'
import type { insertAppointment } from '#server/bookings/appointments/appointment-queries.ts'
import { passSpend } from '#server/payments/credits/door.ts'
import { splitOf } from '#server/bookings/money/money-of.ts'

type Made = Awaited<ReturnType<typeof insertAppointment>>

// What the new deposit does not need goes back first, the rest is the new artist's.
export async function carryOver(ctx: Context, payments: readonly PaymentRow[], made: Made): Promise<void> {
  let needed = made.deposit_minor
  let fee = made.fee_minor
  for (const payment of payments) {
    const part = splitOf(payment)
    if (!part) continue
    const keep = Math.min(part.amountMinor, needed)
    const feeHere = Math.min(fee, keep)
    const back = part.amountMinor - keep
    if (back > 0)
      await refund(ctx, {
        paymentId: payment.id,
        amountMinor: back,
        feeBackMinor: Math.min(back, Math.max(0, part.feeMinor - feeHere)),
        reason: 'The new artist asks for less.',
        fact: `rescue-less:${made.id}:${payment.id}`,
      })
    if (keep > 0) {
      await handOn(ctx, payment.id, { providerId: made.provider_id, ref: made.id, feeMinor: feeHere })
      if (payment.kind === 'credit') await passSpend(ctx.db, payment.ref, made.id)
    }
    needed -= keep
    fee -= feeHere
  }
}
