import { createHash } from 'node:crypto'
import type { BookingMail, operatorBookings } from '#contract/operator/bookings.ts'
import { buildTeamMails } from '#server/appointments/index.ts'
import { isBlotted, notifyAll, sendAgain, type Sender, getSender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { getAppointmentRow } from './bookings.ts'
import { listMailsAbout } from './bookings.queries.ts'
import { normaliseEmail } from '#contract/accounts/parse-email.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { recordAudit } from '#server/platform/audit.ts'

const goesAgain: readonly string[] = ['sent', 'failed', 'given_up', 'held_back']

/** Builds a booking's mails for the current addresses of its parties. The hash covers everything to be sent. */
async function bookingMails(
  ctx: Context,
  sender: Sender,
  row: Awaited<ReturnType<typeof getAppointmentRow>>,
): Promise<BookingMail[]> {
  const { mails: sides } = await buildTeamMails(ctx, sender, row, { to: 'both', text: '' })
  const rows = await listMailsAbout(
    ctx.db,
    row.id,
    sides.map(({ address }) => address),
  )
  return rows.flatMap(({ id, address, subject, body: text, state, secret, created_at }) => {
    const side = sides.find((one) => normaliseEmail(one.address) === normaliseEmail(address))
    if (!side) return []
    return [
      {
        id,
        to: side.to,
        name: side.name,
        address,
        subject,
        text,
        at: created_at.toISOString(),
        state: state as BookingMail['state'],
        again: goesAgain.includes(state) && !(secret && isBlotted({ subject, body: text })),
        hash: createHash('sha256')
          .update(JSON.stringify([id, address, subject, text]))
          .digest('base64url'),
      },
    ]
  })
}

export async function listBookingMails(
  ctx: Context,
  { appointmentId }: InputOf<typeof operatorBookings.mails>,
): Promise<OutputOf<typeof operatorBookings.mails>> {
  const row = await getAppointmentRow(ctx, appointmentId)
  const mails = await bookingMails(ctx, await getSender(ctx), row)
  await recordAccess(ctx, { what: 'booking', subjectId: row.id, of: [row.account_id] })
  return { mails }
}

export async function previewMessage(
  ctx: Context,
  { appointmentId, ...message }: InputOf<typeof operatorBookings.previewMessage>,
): Promise<OutputOf<typeof operatorBookings.previewMessage>> {
  const row = await getAppointmentRow(ctx, appointmentId)
  const { mails } = await buildTeamMails(ctx, await getSender(ctx), row, message)
  if (mails.length === 0) throw new Refusal('no_channel')
  await recordAccess(ctx, { what: 'booking', subjectId: row.id, of: [row.account_id] })
  return { mails }
}

/** Sends a message as previewed, and records it in the audit log. */
export async function sendBookingMessage(
  ctx: Context,
  { appointmentId, ...message }: InputOf<typeof operatorBookings.message>,
): Promise<OutputOf<typeof operatorBookings.message>> {
  const sender = await getSender(ctx)
  return ctx.idempotent(async (tx) => {
    const row = await getAppointmentRow(tx, appointmentId)
    const { mails, notices } = await buildTeamMails(tx, sender, row, message)
    if (mails.length === 0) throw new Refusal('no_channel')
    await notifyAll(tx, sender, notices)
    await recordAudit(tx, {
      act: 'booking.message',
      subject: { kind: 'appointment', id: row.id, name: String(row.number) },
      after: { to: mails.map(({ to }) => to), text: message.text },
    })
    return { mails }
  })
}

/** Resends a mail if it is still the one shown, and records it in the audit log. */
export async function resendBookingMail(
  ctx: Context,
  { appointmentId, mailId, hash, reason }: InputOf<typeof operatorBookings.resend>,
): Promise<OutputOf<typeof operatorBookings.resend>> {
  const sender = await getSender(ctx)
  return ctx.idempotent(async (tx) => {
    const row = await getAppointmentRow(tx, appointmentId)
    const one = async () => (await bookingMails(tx, sender, row)).find(({ id }) => id === mailId)
    const mail = await one()
    if (!mail) throw new Refusal('not_found')
    if (mail.hash !== hash) throw new Refusal('preview_changed', { detail: { mail } })
    if (!mail.again) throw new Refusal('state_changed')
    await sendAgain(tx, mailId, reason)
    await recordAudit(tx, {
      act: 'booking.resend',
      subject: { kind: 'appointment', id: row.id, name: String(row.number) },
      after: { to: mail.to, subject: mail.subject },
      reason,
    })
    return { mail: (await one()) as BookingMail }
  })
}
