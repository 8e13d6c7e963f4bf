import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import { teamMails } from '#server/bookings/notices/door.ts'
import { notifyAll, senderOf } from '#server/notifications/door.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { appointmentRow } from './appointment-row.ts'

/** Writes to one of the two who have a booking, or to both, as the preview has shown it; what was written is kept in the audit log. */
export async function messageBooking(
  ctx: Context,
  { appointmentId, ...message }: InputOf<typeof operatorBookings.message>,
): Promise<OutputOf<typeof operatorBookings.message>> {
  const sender = await senderOf(ctx)
  return ctx.once(async (tx) => {
    const row = await appointmentRow(tx, appointmentId)
    const { mails, notices } = await teamMails(tx, sender, row, message)
    if (mails.length === 0) throw new Refusal('no_channel')
    await notifyAll(tx, sender, notices)
    await record(tx, {
      act: 'booking.message',
      subject: { kind: 'appointment', id: row.id, name: String(row.number) },
      after: { to: mails.map(({ to }) => to), text: message.text },
    })
    return { mails }
  })
}
