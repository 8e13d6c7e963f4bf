import { money } from '#contract/format.ts'
import { may } from '#contract/lifecycle.ts'
import { appointmentLifecycle } from '#contract/bookings/lifecycle-appointment.ts'
import { major, type Minor } from '#contract/money.ts'
import { type Sender, senderOf } from '#server/notifications/index.ts'
import { type PaymentRow, sendPayments } from '#server/payments/index.ts'
import { splitRefunds } from '#contract/payments/refund.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import {
  type AppointmentRow,
  disputeById,
  openDispute,
  moveAppointment,
  updateDispute,
} from '#server/bookings/appointments/appointment-queries.ts'
import { waitLineOf } from '#server/bookings/money/wait-line.ts'
import { type Because, giveBack } from '#server/bookings/money/give-back.ts'
import { releaseAll } from '#server/bookings/money/refund-share.ts'
import { lockBooking } from '#server/bookings/money/lock-booking.ts'
import { standing, standingSum, wholeOf } from '#server/bookings/money/money-of.ts'
import { tell } from '#server/bookings/notices/tell.ts'
import { publishAppointment } from '#server/bookings/notices/publish-appointment.ts'

export type Settlement = { outcome: 'refund' | 'paid' | 'split'; refundMinor: Minor; noShow: boolean; reason: string }

/** Whether a report can be settled: the other side has answered, or its time to answer is over. */
export const canSettle = (
  { other_side, answer_until }: { other_side: string | null; answer_until: Date },
  now: Date,
): boolean => other_side !== null || now > answer_until

/**
 * Settles a report: refunds the agreed part, releases the rest to the artist and notifies both with the reason. An operator's act.
 * Throws `other_side_due` while the other side has not answered and still has time.
 */
export async function settleProblem<T extends object>(
  ctx: Context,
  disputeId: string,
  how: Settlement,
  answer: (tx: Context) => Promise<T>,
): Promise<T> {
  const sender = await senderOf(ctx)
  const settled = await ctx.once(async (tx) => {
    const dispute = await disputeById(tx.db, disputeId)
    const found = dispute && (await lockBooking(tx, dispute.appointment_id))
    if (!found) throw new Refusal('not_found')
    const { row, payments } = found
    const open = await openDispute(tx.db, row.id)
    const event = how.noShow ? 'judge_no_show' : 'settle'
    if (!open || open.id !== disputeId || !may(appointmentLifecycle, row.state, event, 'operator'))
      throw new Refusal('state_changed')
    if (!canSettle(open, tx.now)) throw new Refusal('other_side_due')
    const paid = standingSum(payments)
    if (how.outcome === 'split' && (how.refundMinor <= 0 || how.refundMinor >= paid))
      throw refuseField('refund_too_much', 'refund')
    // Who was reported as not having come: the other one.
    const absent = open.by === 'customer' ? ('provider' as const) : ('customer' as const)
    const wanted = { refund: paid, split: how.refundMinor, paid: 0 }[how.outcome]
    await giveBackAmount(tx, row, payments, wanted, {
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
    await record(tx, {
      act: 'dispute.settle',
      subject: { kind: 'appointment', id: row.id, name: String(row.number) },
      before: { state: row.state },
      after: { state: now.state, outcome: how.outcome, refundMinor: wanted },
      reason: how.reason,
    })
    const waits = (await waitLineOf(tx, now, payments, `settle:${disputeId}`)) !== null
    await tellSettled(tx, sender, now, disputeId, how, { back: wanted, waits })
    await publishAppointment(tx, now, 'appointment.changed')
    return answer(tx)
  })
  await sendPayments(ctx)
  return settled
}

// Out of the payments one after the other. Nobody there: what is kept is shared as the whole would have been. Otherwise the rest of the price stands, wherever it was paid.
async function giveBackAmount(
  ctx: Context,
  row: AppointmentRow,
  payments: readonly PaymentRow[],
  wanted: Minor,
  { worked, because }: { worked: boolean; because: Because },
): Promise<void> {
  if (worked && wanted === 0) return
  let left = wanted
  const parts = standing(payments).map((one) => {
    const refundMinor = Math.min(left, one.amountMinor)
    left -= refundMinor
    return { ...one, refundMinor }
  })
  const all = parts.every(({ amountMinor, refundMinor }) => amountMinor === refundMinor)
  const splits = splitRefunds(parts, wholeOf(row), worked && !all ? row.total_minor - wanted : undefined)
  for (const [i, { id, state }] of parts.entries()) {
    const split = splits[i]
    if (split && state === 'captured') await giveBack(ctx, id, split, because)
  }
}

async function tellSettled(
  ctx: Context,
  sender: Sender,
  row: AppointmentRow,
  disputeId: string,
  how: Settlement,
  { back, waits }: { back: Minor; waits: boolean },
): Promise<void> {
  const refunded = money(major(back), row.currency, { decimals: 'always' })
  const once = 'once a second person has approved the refund'
  const outcome = {
    refund: waits ? `${refunded} goes back to the customer ${once}` : `${refunded} returned to the customer`,
    paid: 'Paid out to the artist',
    split: waits
      ? `${refunded} goes back to the customer ${once}, and the rest is paid out`
      : `${refunded} returned, the rest paid out`,
  }[how.outcome]
  for (const side of ['customer', 'provider'] as const)
    await tell(ctx, sender, row, side, `dispute.settled.${side}`, {
      fact: `settled ${side} ${disputeId}`,
      values: { outcome, reason: how.reason },
    })
}
