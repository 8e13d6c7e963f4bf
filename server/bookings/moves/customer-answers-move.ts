import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { presentPayment } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { answerMove } from './answer-move.ts'
import { ownAppointment } from '#server/bookings/appointments/own-appointment.ts'
import { presentBooking } from '#server/bookings/appointments/present-booking.ts'

type Calls = typeof bookings

/** Answers the artist's suggestion, or takes one's own back. */
export async function customerAnswersMove(
  ctx: Context,
  { appointmentId, moveId, answer }: InputOf<Calls['answerMove']>,
): Promise<OutputOf<Calls['answerMove']>> {
  return answerMove(ctx, await ownAppointment(ctx, appointmentId), moveId, 'customer', answer, async (tx, payment) => ({
    ...(await presentBooking(tx, appointmentId)),
    payment: payment && presentPayment(tx, payment),
  }))
}
