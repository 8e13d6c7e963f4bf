import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { ownAppointment } from '#server/bookings/appointments/own-appointment.ts'
import { reportProblem } from './report-problem.ts'
import { presentBooking } from '#server/bookings/appointments/present-booking.ts'

type Calls = typeof bookings

export async function customerReportsProblem(
  ctx: Context,
  { appointmentId, kind, text, pictures }: InputOf<Calls['report']>,
): Promise<OutputOf<Calls['report']>> {
  const row = await ownAppointment(ctx, appointmentId)
  return reportProblem(ctx, row, 'customer', { kind, text, pictures }, (tx) => presentBooking(tx, appointmentId))
}
