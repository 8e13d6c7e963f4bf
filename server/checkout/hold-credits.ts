import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import {
  creditsFor,
  keepOther,
  keepVoucher,
  keptOf,
  lockKept,
  lockVouchers,
  returnKept,
  spendById,
  type SpendRow,
  spendsPast,
  voucherOfCode,
} from '#server/payments/index.ts'
import { presentQuote, quoteById } from '#server/search/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { leaveBill } from './shared-bills.ts'
import { type HoldRow, lockHold, setHoldCredit } from './holds.queries.ts'
import { ownHold, presentHold } from './own-holds.ts'
import { coverOfBalance, coverOfHold, settleBalance } from '#server/billing/index.ts'
import { lockAppointment, mayDo, ownAppointment, updateAppointment } from '#server/appointments/index.ts'
import { hoursOf } from '#server/calendar/index.ts'
import type { Minor } from '#contract/money.ts'
import { fitCredits as partsOf } from '#contract/payments/cover.ts'

/** A payment that the bank has just agreed to may come a while after the time has passed. */
const GRACE_MS = 10 * 60_000

/** Keeps what a gift voucher can pay of the deposit of a kept time. */
export async function addCredit(
  ctx: Context,
  { holdId, code }: InputOf<typeof bookings.addCredit>,
): Promise<OutputOf<typeof bookings.addCredit>> {
  await ownHold(ctx, holdId)
  const voucher = await voucherOfCode(ctx, code)
  await returnEnded(ctx, voucher.id)
  return ctx.once(async (tx) => {
    const hold = await lockHold(tx.db, holdId)
    const quote = hold && (await quoteById(tx.db, hold.search_id, hold.quote_id))
    if (hold?.state !== 'held' || hold.expires_at <= tx.now || !quote) throw new Refusal('hold_lapsed')
    if (hold.split) await leaveBill(tx, hold.id)
    const kept = await keepVoucher(tx, voucher, {
      openMinor: coverOfHold(hold, presentQuote(quote)).cardMinor,
      currency: quote.currency,
      providerId: hold.provider_id,
      partOf: 'deposit',
      ref: hold.id,
      until: new Date(hold.expires_at.getTime() + GRACE_MS),
    })
    await setHoldCredit(tx.db, hold.id, hold.credit_minor + kept.amount_minor)
    return { hold: await presentHold(tx, hold.id) }
  })
}

/** Takes a credit off a kept time again: what was kept of it can be spent elsewhere. */
export async function dropCredit(
  ctx: Context,
  { holdId, creditId }: InputOf<typeof bookings.dropCredit>,
): Promise<OutputOf<typeof bookings.dropCredit>> {
  await ownHold(ctx, holdId)
  return ctx.once(async (tx) => {
    const hold = await lockHold(tx.db, holdId)
    if ((await spendById(tx.db, creditId))?.for_ref !== holdId) throw new Refusal('not_found')
    if (!hold || hold.state === 'booked') throw new Refusal('hold_lapsed')
    const back = await returnKept(tx.db, creditId)
    if (back) await setHoldCredit(tx.db, hold.id, hold.credit_minor - back.amount_minor)
    return { hold: await presentHold(tx, hold.id) }
  })
}

const KEPT_MS = 30 * 60_000

/** Keeps what a gift voucher can pay of a balance for half an hour; where it covers all that is open, the balance is paid. */
export async function addBalanceCredit(
  ctx: Context,
  { appointmentId, code }: InputOf<typeof bookings.addBalanceCredit>,
): Promise<OutputOf<typeof bookings.addBalanceCredit>> {
  const { provider_id } = await ownAppointment(ctx, appointmentId)
  const voucher = await voucherOfCode(ctx, code)
  await returnEnded(ctx, voucher.id)
  const onlineBalance = (await hoursOf(ctx.db, provider_id))?.online_balance ?? false
  return ctx.once(async (tx) => {
    const row = await lockAppointment(tx.db, appointmentId)
    if (!row || row.balance_paid_at) throw new Refusal('state_changed')
    if (!mayDo(row, { side: 'customer', move: null, dispute: null, onlineBalance, now: tx.now }).payBalance)
      throw new Refusal('balance_closed')
    const kept = await keepVoucher(tx, voucher, {
      openMinor: coverOfBalance(row).cardMinor,
      currency: row.currency,
      providerId: row.provider_id,
      partOf: 'balance',
      ref: row.id,
      until: new Date(tx.now.getTime() + KEPT_MS),
    })
    const now = await updateAppointment(tx.db, row.id, { credit_minor: row.credit_minor + kept.amount_minor })
    const paid = coverOfBalance(now).cardMinor === 0 && (await settleBalance(tx, now, 0))
    return { paid, credits: paid ? [] : await creditsFor(tx.db, row.id) }
  })
}

/** Takes a credit off a balance again that is not paid yet. */
export async function dropBalanceCredit(
  ctx: Context,
  { appointmentId, creditId }: InputOf<typeof bookings.dropBalanceCredit>,
): Promise<OutputOf<typeof bookings.dropBalanceCredit>> {
  await ownAppointment(ctx, appointmentId)
  return ctx.once(async (tx) => {
    const row = await lockAppointment(tx.db, appointmentId)
    if (!row || (await spendById(tx.db, creditId))?.for_ref !== appointmentId) throw new Refusal('not_found')
    const back = await returnKept(tx.db, creditId)
    if (back) await updateAppointment(tx.db, row.id, { credit_minor: row.credit_minor - back.amount_minor })
    return { paid: row.balance_paid_at !== null, credits: await creditsFor(tx.db, row.id) }
  })
}

/** Makes what credits of a locked hold pay fit to what is due now, more or less; answers how much that is. In the caller's transaction. */
export async function fitCredits(ctx: Context, hold: Pick<HoldRow, 'id'>, dueMinor: Minor): Promise<Minor> {
  const kept = await lockKept(ctx.db, hold.id, 'deposit')
  const left = await lockVouchers(
    ctx.db,
    kept.map(({ voucher_id }) => voucher_id),
  )
  const amounts = partsOf(
    dueMinor,
    kept.map(({ voucher_id, amount_minor }) => (left.has(voucher_id) ? amount_minor + (left.get(voucher_id) ?? 0) : 0)),
  )
  for (const [i, spend] of kept.entries()) await keepOther(ctx.db, spend, amounts[i] ?? 0)
  const creditMinor = amounts.reduce((sum, one) => sum + one, 0)
  await setHoldCredit(ctx.db, hold.id, creditMinor)
  return creditMinor
}

const AT_ONCE = 200

/** Returns what was kept for bookings that were not made in time. */
export async function returnPast(ctx: Context): Promise<void> {
  for (const spend of await spendsPast(ctx.db, ctx.now, AT_ONCE))
    await ctx.transaction(async (tx) => {
      await returnOne(tx, spend)
    })
}

/** Returns at once what a voucher is kept for where its customer has gone on. Not inside a transaction. */
async function returnEnded(ctx: Context, voucherId: string): Promise<void> {
  for (const spend of await keptOf(ctx.db, voucherId))
    if (spend.part_of === 'deposit')
      await ctx.transaction(async (tx) => {
        const hold = await lockHold(tx.db, spend.for_ref)
        if (hold && (hold.state === 'released' || hold.state === 'lapsed')) await returnOne(tx, spend)
      })
}

// What it was kept for is locked first: whoever books it waits, or has been.
async function returnOne(ctx: Context, spend: SpendRow): Promise<void> {
  if (spend.part_of === 'deposit') {
    const hold = await lockHold(ctx.db, spend.for_ref)
    const back = await returnKept(ctx.db, spend.id)
    if (hold && back) await setHoldCredit(ctx.db, hold.id, Math.max(0, hold.credit_minor - back.amount_minor))
    return
  }
  const row = await lockAppointment(ctx.db, spend.for_ref)
  const back = await returnKept(ctx.db, spend.id)
  if (row && back)
    await updateAppointment(ctx.db, row.id, { credit_minor: Math.max(0, row.credit_minor - back.amount_minor) })
}
