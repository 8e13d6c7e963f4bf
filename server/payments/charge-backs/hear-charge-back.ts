import { date, money } from '#contract/format.ts'
import { major } from '#contract/money.ts'
import { borneByPlatform } from '#contract/payments/refund.ts'
import type { GatewayEvent } from '#server/gateways/payments/gateway.ts'
import type { Context } from '#server/platform/context.ts'
import { raiseAlarm } from '#server/platform/oversight/alarms.ts'
import { lockAccounts, pendingFor, post } from '#server/payments/ledger/ledger-queries.ts'
import { type GatewayName, lockPayment, type PaymentRow, providerOf, updatePayment } from '#server/payments/queries.ts'
import { wholeOf } from '#server/payments/payable.ts'
import { replaceWaitingRefunds } from '#server/payments/refunds/waiting-refunds.ts'
import { blockDisputed, emptyVoucher } from '#server/payments/vouchers/voucher-queries.ts'
import { tellOperators } from '#server/payments/tell-operators.ts'
import { type ChargeBackRow, insertChargeBack, lockChargeBackByName, updateChargeBack } from './charge-back-queries.ts'

const ended = (state: string): boolean => state === 'won' || state === 'lost' || state === 'closed'

/** Takes the gateway's word on a bank that wants its customer's money back, in the caller's transaction: the operators hear of it at once, and what is lost comes out of fee and earnings as a refund would. */
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
  const row = await lockChargeBackByName(ctx.db, gateway, told.id)
  if (!row) return 'noted'
  let moved = made !== undefined
  const taken = kind === 'charge_back_taken' || told.status === 'lost' || told.status === 'won'
  if (taken && !row.taken) {
    moved =
      (await post(
        ctx.db,
        { kind: 'charge_back', amountMinor: row.amount_minor },
        about(ctx, 'charge_back', row, payment),
      )) || moved
    await updateChargeBack(ctx.db, row.id, { taken: true, fee_minor: Math.max(row.fee_minor, told.feeMinor) })
  }
  if (kind === 'charge_back_given' || told.status === 'won')
    moved =
      (await post(
        ctx.db,
        { kind: 'charge_back_won', amountMinor: row.amount_minor },
        about(ctx, 'charge_back_won', row, payment),
      )) || moved
  if (told.status === 'lost' && !ended(row.state)) moved = (await lose(ctx, row, payment)) || moved
  // What is told late of an earlier time changes nothing.
  const state = ended(row.state) || (row.state === 'sent' && told.status === 'open') ? row.state : told.status
  if (state !== row.state) {
    await updateChargeBack(ctx.db, row.id, { state, due_at: told.dueAt, closed_at: ended(state) ? at : null })
    moved = true
  }
  return moved ? 'moved' : 'late'
}

const about = (ctx: Context, what: string, row: ChargeBackRow, payment: PaymentRow) => ({
  fact: `${what}:${row.gateway_id}`,
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
  if (amountMinor === 0) return rest > 0
  const posted = await post(ctx.db, { ...lost, amountMinor, feeBackMinor, pendingMinor }, fact)
  if (posted)
    await updatePayment(ctx.db, payment.id, {
      refunded_minor: payment.refunded_minor + amountMinor,
      fee_refunded_minor: payment.fee_refunded_minor + feeBackMinor,
    })
  return posted
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
  if (posted) await updatePayment(ctx.db, payment.id, { refunded_minor: payment.refunded_minor + refundedMinor })
  return posted
}
