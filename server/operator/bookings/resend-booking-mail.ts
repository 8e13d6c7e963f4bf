import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { BookingMail, operatorBookings } from '#contract/operator/bookings.ts'
import { senderOf } from '#server/notifications/door.ts'
import { sendAgain } from '#server/notifications/outbox/door.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { appointmentRow } from './appointment-row.ts'
import { bookingMails } from './booking-mails.ts'

/** Sends a mail of a booking again, if it is still the one that was shown; it stands in the audit log of the booking. */
export async function resendBookingMail(
  ctx: Context,
  { appointmentId, mailId, hash, reason }: InputOf<typeof operatorBookings.resend>,
): Promise<OutputOf<typeof operatorBookings.resend>> {
  const sender = await senderOf(ctx)
  return ctx.once(async (tx) => {
    const row = await appointmentRow(tx, appointmentId)
    const one = async () => (await bookingMails(tx, sender, row)).find(({ id }) => id === mailId)
    const mail = await one()
    if (!mail) throw new Refusal('not_found')
    if (mail.hash !== hash) throw new Refusal('preview_changed', { detail: { mail } })
    if (!mail.again) throw new Refusal('state_changed')
    await sendAgain(tx, mailId, reason)
    await record(tx, {
      act: 'booking.resend',
      subject: { kind: 'appointment', id: row.id, name: String(row.number) },
      after: { to: mail.to, subject: mail.subject },
      reason,
    })
    return { mail: (await one()) as BookingMail }
  })
}
