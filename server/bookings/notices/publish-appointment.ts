import { announce } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { audienceOf } from './audience-of.ts'
import { partiesOf } from './tell-queries.ts'

/** Publishes to the pages of both parties that their appointment has changed; they read it anew once the caller's transaction is committed. */
export async function publishAppointment(ctx: Context, row: AppointmentRow, kind: string): Promise<void> {
  const parties = await partiesOf(ctx.db, row)
  await announce(ctx, { to: audienceOf(row, parties?.providerAccount ?? null), kind, ref: row.id })
}
