import { truncate } from '#contract/text.ts'
import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { formatDate } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import {
  lockKept,
  openPayment,
  type PaymentRow,
  presentPayment,
  recordCash,
  redeemCredit,
  type SpendRow,
} from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { computeBalanceCover } from './booking-money.ts'
import {
  type AppointmentRow,
  lockAppointment,
  lockAppointmentOf,
  listAllowedActions,
  getCustomerAppointment,
  publishAppointment,
  formatMoment,
  notifySide,
  updateAppointment,
} from '#server/appointments/index.ts'
import { findAgreedBalance, markAgreed } from './agreed-balance.queries.ts'
import { findHours } from '#server/calendar/index.ts'
import { getSenderInTransaction, getSender, type Sender } from '#server/notifications/index.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Minor } from '#contract/money.ts'
import { splitFee } from '#contract/payments/cover.ts'

/**
 * Opens the payment of a balance. Throws unless the artist accepts the balance online or an automatic charge failed.
 */
export async function payBalance(
  ctx: Context,
  { appointmentId }: InputOf<typeof bookings.payBalance>,
): Promise<OutputOf<typeof bookings.payBalance>> {
  const row = await getCustomerAppointment(ctx, appointmentId)
  const onlineBalance = (await findHours(ctx.db, row.provider_id))?.online_balance ?? false
  const agreed = await findAgreedBalance(ctx.db, row.id)
  const asked = agreed?.state === 'proving' || agreed?.state === 'asked'
  if ((row.state !== 'booked' && !(asked && row.state === 'completed')) || row.balance_paid_at)
    throw new Refusal('state_changed')
  if (
    !listAllowedActions(row, { side: 'customer', move: null, dispute: null, onlineBalance, asked, now: ctx.now })
      .payBalance
  )
    throw new Refusal('balance_closed')
  const payment = await openPayment(ctx, getBalancePayable(row))
  return ctx.idempotent(async (tx) => ({ payment: presentPayment(tx, payment) }))
}

export const getBalancePayable = (row: AppointmentRow) => ({
  kind: 'balance' as const,
  ref: row.id,
  accountId: row.account_id,
  providerId: row.provider_id,
  countryCode: row.country_code,
  currency: row.currency,
  amountMinor: computeBalanceCover(row).cardMinor,
  feeMinor: 0,
  description: truncate(`${row.event}, ${formatDate(row.event_date, row.country_code as Country)}`, 300),
  email: row.requester.email,
})

/** Returns 'void' if the balance was paid in cash or the booking has ended. */
export async function confirmBalance(ctx: Context, payment: PaymentRow): Promise<'capture' | 'void'> {
  const row = await lockAppointment(ctx.db, payment.ref)
  return row && (await settleBalance(ctx, row, payment.amount_minor)) ? 'capture' : 'void'
}

export async function recordBalance<T extends object>(
  ctx: Context,
  { id }: AppointmentRow,
  answer: (tx: Context) => Promise<T>,
): Promise<T> {
  const sender = await getSender(ctx)
  return ctx.idempotent(async (tx) => {
    const row = await lockAppointmentOf(tx, id)
    if (row.balance_paid_at) return answer(tx)
    if (
      !listAllowedActions(row, { side: 'provider', move: null, dispute: null, onlineBalance: false, now: tx.now })
        .recordBalance
    )
      throw new Refusal('state_changed')
    const amountMinor = row.total_minor - row.deposit_minor
    await recordCash(tx, {
      providerId: row.provider_id,
      ref: id,
      currency: row.currency,
      amountMinor,
      description: `${row.event}, ${formatDate(row.event_date, row.country_code as Country)}`,
    })
    await recordAudit(tx, {
      act: 'balance.record',
      subject: { kind: 'appointment', id, name: String(row.number) },
      after: { amountMinor, currency: row.currency },
    })
    const before = { ...row }
    const now = await updateAppointment(tx.db, id, { balance_paid_at: tx.now, balance_paid_how: 'cash' })
    await notifyBalancePaid(tx, sender, before)
    await publishAppointment(tx, now, 'appointment.changed')
    return answer(tx)
  })
}

/**
 * Reverses the record that the balance of a locked appointment was paid in cash and notifies both sides, in the
 * caller's transaction. Throws `state_changed` if there is no such record. Returns the appointment and the amount.
 */
export async function undoCash(
  tx: Context,
  sender: Sender,
  row: AppointmentRow,
): Promise<{ row: AppointmentRow; amountMinor: Minor }> {
  if (row.balance_paid_how !== 'cash' || (row.state !== 'booked' && row.state !== 'completed'))
    throw new Refusal('state_changed')
  const amountMinor = row.total_minor - row.deposit_minor
  await recordCash(tx, {
    providerId: row.provider_id,
    ref: row.id,
    currency: row.currency,
    amountMinor: -amountMinor,
    description: `Reversed: ${row.event}, ${formatDate(row.event_date, row.country_code as Country)}`,
  })
  const now = await updateAppointment(tx.db, row.id, { balance_paid_at: null, balance_paid_how: null })
  for (const side of ['customer', 'provider'] as const)
    await notifySide(tx, sender, now, side, `balance.undone.${side}`, {
      fact: `balance undone ${side} ${row.id} ${tx.now.getTime()}`,
    })
  return { row: now, amountMinor }
}

/**
 * Marks the balance of a locked appointment as paid if card and credits cover it, in the caller's transaction. After
 * the event, this requires an agreement to automatic payment. Returns false if they do not cover it.
 */
export async function settleBalance(ctx: Context, row: AppointmentRow, cardMinor: Minor): Promise<boolean> {
  const stands =
    row.state === 'booked' || (row.state === 'completed' && (await findAgreedBalance(ctx.db, row.id)) !== undefined)
  if (!stands || row.balance_paid_at || cardMinor !== computeBalanceCover(row).cardMinor) return false
  const kept = row.credit_minor > 0 ? await lockKept(ctx.db, row.id, 'balance') : []
  if (kept.reduce((sum, { amount_minor }) => sum + amount_minor, 0) !== row.credit_minor) return false
  const now = await updateAppointment(ctx.db, row.id, {
    balance_paid_at: ctx.now,
    balance_paid_how: 'online',
    credit_minor: 0,
  })
  await markAgreed(ctx.db, row.id, { state: 'taken' })
  for (const one of kept) await redeemCredit(ctx, one, 0, getCreditContext(row, 'balance'))
  await notifyBalancePaid(ctx, await getSenderInTransaction(ctx), row)
  await publishAppointment(ctx, now, 'appointment.changed')
  return true
}

/** Notifies both sides, in the caller's transaction. `row` is the state before the payment. */
async function notifyBalancePaid(
  ctx: Context,
  sender: Parameters<typeof notifySide>[1],
  row: AppointmentRow,
): Promise<void> {
  for (const side of ['customer', 'provider'] as const)
    await notifySide(ctx, sender, row, side, `balance.paid.${side}`, {
      fact: `balance ${side} ${row.id}`,
      values: { dateTime: formatMoment(ctx.now, row, ctx.now) },
    })
}

const getCreditContext = (row: AppointmentRow, partOf: 'deposit' | 'balance') => ({
  partOf,
  accountId: row.account_id,
  providerId: row.provider_id,
  countryCode: row.country_code,
  currency: row.currency,
  description: `${row.event}, ${formatDate(row.event_date, row.country_code as Country)}`,
  email: row.requester.email,
})

/** Pays the credit part of a deposit from reserved credits, in the booking's transaction. */
export async function applyReservedCredits(
  ctx: Context,
  row: AppointmentRow,
  kept: readonly SpendRow[],
  cardMinor: Minor,
): Promise<void> {
  const [, ...fees] = splitFee([cardMinor, ...kept.map(({ amount_minor }) => amount_minor)], row.fee_minor)
  for (const [i, one] of kept.entries()) await redeemCredit(ctx, one, fees[i] ?? 0, getCreditContext(row, 'deposit'))
}
