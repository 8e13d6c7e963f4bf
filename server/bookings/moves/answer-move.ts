import { date } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { PaymentRow } from '#server/payments/door.ts'
import { openPayment } from '#server/payments/bank/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  agreeMove,
  type AppointmentRow,
  endMove,
  lockAppointment,
  moveById,
  type MoveRow,
} from '#server/bookings/appointments/appointment-queries.ts'
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
    const now = await lockAppointment(tx.db, row.id)
    const move = await moveById(tx.db, moveId)
    if (!now || !move || move.appointment_id !== row.id) throw new Refusal('not_found')
    if (now.state !== 'booked' || move.state !== 'proposed' || move.ends_waiting_at <= tx.now)
      throw new Refusal('state_changed')
    const paysAgreed = said === 'accept' && side === 'customer' && move.by === 'customer' && move.agreed_at !== null
    if (!paysAgreed && (said === 'withdraw') !== (move.by === side)) throw new Refusal('state_changed')
    if (said !== 'accept') {
      await endMove(tx.db, move.id, said === 'decline' ? 'declined' : 'withdrawn', tx.now)
      if (said === 'decline') await tellMove(tx, sender, now, move, move.by, `move.declined.${move.by}`)
      await publishMoved(tx, now)
      return answer(tx, null)
    }
    if (move.deposit_minor > now.deposit_minor) {
      await agreeMove(tx.db, move.id, tx.now)
      if (side === 'provider') await tellMove(tx, sender, now, move, 'customer', 'move.asked.customer')
      await publishMoved(tx, now)
      if (side !== 'customer') return answer(tx, null)
      due = { now, move }
      return null
    }
    await applyMove(tx, sender, now, move)
    return answer(tx, null)
  })
  if (answered || !due) return answered as T
  const { now, move } = due
  const payment = await openPayment(ctx, {
    kind: 'difference',
    ref: move.id,
    accountId: now.account_id,
    providerId: now.provider_id,
    countryCode: now.country_code,
    currency: now.currency,
    amountMinor: move.deposit_minor - now.deposit_minor,
    feeMinor: Math.min(move.deposit_minor - now.deposit_minor, Math.max(0, move.fee_minor - now.fee_minor)),
    description: `${now.event}, ${date(move.event_date, now.country_code as Country)}`.slice(0, 300),
    email: now.requester.email,
  })
  return ctx.once((tx) => answer(tx, payment))
}
