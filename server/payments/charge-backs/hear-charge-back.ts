import { date, money } from '#contract/format.ts'
import { major } from '#contract/money.ts'
import { borneByPlatform } from '#contract/payments/refund.ts'
import type { ChargeBackTold, GatewayEvent } from '#server/gateways/payments/gateway.ts'
import type { Context } from '#server/platform/context.ts'
import { raiseAlarm } from '#server/platform/oversight/alarms.ts'
import { lockAccounts, pendingFor, post } from '#server/payments/ledger/ledger-queries.ts'
import { type GatewayName, lockPayment, type PaymentRow, providerOf, updatePayment } from '#server/payments/queries.ts'
import { wholeOf } from '#server/payments/payable.ts'
import { release } from '#server/payments/refunds/release.ts'
import { replaceWaitingRefunds } from '#server/payments/refunds/waiting-refunds.ts'
import { blockDisputed, emptyVoucher } from '#server/payments/vouchers/voucher-queries.ts'
import { tellOperators } from '#server/payments/tell-operators.ts'
import {
  chargeBackById,
  type ChargeBackRow,
  insertChargeBack,
  isReleased,
  lockChargeBackByName,
  updateChargeBack,
} from './charge-back-queries.ts'

const ended = (state: string): boolean => state === 'won' || state === 'lost' || state === 'closed'

/**
 * Handles a gateway event about a dispute, in the caller's transaction: operators are notified of a new one, and what is
 * lost comes out of fee and earnings as a refund would. A decision that is appealed opens the dispute again, and the next
 * decision undoes what the last one did. A status that is not known changes nothing and is counted, so that it alerts.
 */
export async function hearChargeBack(
  ctx: Context,
  gateway: GatewayName,
  { kind, at, chargeBack: told }: GatewayEvent,
  { id }: PaymentRow,
): Promise<'moved' | 'late' | 'noted'> {
  const payment = await lockPayment(ctx.db, id)
  if (!told || payment?.state !== 'captured') return 'noted'
  const made = await insertChargeBack(ctx.db, payment.id, gateway, told, at)
  if (made) await tellOfIt(ctx, made, payment)
  // Nobody spends what a bank is asking back.
  if (made && payment.kind === 'voucher') await blockDisputed(ctx.db, payment.ref)
  const known = await lockChargeBackByName(ctx.db, gateway, told.id)
  if (!known) return 'noted'
  if (told.unknownStatus) {
    ctx.count('dispute_unknown')
    ctx.log.error({ dispute: told.id, status: told.unknownStatus }, 'a dispute has an unknown status')
  }
  if (known.appealed_at && at < known.appealed_at) return hearLate(ctx, kind, known, payment)
  const row = isAppealed(known, told, at) ? await reopen(ctx, known, told, at) : known
  let moved = made !== undefined || row !== known
  const decided = told.status === 'lost' || told.status === 'won'
  if ((kind === 'charge_back_taken' || (decided && !ended(row.state))) && !row.taken) {
    moved =
      (await post(
        ctx.db,
        { kind: 'charge_back', amountMinor: row.amount_minor },
        about(ctx, 'charge_back', row, payment),
      )) || moved
    await updateChargeBack(ctx.db, row.id, { taken: true, fee_minor: Math.max(row.fee_minor, told.feeMinor) })
  }
  if (kind === 'charge_back_given' || (told.status === 'won' && !ended(row.state)))
    moved =
      (await post(
        ctx.db,
        { kind: 'charge_back_won', amountMinor: row.amount_minor },
        about(ctx, 'charge_back_won', row, payment),
      )) || moved
  if (told.status === 'won' && row.lost_minor !== null) moved = (await restore(ctx, row, payment)) || moved
  if (told.status === 'lost' && !ended(row.state) && row.lost_minor === null)
    moved = (await lose(ctx, row, payment)) || moved
  // What is told late of an earlier time changes nothing.
  const isLate = ended(row.state) || (row.state === 'sent' && told.status === 'open' && !told.appeal)
  const state = isLate || told.unknownStatus ? row.state : told.status
  if (state !== row.state) {
    await updateChargeBack(ctx.db, row.id, { state, due_at: told.dueAt, closed_at: ended(state) ? at : null })
    moved = true
  }
  return moved ? 'moved' : 'late'
}

/** Takes what an event tells late of the time before an appeal: only that money moved then is still news. */
async function hearLate(ctx: Context, kind: GatewayEvent['kind'], row: ChargeBackRow, payment: PaymentRow) {
  const what = { charge_back_taken: 'charge_back', charge_back_given: 'charge_back_won' } as const
  const movement = kind === 'charge_back_taken' || kind === 'charge_back_given' ? what[kind] : null
  const before = { ...row, appeals: row.appeals - 1 }
  const moved =
    movement !== null &&
    (await post(ctx.db, { kind: movement, amountMinor: row.amount_minor }, about(ctx, movement, before, payment)))
  return moved ? 'moved' : 'late'
}

/** Whether a dispute that has been decided is open again, or decided otherwise since. */
const isAppealed = (row: ChargeBackRow, told: ChargeBackTold, at: Date): boolean =>
  ended(row.state) &&
  !told.unknownStatus &&
  row.closed_at !== null &&
  at >= row.closed_at &&
  (told.appeal === true || ((told.status === 'won' || told.status === 'lost') && told.status !== row.state))

/** Opens a decided dispute again. What was won is the bank's to take again; what was lost stays with the bank until the next decision. */
async function reopen(ctx: Context, row: ChargeBackRow, told: ChargeBackTold, at: Date): Promise<ChargeBackRow> {
  await updateChargeBack(ctx.db, row.id, {
    state: told.status === 'open' ? 'open' : 'sent',
    closed_at: null,
    due_at: told.dueAt,
    taken: row.lost_minor !== null || row.state === 'lost',
    appeals: row.appeals + 1,
    appealed_at: at,
  })
  return (await chargeBackById(ctx.db, row.id)) ?? row
}

const about = (ctx: Context, what: string, row: ChargeBackRow, payment: PaymentRow) => ({
  fact: row.appeals ? `${what}:${row.gateway_id}:${row.appeals}` : `${what}:${row.gateway_id}`,
  currency: payment.currency,
  at: ctx.now,
  providerId: payment.provider_id,
  ref: payment.ref,
  paymentId: payment.id,
  source: row.gateway_id,
})

async function tellOfIt(ctx: Context, row: ChargeBackRow, payment: PaymentRow): Promise<void> {
  const amount = money(major(row.amount_minor), row.currency, { decimals: 'always', mixed: true })
  const until = row.due_at ? date(row.due_at.toISOString().slice(0, 10), 'GB') : '–'
  const number = String(payment.number)
  await raiseAlarm(ctx, { kind: 'payments.charge_back', subjectId: row.id, values: { amount, number, date: until } })
  await tellOperators(ctx, 'op.charge_back', {
    values: { amount, number, date: until },
    path: `/operator/charge-backs/${row.id}`,
    fact: row.id,
  })
}

// The disputed amount alone; what had been refunded of it already is the platform's loss. A recorded refund that has not been
// approved is replaced by the charge-back, and is shared between platform and artist as it would have been.
async function lose(ctx: Context, row: ChargeBackRow, locked: PaymentRow): Promise<boolean> {
  if (locked.kind === 'voucher') return loseVoucher(ctx, row, locked)
  const replaced = await replaceWaitingRefunds(ctx, locked, row.amount_minor)
  const { payment } = replaced
  const providerId = providerOf(payment)
  await lockAccounts(ctx.db, providerId)
  const { ref, currency } = payment
  const pendingMinor = await pendingFor(ctx.db, { providerId, ref, currency })
  const amountMinor = Math.min(row.amount_minor, payment.amount_minor - payment.refunded_minor)
  const rest = row.amount_minor - amountMinor
  const others = borneByPlatform(amountMinor - replaced.amountMinor, 'shared', await wholeOf(ctx, payment))
  const feeBackMinor = replaced.feeBackMinor + others
  const fact = about(ctx, 'charge_back_lost', row, payment)
  const lost = { kind: 'charge_back_lost' as const, providerId }
  if (rest > 0)
    await post(
      ctx.db,
      { ...lost, amountMinor: rest, feeBackMinor: rest, pendingMinor: 0 },
      { ...fact, fact: `${fact.fact}:rest` },
    )
  if (amountMinor === 0) {
    await updateChargeBack(ctx.db, row.id, { lost_minor: 0, lost_fee_minor: 0 })
    return rest > 0
  }
  const posted = await post(ctx.db, { ...lost, amountMinor, feeBackMinor, pendingMinor }, fact)
  if (!posted) return false
  await updateChargeBack(ctx.db, row.id, { lost_minor: amountMinor, lost_fee_minor: feeBackMinor })
  await updatePayment(ctx.db, payment.id, {
    refunded_minor: payment.refunded_minor + amountMinor,
    fee_refunded_minor: payment.fee_refunded_minor + feeBackMinor,
  })
  return true
}

// What had been refunded of it besides is the platform's, and so is a gift voucher, which stays empty: an operator decides on it.
async function restore(ctx: Context, row: ChargeBackRow, payment: PaymentRow): Promise<boolean> {
  const [amountMinor, feeBackMinor] = [row.lost_minor ?? 0, row.lost_fee_minor ?? 0]
  const rest = row.amount_minor - amountMinor
  const fact = about(ctx, 'charge_back_restored', row, payment)
  const providerId = payment.kind === 'voucher' ? '' : providerOf(payment)
  const back = { kind: 'charge_back_restored' as const, providerId }
  if (providerId) await lockAccounts(ctx.db, providerId)
  if (rest > 0)
    await post(ctx.db, { ...back, amountMinor: rest, feeBackMinor: rest }, { ...fact, fact: `${fact.fact}:rest` })
  const posted = amountMinor > 0 && (await post(ctx.db, { ...back, amountMinor, feeBackMinor }, fact))
  if (!posted && rest === 0) return false
  await updateChargeBack(ctx.db, row.id, { lost_minor: null, lost_fee_minor: null })
  await updatePayment(ctx.db, payment.id, {
    refunded_minor: Math.max(0, payment.refunded_minor - amountMinor),
    fee_refunded_minor: Math.max(0, payment.fee_refunded_minor - feeBackMinor),
  })
  if (providerId && (await isReleased(ctx.db, payment.ref))) await release(ctx, { providerId, ref: payment.ref })
  return true
}

// What is left of the voucher goes with it; what was spent of it has paid for work.
async function loseVoucher(ctx: Context, row: ChargeBackRow, payment: PaymentRow): Promise<boolean> {
  const amountMinor = row.amount_minor
  const leftMinor = await emptyVoucher(ctx.db, payment.ref, amountMinor)
  const refundedMinor = Math.min(amountMinor, payment.amount_minor - payment.refunded_minor)
  const posted = await post(
    ctx.db,
    { kind: 'voucher_lost', amountMinor, leftMinor },
    about(ctx, 'charge_back_lost', row, payment),
  )
  if (posted) {
    await updateChargeBack(ctx.db, row.id, { lost_minor: amountMinor, lost_fee_minor: amountMinor })
    await updatePayment(ctx.db, payment.id, { refunded_minor: payment.refunded_minor + refundedMinor })
  }
  return posted
}
