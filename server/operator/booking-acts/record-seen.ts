import type { Context } from '#server/platform/context.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { appointmentRow } from '#server/operator/bookings/appointment-row.ts'

/** Writes down that an operator has seen whom a booking's mails go to. */
export async function recordSeen(ctx: Context, appointmentId: string): Promise<void> {
  const { id, account_id } = await appointmentRow(ctx, appointmentId)
  await recordAccess(ctx, { what: 'booking', subjectId: id, of: [account_id] })
}
