import type { Appointment, AppointmentSummary, Problem, problemKinds } from '#contract/appointments/appointment.ts'
import { appointmentLifecycle, appointmentTimers } from '#contract/appointments/lifecycle-appointment.ts'
import { canTransition } from '#contract/lifecycle.ts'
import { formatDate, formatMoney } from '#contract/format.ts'
import { toMajor, type Minor } from '#contract/money.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { listOperatorsToNotify } from '#server/accounts/index.ts'
import { notify, type Sender, getSender } from '#server/notifications/index.ts'
import { claimUpload, uploadOf } from '#server/pictures/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import {
  type AppointmentRow,
  listAppointmentsById,
  findDisputeById,
  type DisputeRow,
  listDisputesById,
  insertDispute,
  createIsoFormatter,
  lockAppointment,
  lockBooking,
  formatMoment,
  moveAppointment,
  openDispute,
  listOtherPaymentRefsOf,
  getCustomerAppointment,
  presentBooking,
  publishAppointment,
  getReportDeadline,
  noticeLines,
  presentSummaries,
  notifySide,
  updateDispute,
} from '#server/appointments/index.ts'
import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { type PaymentRow, listPaymentsOf, sendPayments } from '#server/payments/index.ts'
import { splitRefunds } from '#contract/payments/refund.ts'
import { recordAudit } from '#server/platform/audit.ts'
import {
  type RefundReason,
  executeRefundSplit,
  paidOf,
  refundedOf,
  releaseAll,
  listUnrefundedPayments,
  sumUnrefunded,
  waitLineOf,
  getWholePrice,
} from '#server/billing/index.ts'

type Side = 'customer' | 'provider'
const hourMs = 3_600_000

/** Opens a dispute: requests the other side's statement, notifies support and suspends the payout. */
export async function reportProblem<T extends object>(
  ctx: Context,
  { id }: AppointmentRow,
  by: Side,
  what: { kind: (typeof problemKinds)[number]; text: string; pictures: readonly string[] },
  answer: (tx: Context) => Promise<T>,
): Promise<T> {
  const sender = await getSender(ctx)
  return ctx.idempotent(async (tx) => {
    const row = await lockAppointment(tx.db, id)
    if (!row) throw new Refusal('not_found')
    if (!canTransition(appointmentLifecycle, row.state, 'report', by)) throw new Refusal('state_changed')
    const at = tx.now.getTime()
    if (at < row.starts_at.getTime() + (what.kind === 'no_show' ? appointmentTimers.noShowMinutes * 60_000 : 0))
      throw new Refusal('too_early')
    if (at > getReportDeadline(row)) throw new Refusal('too_late')
    if (what.kind === 'other' && !what.text) throw createFieldRefusal('reason_missing', 'text')
    for (const picture of what.pictures) await claimUpload(tx, (await uploadOf(tx, picture)).id)
    const until = new Date(at + appointmentTimers.answerHours * hourMs)
    const { id: disputeId } = await insertDispute(tx.db, {
      appointment_id: id,
      by,
      kind: what.kind,
      text: what.text,
      pictures: [...what.pictures],
      answer_until: until,
      created_at: tx.now,
    })
    const now = await moveAppointment(tx.db, row, 'report', by, { changed_at: tx.now })
    const label = problemLabels[what.kind]
    const values = { dateTime: formatMoment(until, row, tx.now), what: label }
    for (const side of ['customer', 'provider'] as const) {
      const kind = side === by ? 'problem.received' : what.kind === 'no_show' ? 'noshow.reported' : 'problem.reported'
      await notifySide(tx, sender, now, side, `${kind}.${side}`, { fact: `problem ${side} ${disputeId}`, values })
    }
    for (const operator of await listOperatorsToNotify(tx.db)) {
      await notify(tx, sender, {
        kind: 'op.dispute.opened',
        fact: `dispute ${operator.id} ${disputeId}`,
        to: { email: operator.email, name: operator.name, accountId: operator.id },
        path: `/operator/disputes/${disputeId}`,
        values: {
          what: label,
          date: formatDate(row.event_date, row.country_code as Country),
          name: by === 'customer' ? row.requester.name : 'The artist',
          other: by === 'customer' ? 'the artist' : row.requester.name,
          amount: formatMoney(toMajor(row.deposit_minor - row.fee_minor), row.currency, {
            decimals: 'always',
            mixed: true,
          }),
        },
      })
    }
    await publishAppointment(tx, now, 'appointment.changed')
    return answer(tx)
  })
}

/** Saves the other side's statement, once, before the deadline. */
export async function addSide<T extends object>(
  ctx: Context,
  { id }: AppointmentRow,
  side: Side,
  text: string,
  answer: (tx: Context) => Promise<T>,
): Promise<T> {
  return ctx.idempotent(async (tx) => {
    const row = await lockAppointment(tx.db, id)
    const dispute = await openDispute(tx.db, id)
    if (!row || !dispute || dispute.by === side || dispute.other_side !== null) throw new Refusal('state_changed')
    if (tx.now > dispute.answer_until) throw new Refusal('too_late')
    await updateDispute(tx.db, dispute.id, { other_side: text, other_side_at: tx.now })
    await publishAppointment(tx, row, 'appointment.changed')
    return answer(tx)
  })
}

type Calls = typeof bookings

export async function addCustomerStatement(
  ctx: Context,
  { appointmentId, text }: InputOf<Calls['addSide']>,
): Promise<OutputOf<Calls['addSide']>> {
  return addSide(ctx, await getCustomerAppointment(ctx, appointmentId), 'customer', text, (tx) =>
    presentBooking(tx, appointmentId),
  )
}

export async function reportProblemAsCustomer(
  ctx: Context,
  { appointmentId, kind, text, pictures }: InputOf<Calls['report']>,
): Promise<OutputOf<Calls['report']>> {
  const row = await getCustomerAppointment(ctx, appointmentId)
  return reportProblem(ctx, row, 'customer', { kind, text, pictures }, (tx) => presentBooking(tx, appointmentId))
}

const problemLabels: Record<(typeof problemKinds)[number], string> = {
  no_show: 'Did not turn up',
  late: 'Arrived late',
  other_work: 'Not what was booked',
  price: 'Price on the day',
  damage: 'Damage or reaction',
  other: 'Something else',
}

type Settlement = { outcome: 'refund' | 'paid' | 'split'; refundMinor: Minor; noShow: boolean; reason: string }

/** Returns whether the other side has answered or its deadline has passed. */
export const canSettle = (
  { other_side, answer_until }: { other_side: string | null; answer_until: Date },
  now: Date,
): boolean => other_side !== null || now > answer_until

/**
 * Settles a dispute for an operator: refunds the agreed part, releases the rest and notifies both sides with the
 * reason. Throws `other_side_due` before the other side's deadline.
 */
export async function settleDispute<T extends object>(
  ctx: Context,
  disputeId: string,
  how: Settlement,
  answer: (tx: Context) => Promise<T>,
): Promise<T> {
  const sender = await getSender(ctx)
  const settled = await ctx.idempotent(async (tx) => {
    const dispute = await findDisputeById(tx.db, disputeId)
    const found = dispute && (await lockBooking(tx, dispute.appointment_id))
    if (!found) throw new Refusal('not_found')
    const { row, payments } = found
    const open = await openDispute(tx.db, row.id)
    const event = how.noShow ? 'judge_no_show' : 'settle'
    if (!open || open.id !== disputeId || !canTransition(appointmentLifecycle, row.state, event, 'operator'))
      throw new Refusal('state_changed')
    if (!canSettle(open, tx.now)) throw new Refusal('other_side_due')
    const paid = sumUnrefunded(payments)
    if (how.outcome === 'split' && (how.refundMinor <= 0 || how.refundMinor >= paid))
      throw createFieldRefusal('refund_too_much', 'refund')
    // The side that reported the no-show came, so the other side is the absent one.
    const absent = open.by === 'customer' ? ('provider' as const) : ('customer' as const)
    const wanted = { refund: paid, split: how.refundMinor, paid: 0 }[how.outcome]
    await refundAmount(tx, row, payments, wanted, {
      worked: !how.noShow,
      because: { reason: how.reason, fact: `settle:${disputeId}` },
    })
    await releaseAll(tx, row, payments)
    await updateDispute(tx.db, disputeId, {
      state: 'settled',
      outcome: how.outcome,
      refund_minor: wanted,
      settled_by: tx.viewer.accountId,
      settled_at: tx.now,
      reason: how.reason,
    })
    const now = await moveAppointment(tx.db, row, event, 'operator', {
      ended_at: tx.now,
      changed_at: tx.now,
      ...(how.noShow ? { no_show_of: absent } : {}),
    })
    await recordAudit(tx, {
      act: 'dispute.settle',
      subject: { kind: 'appointment', id: row.id, name: String(row.number) },
      before: { state: row.state },
      after: { state: now.state, outcome: how.outcome, refundMinor: wanted },
      reason: how.reason,
    })
    const waits = (await waitLineOf(tx, now, payments, `settle:${disputeId}`)) !== null
    await notifySettled(tx, sender, now, disputeId, how, { back: wanted, waits })
    await publishAppointment(tx, now, 'appointment.changed')
    return answer(tx)
  })
  await sendPayments(ctx)
  return settled
}

/**
 * Refunds the payments one after the other, in the caller's transaction. If one side did not come, the rest is split
 * like the whole price. Otherwise the artist keeps the rest, however it was paid.
 */
export async function refundAmount(
  ctx: Context,
  row: AppointmentRow,
  payments: readonly PaymentRow[],
  wanted: Minor,
  { worked, because }: { worked: boolean; because: RefundReason },
): Promise<void> {
  if (worked && wanted === 0) return
  let left = wanted
  const parts = listUnrefundedPayments(payments).map((one) => {
    const refundMinor = Math.min(left, one.amountMinor)
    left -= refundMinor
    return { ...one, refundMinor }
  })
  const all = parts.every(({ amountMinor, refundMinor }) => amountMinor === refundMinor)
  const splits = splitRefunds(parts, getWholePrice(row), worked && !all ? row.total_minor - wanted : undefined)
  for (const [i, { id, state }] of parts.entries()) {
    const split = splits[i]
    if (split && state === 'captured') await executeRefundSplit(ctx, id, split, because)
  }
}

async function notifySettled(
  ctx: Context,
  sender: Sender,
  row: AppointmentRow,
  disputeId: string,
  how: Settlement,
  { back, waits }: { back: Minor; waits: boolean },
): Promise<void> {
  const t = createTranslator(noticeLines, row.country_code as Country)
  const refund = formatMoney(toMajor(back), row.currency, { decimals: 'always' })
  const outcome = (side: Side) =>
    how.outcome === 'paid'
      ? t(`outcome.paid.${side}`)
      : t(`outcome.${how.outcome}${waits ? '.waits' : ''}.${side}`, { refund })
  for (const side of ['customer', 'provider'] as const)
    await notifySide(ctx, sender, row, side, `dispute.settled.${side}`, {
      fact: `settled ${side} ${disputeId}`,
      values: { outcome: outcome(side), reason: how.reason },
    })
}

type DisputeSummary = {
  problem: NonNullable<Appointment['problem']>
  appointment: AppointmentSummary
  paid: number
}

export async function presentDisputeSummaries(ctx: Context, ids: readonly string[]): Promise<DisputeSummary[]> {
  const disputes = await listDisputesById(ctx.db, ids)
  const rows = await listAppointmentsById(ctx.db, [...new Set(disputes.map((dispute) => dispute.appointment_id))])
  const summaries = new Map((await presentSummaries(ctx, rows, 'operator')).map((summary) => [summary.id, summary]))
  const others = await listOtherPaymentRefsOf(
    ctx.db,
    rows.map(({ id }) => id),
  )
  const refsOf = (row: AppointmentRow) => [
    row.id,
    ...(row.hold_id ? [row.hold_id] : []),
    ...others.filter((other) => other.appointment_id === row.id).map(({ id }) => id),
  ]
  const payments = Map.groupBy(await listPaymentsOf(ctx.db, rows.flatMap(refsOf)), ({ ref }) => ref)
  return disputes.flatMap((dispute) => {
    const row = rows.find(({ id }) => id === dispute.appointment_id)
    const appointment = summaries.get(dispute.appointment_id)
    if (!row || !appointment) return []
    const all = refsOf(row).flatMap((ref) => payments.get(ref) ?? [])
    return [{ problem: presentProblem(row, dispute), appointment, paid: toMajor(paidOf(all) - refundedOf(all)) }]
  })
}

export function presentProblem(row: AppointmentRow, d: DisputeRow): Problem {
  const iso = createIsoFormatter(row)
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
    refund: d.refund_minor === null ? null : toMajor(d.refund_minor),
    reason: d.reason,
    createdAt: iso(d.created_at.getTime()),
    settledAt: d.settled_at && iso(d.settled_at.getTime()),
  }
}
