import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import { teamMails } from '#server/bookings/notices/door.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { appointmentRow } from './appointment-row.ts'

/** The mails that writing about a booking would send. */
export async function previewMessage(
  ctx: Context,
  { appointmentId, ...message }: InputOf<typeof operatorBookings.previewMessage>,
): Promise<OutputOf<typeof operatorBookings.previewMessage>> {
  const row = await appointmentRow(ctx, appointmentId)
  const { mails } = await teamMails(ctx, await senderOf(ctx), row, message)
  if (mails.length === 0) throw new Refusal('no_channel')
  await recordAccess(ctx, { what: 'booking', subjectId: row.id, of: [row.account_id] })
  return { mails }
}
