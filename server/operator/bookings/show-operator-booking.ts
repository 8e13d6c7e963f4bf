import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { AppointmentState } from '#contract/bookings/lifecycle-appointment.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import { disputesOf, presentAppointment } from '#server/bookings/appointments/door.ts'
import { bookingsOfTeam } from '#server/bookings/team-up/door.ts'
import { partnerOfBooking } from '#server/bookings/partners/door.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import type { Context } from '#server/platform/context.ts'
import { appointmentRow } from './appointment-row.ts'

type Calls = typeof operatorBookings

export async function showOperatorBooking(
  ctx: Context,
  { appointmentId }: InputOf<Calls['read']>,
): Promise<OutputOf<Calls['read']>> {
  const row = await appointmentRow(ctx, appointmentId)
  await recordAccess(ctx, { what: 'booking', subjectId: row.id, of: [row.account_id] })
  return {
    appointment: await presentAppointment(ctx, row, 'operator'),
    disputeId: (await disputesOf(ctx.db, [row.id]))[0]?.id ?? null,
    partner: (await partnerOfBooking(ctx.db, row.id)) ?? null,
    party: (await bookingsOfTeam(ctx.db, row.id)).map(({ id, number, name, state }) => ({
      appointmentId: id,
      number,
      name,
      state: state as AppointmentState,
    })),
  }
}
