import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { appointmentRow } from './appointment-row.ts'
import { bookingMails } from './booking-mails.ts'

/** The mails that went about a booking. */
export async function showBookingMails(
  ctx: Context,
  { appointmentId }: InputOf<typeof operatorBookings.mails>,
): Promise<OutputOf<typeof operatorBookings.mails>> {
  const row = await appointmentRow(ctx, appointmentId)
  const mails = await bookingMails(ctx, await senderOf(ctx), row)
  await recordAccess(ctx, { what: 'booking', subjectId: row.id, of: [row.account_id] })
  return { mails }
}
