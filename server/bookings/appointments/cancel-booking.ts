import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { money } from '#contract/format.ts'
import { may, type Actor } from '#contract/lifecycle.ts'
import { appointmentLifecycle } from '#contract/bookings/lifecycle-appointment.ts'
import { major, type Minor } from '#contract/money.ts'
import { type Refunded, refundSums, shareAt } from '#contract/payments/refund.ts'
import { type Country, reader } from '#contract/words.ts'
import { sayEvent } from '#server/messaging/index.ts'
import { type Sender, senderOf } from '#server/notifications/index.ts'
import { type PaymentRow, sendPayments } from '#server/payments/index.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { freeBusy, lockDiary } from '#server/providers/index.ts'
import { findEarnedMinor } from '#server/bookings/linked-appointments/trial-money.ts'
import { setAct } from '#server/search/index.ts'
import { type AppointmentRow, endMove, movesOf, moveAppointment } from './appointment-queries.ts'
import { publishAppointment } from '#server/bookings/notices/publish-appointment.ts'
import { waitLineOf } from '#server/bookings/money/wait-line.ts'
import { refundShare, releaseAll } from '#server/bookings/money/refund-share.ts'
import { lockBooking } from '#server/bookings/money/lock-booking.ts'
import { standing, wholeOf } from '#server/bookings/money/money-of.ts'
import { termsOf } from './terms.ts'
import { type BookingEvents, publishBookingEvent } from './events.ts'
import { ownAppointment } from './own-appointment.ts'
import { presentAppointment } from './present-appointment.ts'
import { soon, tell } from '#server/bookings/notices/tell.ts'
import { noticeLines } from '#server/bookings/notices/words.ts'

/** Cancels a booking for its customer. Throws `refund_changed` with the current refund if it is not the one that was shown. */
export async function cancelBooking(
  ctx: Context,
  { appointmentId, refund: shown, reason }: InputOf<typeof bookings.cancel>,
): Promise<OutputOf<typeof bookings.cancel>> {
  await ownAppointment(ctx, appointmentId)
  const sender = await senderOf(ctx)
  const answer = await ctx.once(async (tx) => {
    const { row, payments } = await cancellable(tx, appointmentId, 'customer')
    const share = shareAt(termsOf(row), tx.now.getTime())
    // A trial that has begun stays paid.
    const worked = await findEarnedMinor(tx.db, row, tx.now)
    const sums = refundSums(standing(payments), wholeOf(row), share, worked)
    const back = major(sums.refundMinor)
    if (back !== shown) throw new Refusal('refund_changed', { detail: { refund: back } })
    const cancelled = await endAppointment(tx, row, 'customer', reason)
    const why = { reason: 'The customer cancelled.', fact: `cancel:${row.id}` }
    await refundShare(tx, payments, share, wholeOf(row), why, worked)
    await releaseAll(tx, row, payments)
    const waitLine = await waitLineOf(tx, cancelled, payments, why.fact)
    await tellCustomerCancelled(tx, sender, cancelled, { share, worked, sums, waitLine })
    return { appointment: await presentAppointment(tx, cancelled, 'customer') }
  })
  await sendPayments(ctx)
  return answer
}

/** Locks and returns an appointment that this side may cancel now, with its payments. In a transaction. */
export async function cancellable(
  ctx: Context,
  id: string,
  by: Extract<Actor, 'customer' | 'provider' | 'operator'>,
): Promise<{ row: AppointmentRow; payments: PaymentRow[] }> {
  const found = await lockBooking(ctx, id)
  if (!found) throw new Refusal('not_found')
  const { row } = found
  if (!may(appointmentLifecycle, row.state, 'cancel', by) || (by !== 'operator' && row.starts_at <= ctx.now))
    throw new Refusal('state_changed')
  return found
}

/** Cancels an appointment: frees its time and publishes `bookingCancelled`. Refunds and notices are the caller's. */
export async function endAppointment(
  ctx: Context,
  before: AppointmentRow,
  by: 'customer' | 'provider' | 'operator',
  reason: string,
): Promise<AppointmentRow> {
  await lockDiary(ctx.db, before.provider_id)
  await freeBusy(ctx, [before.id])
  const row = await moveAppointment(ctx.db, before, 'cancel', by, {
    cancelled_by: by,
    ended_at: ctx.now,
    end_reason: reason,
    changed_at: ctx.now,
    sequence: before.sequence + 1,
  })
  await publishBookingEvent(ctx, 'bookingCancelled', { before, row, by, reason })
  return row
}

type CancelledEvent = BookingEvents['bookingCancelled']

/** Ends the proposals for another time or party of a cancelled booking. */
export async function endProposals(ctx: Context, { row }: CancelledEvent): Promise<void> {
  for (const move of await movesOf(ctx.db, [row.id])) await endMove(ctx.db, move.id, 'end', ctx.now)
}

/** Shows the quote of a cancelled booking as cancelled. */
export const markQuoteCancelled = (ctx: Context, { row }: CancelledEvent) =>
  setAct(ctx, { searchId: row.search_id, providerId: row.provider_id, state: 'cancelled', mode: row.mode })

/** Posts the cancellation into the conversation. */
export async function postCancelled(ctx: Context, { row }: CancelledEvent): Promise<void> {
  if (!row.account_id) return
  const { search_id: searchId, account_id: accountId, provider_id: providerId } = row
  await sayEvent(ctx, { searchId, accountId, providerId, kind: 'cancelled' })
}

/** Updates the open pages of both parties. */
export const publishCancelled = (ctx: Context, { row }: CancelledEvent): Promise<void> =>
  publishAppointment(ctx, row, 'appointment.changed')

/** Records a cancellation by a signed-in person in the audit log. */
export async function recordCancelled(ctx: Context, { before, row, by, reason }: CancelledEvent): Promise<void> {
  if (!ctx.viewer.accountId) return
  await record(ctx, {
    act: 'booking.cancel',
    subject: { kind: 'appointment', id: row.id, name: String(row.number) },
    before: { state: before.state },
    after: { state: 'cancelled', by },
    reason,
  })
}

/** Returns the key of the text that describes the refund. */
function backIn(share: number, refundMinor: Minor, worked: Minor): 'all' | 'half' | 'none' | 'trial' | 'trial.half' {
  if (refundMinor === 0 && share < 100) return 'none'
  if (share < 100) return worked > 0 ? 'trial.half' : 'half'
  return worked > 0 ? 'trial' : 'all'
}

async function tellCustomerCancelled(
  ctx: Context,
  sender: Sender,
  row: AppointmentRow,
  { share, worked, sums, waitLine }: { share: number; worked: Minor; sums: Refunded; waitLine: string | null },
): Promise<void> {
  const { refundMinor, keptByProviderMinor, keptByPlatformMinor } = sums
  const t = reader(noticeLines, row.country_code as Country)
  const cash = (amountMinor: Minor) => money(major(amountMinor), row.currency, { decimals: 'always' })
  const said = { refund: cash(refundMinor), policy: row.policy }
  const backLine = t(`refundLine.back.${backIn(share, refundMinor, worked)}`, said)
  const refundLine = waitLine ? `${backLine} ${waitLine}` : backLine
  const kept = {
    kept: cash(keptByProviderMinor + keptByPlatformMinor),
    amount: cash(keptByProviderMinor),
    fee: cash(keptByPlatformMinor),
  }
  const anyKept = keptByProviderMinor > 0
  const keepLine = anyKept ? t('keepLine.kept', kept) : t('keepLine.none', said)
  const urgent = soon(ctx.now, row.starts_at)
  await tell(ctx, sender, row, 'customer', 'cancelled.byCustomer.customer', {
    values: { refundLine: anyKept ? `${refundLine} ${t('keepLine.customer', kept)}` : refundLine, ...said },
    calendar: true,
    urgent,
  })
  await tell(ctx, sender, row, 'provider', 'cancelled.byCustomer.provider', {
    values: { keepLine },
    calendar: true,
    urgent,
  })
}
