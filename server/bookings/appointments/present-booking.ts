import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { appointmentById } from './appointment-queries.ts'
import { presentAppointment } from './present-appointment.ts'

/** The same in a transaction, for a caller whose own it is known to be. */
export async function presentBooking(ctx: Context, id: string) {
  const row = await appointmentById(ctx.db, id)
  if (!row) throw new Refusal('not_found')
  return { appointment: await presentAppointment(ctx, row, 'customer') }
}
