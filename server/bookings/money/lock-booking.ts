import { lockDecidingOperator, lockPayments, type PaymentRow } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import {
  appointmentById,
  type AppointmentRow,
  lockAppointment,
} from '#server/bookings/appointments/appointment-queries.ts'
import { paidFor } from '#server/bookings/money/payments-for.ts'

/**
 * An appointment with its payments as they stand, all kept from other changes until the transaction ends.
 * An operator who decides in this call is locked first. Payments come next, as with the bank's word: a payment that is taken while its booking is cancelled is seen by one of the two.
 */
export async function lockBooking(
  ctx: Context,
  id: string,
): Promise<{ row: AppointmentRow; payments: PaymentRow[] } | null> {
  const known = await appointmentById(ctx.db, id)
  if (!known) return null
  await lockDecidingOperator(ctx)
  await lockPayments(ctx.db, await paidFor(ctx, known))
  const row = await lockAppointment(ctx.db, id)
  // The difference of a move that was paid just before is one more.
  return row ? { row, payments: await lockPayments(ctx.db, await paidFor(ctx, row)) } : null
}
