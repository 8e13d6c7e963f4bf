import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { sendPayments } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { ownAppointment } from '#server/bookings/appointments/own-appointment.ts'
import { presentAppointment } from '#server/bookings/appointments/present-appointment.ts'
import { endRescueOf } from './end-rescue-of.ts'

/** No thank you: everything that was paid goes back, the fee included. */
export async function endRescue(
  ctx: Context,
  { appointmentId }: InputOf<typeof bookings.endRescue>,
): Promise<OutputOf<typeof bookings.endRescue>> {
  await ownAppointment(ctx, appointmentId)
  const answer = await ctx.once(async (tx) => {
    const row = await endRescueOf(tx, appointmentId, 'declined')
    if (!row) throw new Refusal('state_changed')
    return { appointment: await presentAppointment(tx, row, 'customer') }
  })
  await sendPayments(ctx)
  return answer
}
