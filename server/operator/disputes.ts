import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import { disputeById, presentAppointment, summariesOf } from '#server/appointments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { fetchDisputes } from './bookings.queries.ts'
import { canSettle, disputeSummaries, settleProblem } from '#server/bookings/index.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { appointmentRow } from './bookings.ts'
import { minor } from '#contract/money.ts'

type Calls = typeof operatorBookings

/** Reports of problems. */
export async function listDisputes(
  ctx: Context,
  { state, cursor }: InputOf<Calls['disputes']>,
): Promise<OutputOf<Calls['disputes']>> {
  const { rows, nextCursor } = await fetchDisputes(ctx.db, { state, cursor })
  return {
    disputes: await disputeSummaries(
      ctx,
      rows.map(({ id }) => id),
    ),
    nextCursor,
  }
}

export const showDispute = (
  ctx: Context,
  { disputeId }: InputOf<Calls['dispute']>,
): Promise<OutputOf<Calls['dispute']>> => presentDispute(ctx, disputeId)

/** A dispute with its appointment, as operators see it. */
async function presentDispute(ctx: Context, id: string): Promise<OutputOf<Calls['dispute']>> {
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

export async function settleDispute(
  ctx: Context,
  { disputeId, outcome, refund, noShow, reason }: InputOf<Calls['settle']>,
): Promise<OutputOf<Calls['settle']>> {
  const how = { outcome, refundMinor: minor(refund), noShow, reason }
  return settleProblem(ctx, disputeId, how, async (tx) => ({ dispute: (await presentDispute(tx, disputeId)).dispute }))
}
