import { lockDecidingOperator, lockPayments, type PaymentRow, listPaymentsOf } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { findAppointmentById, type AppointmentRow, lockAppointment } from './appointments.queries.ts'
import { listOtherPaymentRefs } from './appointment-payments.queries.ts'

/** What the payments of an appointment are opened for: its time that was kept, itself, its moves, what credits paid of it, and the shares of its bill. */
export const listPaymentRefs = async (ctx: Pick<Context, 'db'>, row: AppointmentRow): Promise<string[]> => [
  row.id,
  ...(row.hold_id ? [row.hold_id] : []),
  ...(await listOtherPaymentRefs(ctx.db, row.id)),
]

/** All payments that belong to an appointment: its deposit, its balance, the differences of its moves, what credits paid, each share of its bill. */
export const listPaymentsOfAppointment = async (ctx: Pick<Context, 'db'>, row: AppointmentRow): Promise<PaymentRow[]> =>
  listPaymentsOf(ctx.db, await listPaymentRefs(ctx, row))

/**
 * An appointment with its payments as they stand, all kept from other changes until the transaction ends.
 * An operator who decides in this call is locked first. Payments come next, as with the bank's word: a payment that is taken while its booking is cancelled is seen by one of the two.
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
  // The difference of a move that was paid just before is one more.
  return row ? { row, payments: await lockPayments(ctx.db, await listPaymentRefs(ctx, row)) } : null
}
