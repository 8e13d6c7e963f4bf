import type { Appointment, AppointmentSummary, Problem } from '#contract/bookings/appointment.ts'
import { major } from '#contract/money.ts'
import { paymentsOf } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import {
  type AppointmentRow,
  appointmentsById,
  type DisputeRow,
  disputesById,
} from '#server/bookings/appointments/appointment-queries.ts'
import { summariesOf } from '#server/bookings/appointments/present-appointment.ts'
import { isoIn } from '#server/bookings/day/iso-in.ts'
import { otherRefsOf } from '#server/bookings/money/other-refs-queries.ts'
import { paidOf, refundedOf } from '#server/bookings/money/present-billing.ts'

export type DisputeSummary = {
  problem: NonNullable<Appointment['problem']>
  appointment: AppointmentSummary
  paid: number
}

/** Presents reported problems in an operator's list, in the order of their ids. Reads all of them together. */
export async function disputeSummaries(ctx: Context, ids: readonly string[]): Promise<DisputeSummary[]> {
  const disputes = await disputesById(ctx.db, ids)
  const rows = await appointmentsById(ctx.db, [...new Set(disputes.map((dispute) => dispute.appointment_id))])
  const summaries = new Map((await summariesOf(ctx, rows, 'operator')).map((summary) => [summary.id, summary]))
  const others = await otherRefsOf(
    ctx.db,
    rows.map(({ id }) => id),
  )
  const refsOf = (row: AppointmentRow) => [
    row.id,
    ...(row.hold_id ? [row.hold_id] : []),
    ...others.filter((other) => other.appointment_id === row.id).map(({ id }) => id),
  ]
  const payments = Map.groupBy(await paymentsOf(ctx.db, rows.flatMap(refsOf)), ({ ref }) => ref)
  return disputes.flatMap((dispute) => {
    const row = rows.find(({ id }) => id === dispute.appointment_id)
    const appointment = summaries.get(dispute.appointment_id)
    if (!row || !appointment) return []
    const all = refsOf(row).flatMap((ref) => payments.get(ref) ?? [])
    return [{ problem: presentProblem(row, dispute), appointment, paid: major(paidOf(all) - refundedOf(all)) }]
  })
}

/** Presents a reported problem, in the time zone of its booking. */
export function presentProblem(row: AppointmentRow, d: DisputeRow): Problem {
  const iso = isoIn(row)
  return {
    id: d.id,
    by: d.by,
    kind: d.kind,
    text: d.text,
    pictures: d.pictures.map((src) => ({ src, alt: '' })),
    otherSide: d.other_side,
    answerUntil: iso(d.answer_until.getTime()),
    state: d.state,
    outcome: d.outcome,
    refund: d.refund_minor === null ? null : major(d.refund_minor),
    reason: d.reason,
    createdAt: iso(d.created_at.getTime()),
    settledAt: d.settled_at && iso(d.settled_at.getTime()),
  }
}
