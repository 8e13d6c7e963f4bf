import { truncate } from '#contract/text.ts'
import { feeInDue } from '#contract/bookings/difference.ts'
import { date } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { senderOf } from '#server/notifications/index.ts'
import { openPayment, type PaymentRow, sendPayments } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  agreeMove,
  type AppointmentRow,
  endMove,
  moveById,
  type MoveRow,
} from '#server/bookings/appointments/appointment-queries.ts'
import { lockBooking } from '#server/bookings/money/lock-booking.ts'
import { differenceOfMove } from './difference-of-move.ts'
import { applyMove, publishMoved, tellMove } from './apply-move.ts'

type Side = 'customer' | 'provider'

/** Answers a proposal, or takes one's own back. Where the difference is to be paid before the move stands, its payment is opened; `answer` says in the same transaction what the call answers. */
export async function answerMove<T extends object>(
  ctx: Context,
  row: AppointmentRow,
  moveId: string,
  side: Side,
  said: 'accept' | 'decline' | 'withdraw',
  answer: (tx: Context, payment: PaymentRow | null) => Promise<T>,
): Promise<T> {
  const sender = await senderOf(ctx)
  let due: { now: AppointmentRow; move: MoveRow } | undefined
  const answered = await ctx.once(async (tx) => {
    const found = await lockBooking(tx, row.id)
    const now = found?.row
    const move = await moveById(tx.db, moveId)
    if (!found || !now || !move || move.appointment_id !== row.id) throw new Refusal('not_found')
    if (now.state !== 'booked' || move.state !== 'proposed' || move.ends_waiting_at <= tx.now)
      throw new Refusal('state_changed')
    const paysAgreed = said === 'accept' && side === 'customer' && move.by !== 'provider' && move.agreed_at !== null
    if (!paysAgreed && (said === 'withdraw') !== (move.by === side)) throw new Refusal('state_changed')
    // What the team has agreed on with both is the customer's to pay for, or to leave.
    if (move.by === 'operator' && side === 'provider') throw new Refusal('state_changed')
    if (said !== 'accept') {
      await endMove(tx.db, move.id, said, tx.now)
      if (said === 'decline' && move.by !== 'operator') await tellMove(tx, sender, now, move, move.by, 'declined')
      await publishMoved(tx, now)
      return answer(tx, null)
    }
    if (differenceOfMove(now, move).dueMinor > 0) {
      await agreeMove(tx.db, move.id, tx.now)
      if (side === 'provider') await tellMove(tx, sender, now, move, 'customer', 'agreed')
      await publishMoved(tx, now)
      if (side !== 'customer') return answer(tx, null)
      due = { now, move }
      return null
    }
    await applyMove(tx, sender, now, move, found.payments)
    return answer(tx, null)
  })
  await sendPayments(ctx)
  if (answered || !due) return answered as T
  const { now, move } = due
  const { dueMinor, after } = differenceOfMove(now, move)
  const payment = await openPayment(ctx, {
    kind: 'difference',
    ref: move.id,
    accountId: now.account_id,
    providerId: now.provider_id,
    countryCode: now.country_code,
    currency: now.currency,
    amountMinor: dueMinor,
    feeMinor: feeInDue(dueMinor, now.fee_minor, after.feeMinor),
    description: truncate(`${now.event}, ${date(move.event_date, now.country_code as Country)}`, 300),
    email: now.requester.email,
  })
  return ctx.once((tx) => answer(tx, payment))
}
