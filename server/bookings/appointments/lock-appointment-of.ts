import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type AppointmentRow, lockAppointment } from './appointment-queries.ts'

/** An appointment, held until the transaction ends, or the refusal that there is none. */
export async function lockAppointmentOf(ctx: Context, id: string): Promise<AppointmentRow> {
  const row = await lockAppointment(ctx.db, id)
  if (!row) throw new Refusal('not_found')
  return row
}
