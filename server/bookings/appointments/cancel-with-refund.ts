import { money, time, zonedTime } from '#contract/format.ts'
import { appointmentTimers } from '#contract/bookings/lifecycle-appointment.ts'
import { major, type Minor } from '#contract/money.ts'
import { counted, type Country, reader } from '#contract/words.ts'
import { senderOf } from '#server/notifications/index.ts'
import { type PaymentRow, sendPayments } from '#server/payments/index.ts'
import { wayBack } from '#contract/payments/way-back.ts'
import type { Context } from '#server/platform/context.ts'
import { type AppointmentRow, updateAppointment } from './appointment-queries.ts'
import { cancellable, endAppointment } from './cancel-booking.ts'
import { waitLineOf } from '#server/bookings/money/wait-line.ts'
import { refundShare } from '#server/bookings/money/refund-share.ts'
import { isOfBalance, standingSum, wholeOf } from '#server/bookings/money/money-of.ts'
import { returnUsed } from '#server/bookings/promos/promo-queries.ts'
import { rescueArtists, rescueSearch } from '#server/bookings/rescue/rescue-artists.ts'
import { countCancelled } from '#server/providers/index.ts'
import { noticeLines } from '#server/bookings/notices/words.ts'
import { momentOf, soon, tell } from '#server/bookings/notices/tell.ts'

type Cancelled = {
  row: AppointmentRow
  payments: readonly PaymentRow[]
  /** Refunded now, and kept for another artist until the rescue ends. */
  refundMinor: Minor
  heldMinor: Minor
}

/**
 * Cancels a booking for its artist. Refunds the customer in full, except that the deposit is kept for some hours while the
 * customer can book another artist with it. Notifies both and counts the cancellation against the artist. Opens its own
 * transaction. Throws `state_changed` if the booking has started or has ended.
 */
export async function cancelByProvider<T extends object>(
  ctx: Context,
  appointment: AppointmentRow,
  reason: string,
  answer: (tx: Context) => Promise<T>,
): Promise<T> {
  const sender = await senderOf(ctx)
  const rescueSearchId = await rescueSearch(ctx, appointment)
  const found = (await rescueArtists(ctx, appointment, rescueSearchId)).length
  const answered = await ctx.once(async (tx) => {
    const cancelled = await cancelWithFullRefund(tx, appointment.id, {
      by: 'provider',
      reason,
      refundReason: 'The artist cancelled.',
      rescueSearchId,
    })
    const { row } = cancelled
    await countCancelled(tx.db, row.provider_id, tx.now)
    const values = {
      ...(await getNoticeValues(tx, cancelled, reason)),
      artists: counted(found, 'artist', 'artists'),
    }
    const urgent = soon(tx.now, row.starts_at)
    const kind = found ? 'cancelled.byProvider.customer' : 'cancelled.byProvider.customer.nobody'
    const path = `/book/rescue/${row.id}`
    await tell(tx, sender, row, 'customer', kind, { values, path, urgent, calendar: true })
    await tell(tx, sender, row, 'provider', 'cancelled.byProvider.provider', { values, urgent, calendar: true })
    return answer(tx)
  })
  await sendPayments(ctx)
  return answered
}

/**
 * Cancels a booking for an operator, also one that has started. Refunds the customer in full at once and notifies both sides.
 * Opens its own transaction. Throws `state_changed` if the booking has ended.
 */
export async function cancelByOperator<T extends object>(
  ctx: Context,
  appointment: AppointmentRow,
  reason: string,
  answer: (tx: Context) => Promise<T>,
): Promise<T> {
  const sender = await senderOf(ctx)
  const answered = await ctx.once(async (tx) => {
    const cancelled = await cancelWithFullRefund(tx, appointment.id, {
      by: 'operator',
      reason,
      refundReason: 'The team cancelled.',
      rescueSearchId: null,
    })
    const { row } = cancelled
    const values = await getNoticeValues(tx, cancelled, reason)
    const urgent = soon(tx.now, row.starts_at)
    for (const side of ['customer', 'provider'] as const)
      await tell(tx, sender, row, side, `cancelled.byTeam.${side}`, { values, urgent, calendar: true })
    return answer(tx)
  })
  await sendPayments(ctx)
  return answered
}

/** Ends a booking and refunds all of it. With a rescue search, keeps the deposit until the rescue ends. */
async function cancelWithFullRefund(
  tx: Context,
  appointmentId: string,
  cancellation: {
    by: 'provider' | 'operator'
    reason: string
    refundReason: string
    rescueSearchId: string | null
  },
): Promise<Cancelled> {
  const { by, reason, refundReason, rescueSearchId } = cancellation
  const { row, payments } = await cancellable(tx, appointmentId, by)
  const cancelled = await endAppointment(tx, row, by, reason)
  const rescueEnds = Math.min(tx.now.getTime() + appointmentTimers.rescueHours * 3_600_000, row.starts_at.getTime())
  const isRescued = rescueSearchId !== null && rescueEnds > tx.now.getTime()
  const refunded = isRescued ? payments.filter(isOfBalance) : payments
  await refundShare(tx, refunded, 100, wholeOf(row), { reason: refundReason, fact: `cancel:${row.id}` })
  const refundMinor = standingSum(refunded)
  const heldMinor = standingSum(payments) - refundMinor
  if (isRescued) {
    const change = { rescue_until: new Date(rescueEnds), rescue_search_id: rescueSearchId }
    return { row: await updateAppointment(tx.db, row.id, change), payments, refundMinor, heldMinor }
  }
  // The customer can use their promo code again. During a rescue it is carried over to the next artist.
  await returnUsed(tx.db, row.id)
  return { row: cancelled, payments, refundMinor, heldMinor }
}

/** Returns the values of the notices to both sides: the reason, and when and how the customer gets the money back. */
async function getNoticeValues(ctx: Context, { row, payments, refundMinor, heldMinor }: Cancelled, reason: string) {
  const t = reader(noticeLines, row.country_code as Country)
  const waitLine = await waitLineOf(ctx, row, payments, `cancel:${row.id}`)
  const waits = waitLine ? '.waits' : ''
  const format = (amountMinor: Minor) => money(major(amountMinor), row.currency, { decimals: 'always' })
  const getWay = (of: readonly PaymentRow[]) => t(`way.${wayBack(of)}`)
  const refund = format(refundMinor)
  const held = row.rescue_until && {
    way: getWay(payments.filter((payment) => !isOfBalance(payment))),
    held: format(heldMinor),
    dateTime: momentOf(row.rescue_until, row, ctx.now),
  }
  const balanceLine = refundMinor > 0 && {
    refund,
    way: getWay(payments.filter(isOfBalance)),
  }
  return {
    reason,
    refund: format(refundMinor + heldMinor),
    moneyLine: held
      ? [t('moneyLine.held', held), ...(balanceLine ? [t(`moneyLine.both${waits}`, balanceLine)] : [])].join(' ')
      : t(`moneyLine.back${waits}`, { refund, way: getWay(payments) }),
    rescueLine: null,
    waitLine,
    time: time(zonedTime((row.ready_at ?? row.starts_at).toISOString(), row.tz)),
  }
}
