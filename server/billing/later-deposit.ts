import { truncate } from '#contract/text.ts'
import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { formatDate } from '#contract/format.ts'
import { formatMoneyMinor, getMinimumCharge, toMinor } from '#contract/money.ts'
import { formatLaterDepositConsent, type LaterDeposit, laterDepositTimers } from '#contract/payments/later-deposit.ts'
import type { Country } from '#contract/words.ts'
import {
  type CardChargeResult,
  chargeCardOf,
  deleteCardOf,
  openPayment,
  type PaymentRow,
  presentPayment,
} from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { toFaultFields } from '#server/platform/log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getSender } from '#server/notifications/index.ts'
import {
  addLaterPartsToBalances,
  findAppointmentById,
  type AppointmentRow,
  formatMoment,
  getCustomerAppointment,
  getOpenAmounts,
  listAllowedActions,
  listPaymentsOfAppointment,
  lockAppointment,
  notifySide,
  publishAppointment,
  updateAppointment,
} from '#server/appointments/index.ts'
import {
  claimLaterDeposit,
  claimLaterDepositReminders,
  findLaterDeposit,
  insertLaterDeposit,
  type LaterDepositRow,
  listCardsToDelete,
  listUnchargedLaterDeposits,
  markCardDeleted,
  markLaterDeposit,
} from './later-deposit.queries.ts'

const AT_ONCE = 200
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Saves the later part of a deposit with the customer's consent, in the booking's transaction. */
export async function saveLaterDeposit(
  ctx: Context,
  row: AppointmentRow,
  { amount, at }: LaterDeposit,
  consentAt: Date,
): Promise<void> {
  const amount_minor = toMinor(amount)
  await insertLaterDeposit(ctx.db, {
    appointment_id: row.id,
    amount_minor,
    consent_text: formatLaterDepositConsent(
      formatMoneyMinor(amount_minor, row.currency, { decimals: 'always' }),
      formatDate(at.slice(0, 10), row.country_code as Country),
    ),
    consent_at: consentAt,
  })
}

/** Opens the payment of a later deposit. Throws unless it can be paid manually now. */
export async function payLaterDeposit(
  ctx: Context,
  { appointmentId }: InputOf<typeof bookings.payLaterDeposit>,
): Promise<OutputOf<typeof bookings.payLaterDeposit>> {
  const row = await getCustomerAppointment(ctx, appointmentId)
  if (row.state !== 'booked') throw new Refusal('state_changed')
  const seen = { side: 'customer' as const, move: null, dispute: null, onlineBalance: false, now: ctx.now }
  if (!listAllowedActions(row, seen).payLaterDeposit) throw new Refusal('later_deposit_closed')
  const payment = await openPayment(ctx, getPayable(row))
  return ctx.idempotent(async (tx) => ({ payment: presentPayment(tx, payment) }))
}

const getPayable = (row: AppointmentRow) => ({
  kind: 'later_deposit' as const,
  ref: row.id,
  accountId: row.account_id,
  providerId: row.provider_id,
  countryCode: row.country_code,
  currency: row.currency,
  amountMinor: getOpenAmounts(row).laterMinor,
  // The platform's fee was paid at booking.
  feeMinor: 0,
  description: truncate(`${row.event}, ${formatDate(row.event_date, row.country_code as Country)}`, 300),
  email: row.requester.email,
})

/** Adds an authorised later deposit to the deposit. Returns 'void' if the booking or the amount has changed. */
export async function confirmLaterDeposit(ctx: Context, payment: PaymentRow): Promise<'capture' | 'void'> {
  const row = await lockAppointment(ctx.db, payment.ref)
  if (row?.state !== 'booked' || getOpenAmounts(row).laterMinor !== payment.amount_minor) return 'void'
  if (!(await markLaterDeposit(ctx.db, row.id, { state: 'paid' }))) return 'void'
  const now = await updateAppointment(ctx.db, row.id, {
    deposit_minor: row.deposit_minor + payment.amount_minor,
    later_minor: 0,
  })
  await publishAppointment(ctx, now, 'appointment.changed')
  return 'capture'
}

/**
 * Notifies customers a week ahead and charges later deposits to the card of the booking, one attempt a day and three at
 * most. Then requests manual payment. Must not run inside a transaction.
 */
export async function chargeLaterDeposits(ctx: Context): Promise<void> {
  await addLaterPartsToBalances(ctx.db, ctx.now)
  await notifyUpcomingCharges(ctx)
  for (let claimed = await claimLaterDeposit(ctx.db, ctx.now), n = 0; claimed && n < AT_ONCE; n++) {
    await chargeOne(ctx, claimed).catch((fault) => ctx.log.error(toFaultFields(fault), 'charging a deposit failed'))
    claimed = await claimLaterDeposit(ctx.db, ctx.now)
  }
  for (const id of await listUnchargedLaterDeposits(ctx.db, ctx.now, AT_ONCE)) await requestManualPayment(ctx, id)
}

async function notifyUpcomingCharges(ctx: Context): Promise<void> {
  const sender = await getSender(ctx)
  await ctx.transaction(async (tx) => {
    for (const { id, due } of await claimLaterDepositReminders(tx.db, tx.now, AT_ONCE)) {
      const row = await findAppointmentById(tx.db, id)
      if (!row) continue
      const at = new Date(Math.max(due.getTime(), tx.now.getTime() + DAY_MS))
      await notifySide(tx, sender, row, 'customer', 'laterDeposit.soon', {
        fact: `laterDeposit.soon ${id} ${due.toISOString()}`,
        values: { ...amountValues(row), dateTime: formatMoment(at, row, tx.now) },
      })
    }
  })
}

const amountValues = (row: AppointmentRow) => ({
  amount: formatMoneyMinor(getOpenAmounts(row).laterMinor, row.currency, { decimals: 'always' }),
})

async function chargeOne(ctx: Context, { id, tries }: { id: string; tries: number }): Promise<void> {
  const row = await findAppointmentById(ctx.db, id)
  const later = row && (await findLaterDeposit(ctx.db, id))
  if (!row || !later) return
  const payable = getPayable(row)
  // After a lower price, what is left is too small for a card and is paid with the balance.
  if (payable.amountMinor < getMinimumCharge(row.currency)) {
    await updateAppointment(ctx.db, id, { later_minor: 0 })
    return
  }
  const answer = await chargeCardOf(ctx, payable, await findPaymentWithCard(ctx, row), tries)
  await handlers[answer](ctx, row, later)
}

/** The customer's own payment at booking, whose card was saved. */
async function findPaymentWithCard(ctx: Context, row: AppointmentRow): Promise<PaymentRow | undefined> {
  const payments = await listPaymentsOfAppointment(ctx, row)
  return payments.find(
    ({ kind, state, account_id }) =>
      (kind === 'deposit' || kind === 'share') && state === 'captured' && account_id === row.account_id,
  )
}

type Handler = (ctx: Context, row: AppointmentRow, later: LaterDepositRow) => Promise<void>

const handlers: Readonly<Record<CardChargeResult, Handler>> = {
  taken: async () => {},
  let_go: async () => {},
  no_card: (ctx, { id }) => requestManualPayment(ctx, id),
  proof: async (ctx, row, later) => {
    const until = new Date(ctx.now.getTime() + laterDepositTimers.proveHours * HOUR_MS)
    const sender = await getSender(ctx)
    await ctx.transaction(async (tx) => {
      if (!(await markLaterDeposit(tx.db, row.id, { state: 'proving', pay_until: until }))) return
      await notifySide(tx, sender, row, 'customer', 'laterDeposit.proof', {
        fact: `laterDeposit.proof ${row.id} ${later.tries}`,
        urgent: true,
        values: { ...amountValues(row), dateTime: formatMoment(until, row, tx.now) },
      })
    })
  },
  declined: async (ctx, row, later) => {
    if (later.tries >= laterDepositTimers.tries) return requestManualPayment(ctx, row.id)
    const sender = await getSender(ctx)
    await ctx.transaction((tx) =>
      notifySide(tx, sender, row, 'customer', 'laterDeposit.declined', {
        fact: `laterDeposit.declined ${row.id} ${later.tries}`,
        values: amountValues(row),
      }),
    )
  },
}

/** Requests manual payment within a week and notifies both sides once. */
async function requestManualPayment(ctx: Context, id: string): Promise<void> {
  const sender = await getSender(ctx)
  await ctx.transaction(async (tx) => {
    const row = await lockAppointment(tx.db, id)
    if (row?.state !== 'booked') return
    const until = new Date(Math.min(tx.now.getTime() + laterDepositTimers.payDays * DAY_MS, row.starts_at.getTime()))
    if (!(await markLaterDeposit(tx.db, id, { state: 'asked', pay_until: until }))) return
    for (const side of ['customer', 'provider'] as const)
      await notifySide(tx, sender, row, side, `laterDeposit.asked.${side}`, {
        fact: `laterDeposit.asked ${side} ${id} ${until.toISOString()}`,
        values: { ...amountValues(row), dateTime: formatMoment(until, row, tx.now) },
      })
    await publishAppointment(tx, row, 'appointment.changed')
  })
}

/** Deletes saved cards at the gateway once they are no longer needed. Must not run inside a transaction. */
export async function deleteUnneededCards(ctx: Context): Promise<void> {
  for (const id of await listCardsToDelete(ctx.db, AT_ONCE)) {
    const row = await findAppointmentById(ctx.db, id)
    try {
      const payment = row && (await findPaymentWithCard(ctx, row))
      if (payment) await deleteCardOf(ctx, payment)
      await markCardDeleted(ctx.db, id, ctx.now)
    } catch (fault) {
      ctx.log.warn(toFaultFields(fault), 'deleting a saved card at the payment provider failed')
    }
  }
}
