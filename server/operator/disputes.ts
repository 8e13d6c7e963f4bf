import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorBookings } from '#contract/operator/bookings.ts'
import { findDisputeById, presentAppointment, presentSummaries } from '#server/appointments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { fetchDisputes } from './bookings.queries.ts'
import { canSettle, presentDisputeSummaries, settleDispute } from '#server/bookings/index.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getAppointmentRow } from './bookings.ts'
import { toMinor } from '#contract/money.ts'

type Calls = typeof operatorBookings

export async function listDisputes(
  ctx: Context,
  { state, cursor }: InputOf<Calls['disputes']>,
): Promise<OutputOf<Calls['disputes']>> {
  const { rows, nextCursor } = await fetchDisputes(ctx.db, { state, cursor })
  return {
    disputes: await presentDisputeSummaries(
      ctx,
      rows.map(({ id }) => id),
    ),
    nextCursor,
  }
}

export const getDispute = (
  ctx: Context,
  { disputeId }: InputOf<Calls['dispute']>,
): Promise<OutputOf<Calls['dispute']>> => presentDispute(ctx, disputeId)

async function presentDispute(ctx: Context, id: string): Promise<OutputOf<Calls['dispute']>> {
  const dispute = await findDisputeById(ctx.db, id)
  if (!dispute) throw new Refusal('not_found')
  const row = await getAppointmentRow(ctx, dispute.appointment_id)
  await recordAccess(ctx, { what: 'booking', subjectId: row.id, of: [row.account_id] })
  const appointment = await presentAppointment(ctx, row, 'operator')
  const [summary] = await presentSummaries(ctx, [row], 'operator')
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

export async function settleOperatorDispute(
  ctx: Context,
  { disputeId, outcome, refund, noShow, reason }: InputOf<Calls['settle']>,
): Promise<OutputOf<Calls['settle']>> {
  const how = { outcome, refundMinor: toMinor(refund), noShow, reason }
  return settleDispute(ctx, disputeId, how, async (tx) => ({ dispute: (await presentDispute(tx, disputeId)).dispute }))
}
