import type { OutputOf } from '#contract/endpoint.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import { disputeById, presentAppointment, summariesOf } from '#server/bookings/appointments/door.ts'
import { canSettle } from '#server/bookings/disputes/door.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { appointmentRow } from './appointment-row.ts'

type Calls = typeof operatorBookings

/** A dispute with its appointment, as operators see it. */
export async function presentDispute(ctx: Context, id: string): Promise<OutputOf<Calls['dispute']>> {
  const dispute = await disputeById(ctx.db, id)
  if (!dispute) throw new Refusal('not_found')
  const row = await appointmentRow(ctx, dispute.appointment_id)
  await recordAccess(ctx, { what: 'booking', subjectId: row.id, of: [row.account_id] })
  const appointment = await presentAppointment(ctx, row, 'operator')
  const [summary] = await summariesOf(ctx, [row], 'operator')
  if (!appointment.problem || !summary) throw new Refusal('not_found')
  return {
    dispute: {
      problem: appointment.problem,
      appointment: summary,
      paid: appointment.paid - appointment.refunded,
      settleFrom: dispute.state === 'open' && !canSettle(dispute, ctx.now) ? dispute.answer_until.toISOString() : null,
    },
    appointment,
  }
}
