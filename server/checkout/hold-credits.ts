import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import {
  listCreditsForRef,
  changeReservedAmount,
  reserveVoucher,
  lockReservedSpends,
  lockKept,
  lockVouchers,
  releaseReservedCredit,
  findSpendById,
  type SpendRow,
  listExpiredSpends,
  findVoucherByCode,
} from '#server/payments/index.ts'
import { presentQuote, findQuoteById } from '#server/search/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { unshareBill } from './shared-bills.ts'
import { type HoldRow, lockHold, setHoldCredit } from './holds.queries.ts'
import { getCallerHold, presentHold } from './caller-holds.ts'
import { computeBalanceCover, computeHoldCover, settleBalance } from '#server/billing/index.ts'
import {
  lockAppointment,
  listAllowedActions,
  getCustomerAppointment,
  updateAppointment,
} from '#server/appointments/index.ts'
import { findHours } from '#server/calendar/index.ts'
import type { Minor } from '#contract/money.ts'
import { fitCreditsToDue as partsOf } from '#contract/payments/cover.ts'

/** Grace period for a payment authorised just before the hold expired. */
const GRACE_MS = 10 * 60_000

export async function addCredit(
  ctx: Context,
  { holdId, code }: InputOf<typeof bookings.addCredit>,
): Promise<OutputOf<typeof bookings.addCredit>> {
  await getCallerHold(ctx, holdId)
  const voucher = await findVoucherByCode(ctx, code)
  await releaseEndedCredits(ctx, voucher.id)
  return ctx.idempotent(async (tx) => {
    const hold = await lockHold(tx.db, holdId)
    const quote = hold && (await findQuoteById(tx.db, hold.search_id, hold.quote_id))
    if (hold?.state !== 'held' || hold.expires_at <= tx.now || !quote) throw new Refusal('hold_lapsed')
    if (hold.split) await unshareBill(tx, hold.id)
    const kept = await reserveVoucher(tx, voucher, {
      openMinor: computeHoldCover(hold, presentQuote(quote)).cardMinor,
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

export async function removeCredit(
  ctx: Context,
  { holdId, creditId }: InputOf<typeof bookings.removeCredit>,
): Promise<OutputOf<typeof bookings.removeCredit>> {
  await getCallerHold(ctx, holdId)
  return ctx.idempotent(async (tx) => {
    const hold = await lockHold(tx.db, holdId)
    if ((await findSpendById(tx.db, creditId))?.for_ref !== holdId) throw new Refusal('not_found')
    if (!hold || hold.state === 'booked') throw new Refusal('hold_lapsed')
    const back = await releaseReservedCredit(tx.db, creditId)
    if (back) await setHoldCredit(tx.db, hold.id, hold.credit_minor - back.amount_minor)
    return { hold: await presentHold(tx, hold.id) }
  })
}

const KEPT_MS = 30 * 60_000

/** Reserves the credit for 30 minutes. If it covers the amount due, the balance is marked as paid. */
export async function addBalanceCredit(
  ctx: Context,
  { appointmentId, code }: InputOf<typeof bookings.addBalanceCredit>,
): Promise<OutputOf<typeof bookings.addBalanceCredit>> {
  const { provider_id } = await getCustomerAppointment(ctx, appointmentId)
  const voucher = await findVoucherByCode(ctx, code)
  await releaseEndedCredits(ctx, voucher.id)
  const onlineBalance = (await findHours(ctx.db, provider_id))?.online_balance ?? false
  return ctx.idempotent(async (tx) => {
    const row = await lockAppointment(tx.db, appointmentId)
    if (!row || row.balance_paid_at) throw new Refusal('state_changed')
    if (
      !listAllowedActions(row, { side: 'customer', move: null, dispute: null, onlineBalance, now: tx.now }).payBalance
    )
      throw new Refusal('balance_closed')
    const kept = await reserveVoucher(tx, voucher, {
      openMinor: computeBalanceCover(row).cardMinor,
      currency: row.currency,
      providerId: row.provider_id,
      partOf: 'balance',
      ref: row.id,
      until: new Date(tx.now.getTime() + KEPT_MS),
    })
    const now = await updateAppointment(tx.db, row.id, { credit_minor: row.credit_minor + kept.amount_minor })
    const paid = computeBalanceCover(now).cardMinor === 0 && (await settleBalance(tx, now, 0))
    return { paid, credits: paid ? [] : await listCreditsForRef(tx.db, row.id) }
  })
}

export async function removeBalanceCredit(
  ctx: Context,
  { appointmentId, creditId }: InputOf<typeof bookings.removeBalanceCredit>,
): Promise<OutputOf<typeof bookings.removeBalanceCredit>> {
  await getCustomerAppointment(ctx, appointmentId)
  return ctx.idempotent(async (tx) => {
    const row = await lockAppointment(tx.db, appointmentId)
    if (!row || (await findSpendById(tx.db, creditId))?.for_ref !== appointmentId) throw new Refusal('not_found')
    const back = await releaseReservedCredit(tx.db, creditId)
    if (back) await updateAppointment(tx.db, row.id, { credit_minor: row.credit_minor - back.amount_minor })
    return { paid: row.balance_paid_at !== null, credits: await listCreditsForRef(tx.db, row.id) }
  })
}

/**
 * Adjusts the reserved credits of a locked hold to the amount due and returns their total. Runs in the caller's
 * transaction.
 */
export async function refitCredits(ctx: Context, hold: Pick<HoldRow, 'id'>, dueMinor: Minor): Promise<Minor> {
  const kept = await lockKept(ctx.db, hold.id, 'deposit')
  const left = await lockVouchers(
    ctx.db,
    kept.map(({ voucher_id }) => voucher_id),
  )
  const amounts = partsOf(
    dueMinor,
    kept.map(({ voucher_id, amount_minor }) => (left.has(voucher_id) ? amount_minor + (left.get(voucher_id) ?? 0) : 0)),
  )
  for (const [i, spend] of kept.entries()) await changeReservedAmount(ctx.db, spend, amounts[i] ?? 0)
  const creditMinor = amounts.reduce((sum, one) => sum + one, 0)
  await setHoldCredit(ctx.db, hold.id, creditMinor)
  return creditMinor
}

const AT_ONCE = 200

export async function releaseExpiredCredits(ctx: Context): Promise<void> {
  for (const spend of await listExpiredSpends(ctx.db, ctx.now, AT_ONCE))
    await ctx.transaction(async (tx) => {
      await returnOne(tx, spend)
    })
}

/**
 * Releases a voucher's reserved credits if the customer has abandoned the booking. Must not run inside a transaction.
 */
async function releaseEndedCredits(ctx: Context, voucherId: string): Promise<void> {
  for (const spend of await lockReservedSpends(ctx.db, voucherId))
    if (spend.part_of === 'deposit')
      await ctx.transaction(async (tx) => {
        const hold = await lockHold(tx.db, spend.for_ref)
        if (hold && (hold.state === 'released' || hold.state === 'lapsed')) await returnOne(tx, spend)
      })
}

// Locks the hold or appointment first, so that a concurrent booking is seen.
async function returnOne(ctx: Context, spend: SpendRow): Promise<void> {
  if (spend.part_of === 'deposit') {
    const hold = await lockHold(ctx.db, spend.for_ref)
    // The customer has extended the hold.
    if (hold?.state === 'held' && hold.expires_at > ctx.now) return
    const back = await releaseReservedCredit(ctx.db, spend.id)
    if (hold && back) await setHoldCredit(ctx.db, hold.id, Math.max(0, hold.credit_minor - back.amount_minor))
    return
  }
  const row = await lockAppointment(ctx.db, spend.for_ref)
  const back = await releaseReservedCredit(ctx.db, spend.id)
  if (row && back)
    await updateAppointment(ctx.db, row.id, { credit_minor: Math.max(0, row.credit_minor - back.amount_minor) })
}
