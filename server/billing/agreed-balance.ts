import { agreedTimers, getAgreedBalanceDue } from '#contract/billing/agreed-balance.ts'
import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { getMinimumCharge, formatMoneyMinor } from '#contract/money.ts'
import { formatBalanceMandate } from '#contract/payments/cards.ts'
import { findSavedCard, chargeSavedCard, type CardChargeResult } from '#server/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  findAppointmentById,
  type AppointmentRow,
  lockAppointment,
  lockAppointmentOf,
  listAllowedActions,
  formatMoment,
  presentAppointment,
  notifySide,
} from '#server/appointments/index.ts'
import { computeBalanceCover } from './booking-money.ts'
import { findHours } from '#server/calendar/index.ts'
import {
  findAgreedBalance,
  claimTake,
  endAgreed,
  endSettled,
  markAgreed,
  saveAgreed,
  claimBalanceReminders,
  listUnpaidAgreements,
} from './agreed-balance.queries.ts'
import { getSender } from '#server/notifications/index.ts'
import { toFaultFields } from '#server/platform/log.ts'
import { getBalancePayable } from './balance.ts'

export async function saveBalanceAgreement(
  ctx: Context,
  { appointmentId, at }: InputOf<typeof bookings.agreeBalance>,
): Promise<OutputOf<typeof bookings.agreeBalance>> {
  return ctx.idempotent(async (tx) => {
    const row = await lockAppointmentOf(tx, appointmentId)
    if (!tx.viewer.accountId || row.account_id !== tx.viewer.accountId) throw new Refusal('not_found')
    const onlineBalance = (await findHours(tx.db, row.provider_id))?.online_balance ?? false
    const seen = { side: 'customer' as const, move: null, dispute: null, onlineBalance, member: true, now: tx.now }
    const due = getAgreedBalanceDue(at, { startsAt: row.starts_at.getTime(), endsAt: row.ends_at.getTime() })
    if (!listAllowedActions(row, seen).agreeBalance || due <= tx.now.getTime()) throw new Refusal('balance_closed')
    if (!(await findSavedCard(tx.db, tx.viewer.accountId, row.country_code))) throw new Refusal('card_missing')
    const balanceMinor = computeBalanceCover(row).cardMinor
    const kept = await saveAgreed(tx.db, {
      appointment_id: row.id,
      at,
      balance_minor: balanceMinor,
      consent_words: formatBalanceMandate(formatMoneyMinor(balanceMinor, row.currency, { decimals: 'always' }), at),
      consent_at: tx.now,
    })
    if (!kept) throw new Refusal('state_changed')
    return { appointment: await presentAppointment(tx, row, 'customer') }
  })
}

export async function endAgreedBalance(
  ctx: Context,
  { appointmentId }: InputOf<typeof bookings.endAgreedBalance>,
): Promise<OutputOf<typeof bookings.endAgreedBalance>> {
  return ctx.idempotent(async (tx) => {
    const row = await lockAppointmentOf(tx, appointmentId)
    if (!tx.viewer.accountId || row.account_id !== tx.viewer.accountId) throw new Refusal('not_found')
    if ((await findAgreedBalance(tx.db, row.id)) && !(await endAgreed(tx.db, row.id, tx.now)))
      throw new Refusal('state_changed')
    return { appointment: await presentAppointment(tx, row, 'customer') }
  })
}

const AT_ONCE = 200
const HOUR_MS = 3_600_000

/**
 * Notifies customers a day ahead and charges agreed balances, one attempt a day and three at most. Then requests manual
 * payment.
 */
export async function chargeAgreedBalances(ctx: Context): Promise<void> {
  await endSettled(ctx.db)
  await notifyUpcomingCharges(ctx)
  for (let claimed = await claimTake(ctx.db, ctx.now), n = 0; claimed && n < AT_ONCE; n++) {
    await chargeOne(ctx, claimed).catch((fault) =>
      ctx.log.error(toFaultFields(fault), 'automatic balance charge failed'),
    )
    claimed = await claimTake(ctx.db, ctx.now)
  }
  for (const id of await listUnpaidAgreements(ctx.db, ctx.now, AT_ONCE)) await requestManualPayment(ctx, id)
}

async function notifyUpcomingCharges(ctx: Context): Promise<void> {
  const sender = await getSender(ctx)
  await ctx.transaction(async (tx) => {
    for (const { id, due } of await claimBalanceReminders(tx.db, tx.now, AT_ONCE)) {
      const row = await findAppointmentById(tx.db, id)
      if (!row) continue
      // If the agreement is made late, the charge is due a day from now.
      const at = Math.max(due.getTime(), tx.now.getTime() + agreedTimers.toldHours * HOUR_MS)
      await notifySide(tx, sender, row, 'customer', 'balance.soon', {
        fact: `balance.soon ${id} ${tx.now.toISOString()}`,
        values: { dateTime: formatMoment(new Date(at), row, tx.now) },
      })
    }
  })
}

async function chargeOne(ctx: Context, { id, tries }: { id: string; tries: number }): Promise<void> {
  const row = await findAppointmentById(ctx.db, id)
  const agreed = await findAgreedBalance(ctx.db, id)
  if (!row?.account_id || !agreed) return
  const payable = getBalancePayable(row)
  // The charge is never more than was agreed, and never less than the minimum for a card.
  const { amountMinor } = payable
  const isTooSmall = amountMinor > 0 && amountMinor < getMinimumCharge(row.currency)
  if (amountMinor > agreed.balance_minor || isTooSmall) return requestManualPayment(ctx, id)
  const said = await chargeSavedCard(ctx, { ...payable, accountId: row.account_id }, tries)
  await acts[said](ctx, row, tries)
}

const acts: Readonly<Record<CardChargeResult, (ctx: Context, row: AppointmentRow, tries: number) => Promise<void>>> = {
  taken: async () => {},
  let_go: async () => {},
  no_card: (ctx, { id }) => requestManualPayment(ctx, id),
  proof: async (ctx, row, tries) => {
    const until = new Date(ctx.now.getTime() + agreedTimers.proveHours * HOUR_MS)
    const sender = await getSender(ctx)
    await ctx.transaction(async (tx) => {
      if (!(await markAgreed(tx.db, row.id, { state: 'proving', prove_until: until }))) return
      await notifySide(tx, sender, row, 'customer', 'balance.proof', {
        fact: `balance.proof ${row.id} ${tries}`,
        urgent: true,
        values: { dateTime: formatMoment(until, row, tx.now) },
      })
    })
  },
  declined: async (ctx, row, tries) => {
    if (tries >= agreedTimers.tries) return requestManualPayment(ctx, row.id)
    const sender = await getSender(ctx)
    await ctx.transaction((tx) =>
      notifySide(tx, sender, row, 'customer', 'balance.declined', { fact: `balance.declined ${row.id} ${tries}` }),
    )
  },
}

// Ends the agreement and notifies both sides once that the balance is paid manually or in cash.
async function requestManualPayment(ctx: Context, id: string): Promise<void> {
  const sender = await getSender(ctx)
  await ctx.transaction(async (tx) => {
    const row = await lockAppointment(tx.db, id)
    if (!row || row.balance_paid_at || !(await markAgreed(tx.db, id, { state: 'asked' }))) return
    for (const side of ['customer', 'provider'] as const)
      await notifySide(tx, sender, row, side, `balance.asked.${side}`, { fact: `balance.asked ${side} ${id}` })
  })
}
