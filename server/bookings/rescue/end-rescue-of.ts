import type { Context } from '#server/platform/context.ts'
import { type AppointmentRow, updateAppointment } from '#server/bookings/appointments/appointment-queries.ts'
import { wholeOf } from '#server/bookings/money/money-of.ts'
import { refundShare } from '#server/bookings/money/refund-share.ts'
import { lockBooking } from '#server/bookings/money/lock-booking.ts'
import { returnUsed } from '#server/bookings/promos/promo-queries.ts'
import { publishAppointment } from '#server/bookings/notices/publish-appointment.ts'

/** Ends a rescue: everything that was paid goes back. In the caller's transaction; answers nothing where it had ended. */
export async function endRescueOf(
  ctx: Context,
  id: string,
  how: 'declined' | 'lapsed',
): Promise<AppointmentRow | null> {
  const found = await lockBooking(ctx, id)
  if (!found?.row.rescue_until || found.row.rescue_ended) return null
  const { row, payments } = found
  await refundShare(ctx, payments, 100, wholeOf(row), { reason: 'The artist cancelled.', fact: `rescue:${row.id}` })
  // Whoever was let down can use the code again.
  await returnUsed(ctx.db, id)
  const now = await updateAppointment(ctx.db, id, { rescue_ended: how, changed_at: ctx.now })
  await publishAppointment(ctx, now, 'appointment.changed')
  return now
}
