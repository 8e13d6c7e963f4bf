import { senderIn } from '#server/notifications/index.ts'
import type { PayableHandlers, PaymentRow } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { isFree, lockDiary, speedsIn } from '#server/providers/index.ts'
import { lockAppointment, moveById } from '#server/bookings/appointments/appointment-queries.ts'
import { bookingPayable } from '#server/bookings/money/payables.ts'
import { paymentsFor } from '#server/bookings/money/payments-for.ts'
import { besideMates } from '#server/bookings/team-up/beside-mates.ts'
import { differenceOfMove } from './difference-of-move.ts'
import { applyMove, jobOf } from './apply-move.ts'

/** Applies a move once its difference is authorised. Returns `void` if its time was lost or its price has changed. */
async function confirmMove(ctx: Context, payment: PaymentRow): Promise<'capture' | 'void'> {
  const move = await moveById(ctx.db, payment.ref)
  const row = move && (await lockAppointment(ctx.db, move.appointment_id))
  if (!move || row?.state !== 'booked' || move.state !== 'proposed') return 'void'
  // Another price by now, or all of it paid meanwhile: this is not what is due.
  if (differenceOfMove(row, move).dueMinor !== payment.amount_minor) return 'void'
  await lockDiary(ctx.db, row.provider_id)
  if (
    !(await isFree(
      ctx,
      row.provider_id,
      jobOf(row, move.starts_at, move.ends_at),
      row.buffer_minutes,
      await speedsIn(ctx.db),
      [row.id],
    ))
  )
    return 'void'
  const clashes = await besideMates(ctx.db, row, { lock: true })
  if (clashes?.(move.body.plan, move.was)) return 'void'
  await applyMove(ctx, await senderIn(ctx), row, move, await paymentsFor(ctx, row))
  return 'capture'
}

/** The difference that a customer pays for a more expensive time or party. */
export const differencePayable: PayableHandlers = { ...bookingPayable, authorised: confirmMove }
