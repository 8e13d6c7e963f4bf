import { countOf } from '#contract/i18n/counts.ts'
import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { formatDate, formatMoney, formatTime, zonedTime } from '#contract/format.ts'
import { type Actor, canTransition } from '#contract/lifecycle.ts'
import { appointmentLifecycle, appointmentTimers } from '#contract/appointments/lifecycle-appointment.ts'
import { toMajor, type Minor } from '#contract/money.ts'
import { FULL_REFUND, type RefundSplit, refundSums, shareAt } from '#contract/payments/refund.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { addSystemMessage } from '#server/messaging/index.ts'
import { type Sender, getSender } from '#server/notifications/index.ts'
import { type PaymentRow, sendPayments } from '#server/payments/index.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { toFaultFields } from '#server/platform/log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { countCancelled, releaseBusyTimes, lockDiary } from '#server/providers/index.ts'
import {
  findEarnedMinor,
  findLaterDeposit,
  listUnpaidLaterDeposits,
  isOfBalance,
  refundReasons,
  refundShare,
  releaseAll,
  releaseRedeemedPromoUse,
  listUnrefundedPayments,
  sumUnrefunded,
  waitLineOf,
  getWholePrice,
} from '#server/billing/index.ts'
import { setAct } from '#server/search/index.ts'
import {
  type AppointmentRow,
  type BookingEvents,
  endMove,
  lockBooking,
  formatMoment,
  moveAppointment,
  listMoves,
  noticeLines,
  getCustomerAppointment,
  presentAppointment,
  publishAppointment,
  publishBookingEvent,
  isUrgent,
  notifySide,
  getRefundTerms,
  updateAppointment,
} from '#server/appointments/index.ts'
import { getRefundMethod } from '#contract/payments/refund-method.ts'
import { findRescueArtists, getRescueSearch } from './rescue.ts'

/** Throws `refund_changed` with the current refund if it differs from the one shown. */
export async function cancelBooking(
  ctx: Context,
  { appointmentId, refund: shown, reason }: InputOf<typeof bookings.cancel>,
): Promise<OutputOf<typeof bookings.cancel>> {
  await getCustomerAppointment(ctx, appointmentId)
  const sender = await getSender(ctx)
  const answer = await ctx.idempotent(async (tx) => {
    const cancelled = await cancelByTerms(tx, sender, appointmentId, {
      reason,
      refundReason: refundReasons.customer,
      isUnpaid: false,
      assertRefund: (refund) => {
        if (refund !== shown) throw new Refusal('refund_changed', { detail: { refund } })
      },
    })
    return { appointment: await presentAppointment(tx, cancelled, 'customer') }
  })
  await sendPayments(ctx)
  return answer
}

type ByTerms = {
  reason: string
  refundReason: string
  /** True if a deposit was not paid, so that the emails do not say that the customer cancelled. */
  isUnpaid: boolean
  assertRefund?: (refund: number) => void
}

/** Cancels a booking for the customer, who gets what the cancellation policy says. Requires a transaction. */
export async function cancelByTerms(
  tx: Context,
  sender: Sender,
  appointmentId: string,
  { reason, refundReason, isUnpaid, assertRefund }: ByTerms,
): Promise<AppointmentRow> {
  const { row, payments } = await lockCancellable(tx, appointmentId, 'customer')
  const share = shareAt(getRefundTerms(row), tx.now.getTime())
  // A trial that has begun is not refunded.
  const worked = await findEarnedMinor(tx.db, row, tx.now)
  const sums = refundSums(listUnrefundedPayments(payments), getWholePrice(row), share, worked)
  assertRefund?.(toMajor(sums.refundMinor))
  const cancelled = await endAppointment(tx, row, 'customer', reason)
  const why = { reason: refundReason, fact: `cancel:${row.id}` }
  await refundShare(tx, payments, share, getWholePrice(row), why, worked)
  await releaseAll(tx, row, payments)
  const waitLine = await waitLineOf(tx, cancelled, payments, why.fact)
  const wayLine = waitLine ?? wayLineOf(cancelled, payments)
  await notifyCustomerCancelled(tx, sender, cancelled, { share, worked, sums, isUnpaid, wayLine })
  return cancelled
}

const AT_ONCE = 200

/** Cancels bookings whose later deposit was not paid in time. Must not run inside a transaction. */
export async function cancelUnpaidDeposits(ctx: Context): Promise<void> {
  const sender = await getSender(ctx)
  for (const id of await listUnpaidLaterDeposits(ctx.db, ctx.now, AT_ONCE))
    await ctx
      .transaction(async (tx) => {
        await lockBooking(tx, id)
        // A payment may have arrived before the lock.
        if ((await findLaterDeposit(tx.db, id))?.state !== 'asked') return
        const reason = 'The rest of the deposit was not paid.'
        await cancelByTerms(tx, sender, id, { reason, refundReason: reason, isUnpaid: true })
      })
      .catch((fault) => ctx.log.error(toFaultFields(fault), 'cancelling a booking with an unpaid deposit failed'))
  await sendPayments(ctx)
}

/** Locks and returns an appointment that the caller's side may cancel, with its payments. Requires a transaction. */
async function lockCancellable(
  ctx: Context,
  id: string,
  by: Extract<Actor, 'customer' | 'provider' | 'operator'>,
): Promise<{ row: AppointmentRow; payments: PaymentRow[] }> {
  const found = await lockBooking(ctx, id)
  if (!found) throw new Refusal('not_found')
  const { row } = found
  if (!canTransition(appointmentLifecycle, row.state, 'cancel', by) || (by !== 'operator' && row.starts_at <= ctx.now))
    throw new Refusal('state_changed')
  return found
}

/**
 * Cancels an appointment: frees its time and publishes `bookingCancelled`. The caller handles refunds and
 * notifications.
 */
export async function endAppointment(
  ctx: Context,
  before: AppointmentRow,
  by: 'customer' | 'provider' | 'operator',
  reason: string,
): Promise<AppointmentRow> {
  await lockDiary(ctx.db, before.provider_id)
  await releaseBusyTimes(ctx, [before.id])
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

export async function endProposals(ctx: Context, { row }: CancelledEvent): Promise<void> {
  for (const move of await listMoves(ctx.db, [row.id])) await endMove(ctx.db, move.id, 'end', ctx.now)
}

export const markQuoteCancelled = (ctx: Context, { row }: CancelledEvent) =>
  setAct(ctx, { searchId: row.search_id, providerId: row.provider_id, state: 'cancelled', mode: row.mode })

export async function postCancelled(ctx: Context, { row }: CancelledEvent): Promise<void> {
  if (!row.account_id) return
  const { search_id: searchId, account_id: accountId, provider_id: providerId } = row
  await addSystemMessage(ctx, { searchId, accountId, providerId, kind: 'cancelled' })
}

export const publishCancelled = (ctx: Context, { row }: CancelledEvent): Promise<void> =>
  publishAppointment(ctx, row, 'appointment.changed')

export async function recordCancelled(ctx: Context, { before, row, by, reason }: CancelledEvent): Promise<void> {
  if (!ctx.viewer.accountId) return
  await recordAudit(ctx, {
    act: 'booking.cancel',
    subject: { kind: 'appointment', id: row.id, name: String(row.number) },
    before: { state: before.state },
    after: { state: 'cancelled', by },
    reason,
  })
}

/** Returns the sentence about how a refund of these payments arrives. */
function wayLineOf(row: AppointmentRow, payments: readonly PaymentRow[]): string {
  const isShared = payments.some(({ kind, state }) => kind === 'share' && state !== 'voided' && state !== 'ended')
  const t = createTranslator(noticeLines, row.country_code as Country)
  return t(`wayLine.${isShared ? 'shared' : getRefundMethod(payments)}`)
}

function backIn(share: number, refundMinor: Minor, worked: Minor): 'all' | 'half' | 'none' | 'trial' | 'trial.half' {
  if (refundMinor === 0 && share < 100) return 'none'
  if (share < 100) return worked > 0 ? 'trial.half' : 'half'
  return worked > 0 ? 'trial' : 'all'
}

type CustomerCancelled = { share: number; worked: Minor; sums: RefundSplit; isUnpaid: boolean; wayLine: string }

// The only email to the customer about a cancellation: it also says how the refund arrives.
async function notifyCustomerCancelled(
  ctx: Context,
  sender: Sender,
  row: AppointmentRow,
  { share, worked, sums, isUnpaid, wayLine }: CustomerCancelled,
): Promise<void> {
  const { refundMinor, keptByProviderMinor, keptByPlatformMinor } = sums
  const t = createTranslator(noticeLines, row.country_code as Country)
  const cash = (amountMinor: Minor) => formatMoney(toMajor(amountMinor), row.currency, { decimals: 'always' })
  const said = { refund: cash(refundMinor), policy: row.policy }
  const backLine = t(`refundLine.back.${backIn(share, refundMinor, worked)}`, said)
  const refundLine = refundMinor > 0 ? `${backLine} ${wayLine}` : backLine
  const kept = {
    kept: cash(keptByProviderMinor + keptByPlatformMinor),
    amount: cash(keptByProviderMinor),
    fee: cash(keptByPlatformMinor),
  }
  const anyKept = keptByProviderMinor > 0
  const keepLine = anyKept ? t('keepLine.kept', kept) : t('keepLine.none', said)
  const cancelLine = (side: 'customer' | 'provider') =>
    t(`cancelLine.${isUnpaid ? 'unpaid.' : ''}${side}`, {
      name: row.requester.name.split(' ')[0] ?? '',
      date: formatDate(row.event_date, row.country_code as Country, ctx.now.getUTCFullYear()),
    })
  const urgent = isUrgent(ctx.now, row.starts_at)
  await notifySide(ctx, sender, row, 'customer', 'cancelled.byCustomer.customer', {
    values: {
      cancelLine: cancelLine('customer'),
      refundLine: anyKept ? `${refundLine} ${t('keepLine.customer', kept)}` : refundLine,
      ...said,
    },
    calendar: true,
    urgent,
  })
  await notifySide(ctx, sender, row, 'provider', 'cancelled.byCustomer.provider', {
    values: { cancelLine: cancelLine('provider'), keepLine },
    calendar: true,
    urgent,
  })
}

type Cancelled = {
  row: AppointmentRow
  payments: readonly PaymentRow[]
  /** This part is refunded later, unless the customer books a replacement with it. */
  refundMinor: Minor
  heldMinor: Minor
}

/**
 * Cancels a booking for its artist with a full refund. The deposit is held for some hours for a replacement artist.
 * Notifies both sides and counts against the artist. Opens its own transaction. Throws `state_changed` if the booking
 * has started or ended.
 */
export async function cancelByProvider<T extends object>(
  ctx: Context,
  appointment: AppointmentRow,
  reason: string,
  answer: (tx: Context) => Promise<T>,
): Promise<T> {
  const sender = await getSender(ctx)
  const rescueSearchId = await getRescueSearch(ctx, appointment)
  const found = (await findRescueArtists(ctx, appointment, rescueSearchId)).length
  const answered = await ctx.idempotent(async (tx) => {
    const cancelled = await cancelWithFullRefund(tx, appointment.id, {
      by: 'provider',
      reason,
      refundReason: refundReasons.provider,
      rescueSearchId,
    })
    const { row } = cancelled
    await countCancelled(tx.db, row.provider_id, tx.now)
    const values = {
      ...(await getNoticeValues(tx, cancelled, reason)),
      artists: found > 0 ? countOf('artists', found) : null,
    }
    const urgent = isUrgent(tx.now, row.starts_at)
    const kind = found ? 'cancelled.byProvider.customer' : 'cancelled.byProvider.customer.nobody'
    const path = `/book/rescue/${row.id}`
    await notifySide(tx, sender, row, 'customer', kind, { values, path, urgent, calendar: true })
    await notifySide(tx, sender, row, 'provider', 'cancelled.byProvider.provider', { values, urgent, calendar: true })
    return answer(tx)
  })
  await sendPayments(ctx)
  return answered
}

/**
 * Cancels a booking for an operator, even after it has started. Refunds the customer in full and notifies both sides.
 * Opens its own transaction. Throws `state_changed` if the booking has ended.
 */
export async function cancelByOperator<T extends object>(
  ctx: Context,
  appointment: AppointmentRow,
  reason: string,
  answer: (tx: Context) => Promise<T>,
): Promise<T> {
  const sender = await getSender(ctx)
  const answered = await ctx.idempotent(async (tx) => {
    const cancelled = await cancelWithFullRefund(tx, appointment.id, {
      by: 'operator',
      reason,
      refundReason: refundReasons.operator,
      rescueSearchId: null,
    })
    const { row } = cancelled
    const values = await getNoticeValues(tx, cancelled, reason)
    const urgent = isUrgent(tx.now, row.starts_at)
    for (const side of ['customer', 'provider'] as const)
      await notifySide(tx, sender, row, side, `cancelled.byTeam.${side}`, { values, urgent, calendar: true })
    return answer(tx)
  })
  await sendPayments(ctx)
  return answered
}

/** If there is a search for a replacement, the deposit is held until the rescue ends. */
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
  const { row, payments } = await lockCancellable(tx, appointmentId, by)
  const cancelled = await endAppointment(tx, row, by, reason)
  const rescueEnds = Math.min(tx.now.getTime() + appointmentTimers.rescueHours * 3_600_000, row.starts_at.getTime())
  const isRescued = rescueSearchId !== null && rescueEnds > tx.now.getTime()
  const refunded = isRescued ? payments.filter(isOfBalance) : payments
  await refundShare(tx, refunded, FULL_REFUND, getWholePrice(row), { reason: refundReason, fact: `cancel:${row.id}` })
  const refundMinor = sumUnrefunded(refunded)
  const heldMinor = sumUnrefunded(payments) - refundMinor
  if (isRescued) {
    const change = { rescue_until: new Date(rescueEnds), rescue_search_id: rescueSearchId }
    return { row: await updateAppointment(tx.db, row.id, change), payments, refundMinor, heldMinor }
  }
  // Releases the promo code for another use. A rescue transfers it to the replacement.
  await releaseRedeemedPromoUse(tx.db, row.id)
  return { row: cancelled, payments, refundMinor, heldMinor }
}

/** Template values for both sides: the reason, and when and how the refund arrives. */
async function getNoticeValues(ctx: Context, { row, payments, refundMinor, heldMinor }: Cancelled, reason: string) {
  const t = createTranslator(noticeLines, row.country_code as Country)
  const waitLine = await waitLineOf(ctx, row, payments, `cancel:${row.id}`)
  const waits = waitLine ? '.waits' : ''
  const format = (amountMinor: Minor) => formatMoney(toMajor(amountMinor), row.currency, { decimals: 'always' })
  const getWay = (of: readonly PaymentRow[]) => t(`way.${getRefundMethod(of)}`)
  const refund = format(refundMinor)
  const held = row.rescue_until && {
    way: getWay(payments.filter((payment) => !isOfBalance(payment))),
    held: format(heldMinor),
    dateTime: formatMoment(row.rescue_until, row, ctx.now),
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
    waitLine,
    wayLine: waitLine ?? wayLineOf(row, payments),
    time: formatTime(zonedTime((row.ready_at ?? row.starts_at).toISOString(), row.tz)),
  }
}
