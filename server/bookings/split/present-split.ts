import type { AppointmentParts } from '#server/bookings/appointments/events.ts'
import { withoutWaitingRefunds } from '#server/payments/index.ts'
import { presentShares } from './present-shares.ts'
import { billOfAppointment, sharesOfBill } from './split-queries.ts'

/** Presents the shares of the bill of an appointment, if its party shared it. */
export const presentSplit: AppointmentParts['checkout'] = async (ctx, { row, side, payments }) => {
  if (side === 'provider' || !payments.some(({ kind }) => kind === 'share')) return { split: null }
  const bill = await billOfAppointment(ctx.db, row.id)
  if (!bill) return { split: null }
  const sent = await withoutWaitingRefunds(ctx.db, payments)
  return { split: presentShares(bill, await sharesOfBill(ctx.db, bill.hold_id), sent) }
}
