import { createHash } from 'node:crypto'
import type { BookingMail } from '#contract/operator/bookings.ts'
import { teamMails } from '#server/bookings/notices/door.ts'
import type { Sender } from '#server/notifications/door.ts'
import { isBlotted } from '#server/notifications/outbox/door.ts'
import type { Context } from '#server/platform/context.ts'
import type { appointmentRow } from './appointment-row.ts'
import { mailsAbout } from './booking-queries.ts'
import { emailKey } from '#contract/accounts/parse-email.ts'

const goesAgain: readonly string[] = ['sent', 'failed', 'given_up', 'held_back']

/** The mails of a booking to those who have it, where they are reached now; what a hash was made of is all that would go. */
export async function bookingMails(
  ctx: Context,
  sender: Sender,
  row: Awaited<ReturnType<typeof appointmentRow>>,
): Promise<BookingMail[]> {
  const { mails: sides } = await teamMails(ctx, sender, row, { to: 'both', text: '' })
  const rows = await mailsAbout(
    ctx.db,
    row.id,
    sides.map(({ address }) => address),
  )
  return rows.flatMap(({ id, address, subject, body: text, state, secret, created_at }) => {
    const side = sides.find((one) => emailKey(one.address) === emailKey(address))
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
