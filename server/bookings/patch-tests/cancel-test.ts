import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { ownAppointment } from '#server/bookings/appointments/own-appointment.ts'
import { presentBooking } from '#server/bookings/appointments/present-booking.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { takeTestOff } from './take-test-off.ts'

/** Lets the patch test of an own booking go; another is needed then. */
export async function cancelTest(
  ctx: Context,
  { appointmentId }: InputOf<typeof bookings.cancelTest>,
): Promise<OutputOf<typeof bookings.cancelTest>> {
  await ownAppointment(ctx, appointmentId)
  const sender = await senderOf(ctx)
  return ctx.once(async (tx) => {
    await takeTestOff(tx, sender, appointmentId)
    return presentBooking(tx, appointmentId)
  })
}
