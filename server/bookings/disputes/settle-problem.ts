import { money } from '#contract/format.ts'
import { may } from '#contract/lifecycle.ts'
import { appointmentLifecycle } from '#contract/bookings/lifecycle-appointment.ts'
import { major, type Minor } from '#contract/money.ts'
import { type Sender, senderOf } from '#server/notifications/door.ts'
import type { PaymentRow } from '#server/payments/door.ts'
import { sendPayments } from '#server/payments/bank/door.ts'
import { refund } from '#server/payments/refunds/door.ts'
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
import { refundShare, releaseAll } from '#server/bookings/money/refund-share.ts'
import { lockBooking } from '#server/bookings/money/lock-booking.ts'
import { standing } from '#server/bookings/money/money-of.ts'
import { tell } from '#server/bookings/notices/tell.ts'
import { publishAppointment } from '#server/bookings/notices/publish-appointment.ts'

export type Settlement = { outcome: 'refund' | 'paid' | 'split'; refundMinor: Minor; noShow: boolean; reason: string }

/** Settles a report: what goes back goes back, the rest becomes the artist's; both get the reason. An operator's act. */
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
    const paid = standing(payments).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    if (how.outcome === 'split' && (how.refundMinor <= 0 || how.refundMinor >= paid))
      throw refuseField('refund_too_much', 'refund')
    const back =
      how.outcome === 'refund'
        ? await refundShare(tx, payments, 100, how.reason, `settle:${disputeId}`)
        : how.outcome === 'split'
          ? await giveBackAmount(tx, payments, how.refundMinor, how.reason, disputeId)
          : 0
    await releaseAll(tx, row, payments)
    await updateDispute(tx.db, disputeId, {
      state: 'settled',
      outcome: how.outcome,
      refund_minor: back,
      settled_by: tx.viewer.accountId,
      settled_at: tx.now,
      reason: how.reason,
    })
    // Who was reported as not having come: the other one.
    const absent = open.by === 'customer' ? ('provider' as const) : ('customer' as const)
    const now = await moveAppointment(tx.db, row, event, 'operator', {
      ended_at: tx.now,
      changed_at: tx.now,
      ...(how.noShow ? { no_show_of: absent } : {}),
    })
    await record(tx, {
      act: 'dispute.settle',
      subject: { kind: 'appointment', id: row.id, name: String(row.number) },
      before: { state: row.state },
      after: { state: now.state, outcome: how.outcome, refundMinor: back },
      reason: how.reason,
    })
    await tellSettled(tx, sender, now, disputeId, how, back)
    await publishAppointment(tx, now, 'appointment.changed')
    return answer(tx)
  })
  await sendPayments(ctx)
  return settled
}

// Out of the payments one after the other; the fee goes back only where less is kept than it.
async function giveBackAmount(
  ctx: Context,
  payments: readonly PaymentRow[],
  wanted: number,
  reason: string,
  because: string,
): Promise<number> {
  let left = wanted
  for (const payment of payments) {
    const [paid] = standing([payment])
    if (!paid || payment.state !== 'captured' || left === 0) continue
    const amountMinor = Math.min(paid.amountMinor, left)
    left -= amountMinor
    await refund(ctx, {
      paymentId: payment.id,
      amountMinor,
      feeBackMinor: paid.feeMinor - Math.min(paid.feeMinor, paid.amountMinor - amountMinor),
      reason,
      fact: `settle:${because}:${payment.id}`,
    })
  }
  return wanted - left
}

async function tellSettled(
  ctx: Context,
  sender: Sender,
  row: AppointmentRow,
  disputeId: string,
  how: Settlement,
  back: number,
): Promise<void> {
  const refunded = money(major(back), row.currency, { decimals: 'always' })
  const outcome = {
    refund: `${refunded} returned to the customer`,
    paid: 'Paid out to the artist',
    split: `${refunded} returned, the rest paid out`,
  }[how.outcome]
  for (const side of ['customer', 'provider'] as const)
    await tell(ctx, sender, row, side, `dispute.settled.${side}`, {
      fact: `settled ${side} ${disputeId}`,
      values: { outcome, reason: how.reason },
    })
}
