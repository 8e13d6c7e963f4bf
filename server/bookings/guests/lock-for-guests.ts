import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { lockAppointmentOf } from '#server/bookings/appointments/lock-appointment-of.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { stillReviewed } from './still-reviewed.ts'

/** A booking whose guest list may still change, held until the transaction ends: it stands, and has not begun. Links for those who say how it was are made and taken back afterwards too. */
export async function lockForGuests(
  tx: Context,
  appointmentId: string,
  { after = false }: { after?: boolean } = {},
): Promise<AppointmentRow> {
  const row = await lockAppointmentOf(tx, appointmentId)
  if (after && stillReviewed(row, tx.now)) return row
  if (row.state !== 'booked' || row.starts_at <= tx.now) throw new Refusal('state_changed')
  return row
}
