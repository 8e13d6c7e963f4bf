import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { tellTest } from '#server/bookings/patch-tests/tell-test.ts'
import { tellTrial } from '#server/bookings/trials/tell-trial.ts'
import type { Sender } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { bookedVisits } from './visit-queries.ts'

/** Tells both sides of the visits that were booked with bookings. In the caller's transaction. */
export async function tellVisits(ctx: Context, sender: Sender, rows: readonly AppointmentRow[]): Promise<void> {
  const booked = await bookedVisits(
    ctx.db,
    rows.map(({ id }) => id),
  )
  for (const { kind, appointment_id, ...visit } of booked) {
    const row = rows.find(({ id }) => id === appointment_id)
    if (row) await (kind === 'trial' ? tellTrial : tellTest)(ctx, sender, row, 'booked', visit)
  }
}
