import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockAppointmentOf } from '#server/bookings/appointments/lock-appointment-of.ts'
import { presentAppointment } from '#server/bookings/appointments/present-appointment.ts'
import { agreedOf, endAgreed } from './agreed-queries.ts'

/** Takes back that the balance of the caller's booking is taken by itself; what has been taken stays. */
export async function endAgreedBalance(
  ctx: Context,
  { appointmentId }: InputOf<typeof bookings.endAgreedBalance>,
): Promise<OutputOf<typeof bookings.endAgreedBalance>> {
  return ctx.once(async (tx) => {
    const row = await lockAppointmentOf(tx, appointmentId)
    if (!tx.viewer.accountId || row.account_id !== tx.viewer.accountId) throw new Refusal('not_found')
    if ((await agreedOf(tx.db, row.id)) && !(await endAgreed(tx.db, row.id, tx.now))) throw new Refusal('state_changed')
    return { appointment: await presentAppointment(tx, row, 'customer') }
  })
}
