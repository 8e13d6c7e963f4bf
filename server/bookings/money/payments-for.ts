import { type PaymentRow, paymentsOf } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { otherRefs } from './other-refs-queries.ts'

/** What the payments of an appointment are opened for: its time that was kept, itself, its moves, what credits paid of it, and the shares of its bill. */
export const paidFor = async (ctx: Pick<Context, 'db'>, row: AppointmentRow): Promise<string[]> => [
  row.id,
  ...(row.hold_id ? [row.hold_id] : []),
  ...(await otherRefs(ctx.db, row.id)),
]

/** All payments that belong to an appointment: its deposit, its balance, the differences of its moves, what credits paid, each share of its bill. */
export const paymentsFor = async (ctx: Pick<Context, 'db'>, row: AppointmentRow): Promise<PaymentRow[]> =>
  paymentsOf(ctx.db, await paidFor(ctx, row))
