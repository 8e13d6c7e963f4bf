import { lockDecidingOperator, lockPayments, type PaymentRow, listPaymentsOf } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { findAppointmentById, type AppointmentRow, lockAppointment } from './appointments.queries.ts'
import { listOtherPaymentRefs } from './appointment-payments.queries.ts'

/** Includes hold, appointment, moves, credits and shares of its bill. */
export const listPaymentRefs = async (ctx: Pick<Context, 'db'>, row: AppointmentRow): Promise<string[]> => [
  row.id,
  ...(row.hold_id ? [row.hold_id] : []),
  ...(await listOtherPaymentRefs(ctx.db, row.id)),
]

/** Includes deposit, balance, differences of moves, credits and shares of its bill. */
export const listPaymentsOfAppointment = async (ctx: Pick<Context, 'db'>, row: AppointmentRow): Promise<PaymentRow[]> =>
  listPaymentsOf(ctx.db, await listPaymentRefs(ctx, row))

/**
 * Locks an appointment and its payments until the transaction ends. The lock order is operator, payments, appointment,
 * as in payment webhooks, so that a capture and a concurrent cancellation see each other.
 */
export async function lockBooking(
  ctx: Context,
  id: string,
): Promise<{ row: AppointmentRow; payments: PaymentRow[] } | null> {
  const known = await findAppointmentById(ctx.db, id)
  if (!known) return null
  await lockDecidingOperator(ctx)
  await lockPayments(ctx.db, await listPaymentRefs(ctx, known))
  const row = await lockAppointment(ctx.db, id)
  // Reads the payments again: a difference may have been paid just before the lock.
  return row ? { row, payments: await lockPayments(ctx.db, await listPaymentRefs(ctx, row)) } : null
}
