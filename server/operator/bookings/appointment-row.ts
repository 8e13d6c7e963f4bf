import { appointmentById } from '#server/bookings/appointments/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** An appointment by its id, or the refusal that there is none. */
export async function appointmentRow(ctx: Context, id: string) {
  const row = await appointmentById(ctx.db, id)
  if (!row) throw new Refusal('not_found')
  return row
}
