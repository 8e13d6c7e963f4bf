import { money } from '#contract/format.ts'
import { major, type Minor } from '#contract/money.ts'
import type { Bearer } from '#contract/payments/refund.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockAccounts, pendingFor, post, stands } from '#server/payments/ledger/ledger-queries.ts'
import type { Movement } from '#server/payments/ledger/ledger.ts'
import { putBack } from '#server/payments/credits/credit-queries.ts'
import { fillCredit, takeOffVoucher } from '#server/payments/vouchers/voucher-queries.ts'
import { handlersOf } from '#server/payments/payable.ts'
import {
  insertRefund,
  lockPayment,
  lockRefund,
  paymentById,
  type PaymentRow,
  providerOf,
  refundByFact,
  type RefundRow,
  updatePayment,
  updateRefund,
} from '#server/payments/queries.ts'
import { tellOperators } from '#server/payments/tell-operators.ts'

export type WantedRefund = {
  paymentId: string
  amountMinor: Minor
  /** Of the amount, what the platform bears, out of its fee and beyond it out of its own; the rest comes from the provider. */
  feeBackMinor: Minor
  /** Who bears it, where an operator has decided on it. */
  borneBy?: Bearer
  reason: string
  /** The credit of the house to which it goes, where it does not go the way it came. */
  voucherId?: string
  /** What makes it happen once: the same fact is the same refund. */
  fact: string
}

/** Gives back part of what was taken, once for each fact, in the caller's transaction: the ledger knows at once, the gateway is told right after. */
export async function refund(ctx: Context, wanted: WantedRefund): Promise<RefundRow> {
  const payment = await lockPayment(ctx.db, wanted.paymentId)
  if (!payment) throw new Refusal('not_found')
  const made = await insertRefund(ctx.db, {
    ...columns(wanted),
    state: 'queued',
    asked_by: null,
    next_at: ctx.now,
    created_at: ctx.now,
  })
  if (!made) return refundByFact(ctx.db, wanted.fact)
  await take(ctx, made, payment)
  return returnCredit(ctx, made, payment)
}

/** Keeps a refund that a second operator has to approve before anything moves. */
export async function askRefund(ctx: Context, wanted: WantedRefund, askedBy: string): Promise<RefundRow> {
  const payment = await lockPayment(ctx.db, wanted.paymentId)
  if (!payment) throw new Refusal('not_found')
  if (payment.state !== 'captured' || payment.refunded_minor + wanted.amountMinor > payment.amount_minor)
    throw new Refusal('refund_too_much')
  const made = await insertRefund(ctx.db, {
    ...columns(wanted),
    state: 'asked',
    asked_by: askedBy,
    next_at: null,
    created_at: ctx.now,
  })
  return made ?? refundByFact(ctx.db, wanted.fact)
}

/** Lets an approved refund go its way; by nobody where it is only looked at what that would do. */
export async function approveRefund(ctx: Context, row: RefundRow, approvedBy: string | null): Promise<RefundRow> {
  const payment = await lockPayment(ctx.db, row.payment_id)
  if (!payment) throw new Refusal('not_found')
  await take(ctx, row, payment)
  const approved = await updateRefund(ctx.db, row.id, { state: 'queued', approved_by: approvedBy, next_at: ctx.now })
  return returnCredit(ctx, approved, payment)
}

const columns = ({ paymentId, amountMinor, feeBackMinor, borneBy, reason, voucherId, fact }: WantedRefund) => ({
  payment_id: paymentId,
  amount_minor: amountMinor,
  fee_back_minor: feeBackMinor,
  borne_by: borneBy ?? null,
  reason,
  voucher_id: voucherId ?? null,
  fact,
})

// From now on it is the customer's: neither paid out nor given back a second time.
async function take(ctx: Context, row: RefundRow, payment: PaymentRow): Promise<void> {
  if (payment.state !== 'captured' || payment.refunded_minor + row.amount_minor > payment.amount_minor)
    throw new Refusal('refund_too_much')
  await post(ctx.db, await movementOf(ctx, row, payment), {
    fact: `refund:${row.id}`,
    currency: payment.currency,
    at: ctx.now,
    providerId: payment.provider_id,
    ref: payment.ref,
    paymentId: payment.id,
    refundId: row.id,
  })
  await updatePayment(ctx.db, payment.id, {
    refunded_minor: payment.refunded_minor + row.amount_minor,
    fee_refunded_minor: payment.fee_refunded_minor + row.fee_back_minor,
  })
}

async function movementOf(ctx: Context, row: RefundRow, payment: PaymentRow): Promise<Movement> {
  const amountMinor = row.amount_minor
  if (payment.kind === 'voucher') {
    await takeOffVoucher(ctx.db, payment.ref, amountMinor)
    return { kind: 'voucher_returned', amountMinor }
  }
  const providerId = providerOf(payment)
  await lockAccounts(ctx.db, providerId)
  const { ref, currency } = payment
  const pendingMinor = await pendingFor(ctx.db, { providerId, ref, currency })
  return { kind: 'refund', providerId, amountMinor, feeBackMinor: row.fee_back_minor, pendingMinor }
}

// What goes to a credit, or had been paid by one, no service gives back: it is there to be spent at once.
async function returnCredit(ctx: Context, row: RefundRow, payment: PaymentRow): Promise<RefundRow> {
  if (!goesToVoucher(row, payment)) return row
  if (row.voucher_id) await fillCredit(ctx.db, row.voucher_id, row.amount_minor, ctx.now)
  else await putBack(ctx.db, payment.ref, row.amount_minor)
  await closeRefund(ctx, row.id, 'done')
  return refundByFact(ctx.db, row.fact)
}

const goesToVoucher = (row: RefundRow, payment: PaymentRow): boolean =>
  row.voucher_id !== null || payment.gateway === 'credit'

// Once for each time that the gateway has given it: what came back and was sent again is given anew.
const givenFact = ({ id, key_no }: RefundRow): string => (key_no ? `refunded:${id}:${key_no}` : `refunded:${id}`)

const aboutRefund = (ctx: Context, row: RefundRow, payment: PaymentRow) => ({
  currency: payment.currency,
  at: ctx.now,
  providerId: payment.provider_id,
  ref: payment.ref,
  paymentId: payment.id,
  refundId: row.id,
  source: row.gateway_id,
})

/** Writes down that the gateway has taken a refund on and the money for it out of the balance; whether the card takes it is told later. In the caller's transaction. */
export async function keepGiven(ctx: Context, row: RefundRow, gatewayId: string): Promise<void> {
  const [now, payment] = [
    await updateRefund(ctx.db, row.id, { gateway_id: gatewayId }),
    await paymentById(ctx.db, row.payment_id),
  ]
  if (payment)
    await post(
      ctx.db,
      { kind: 'refunded', amountMinor: row.amount_minor },
      { ...aboutRefund(ctx, now, payment), fact: givenFact(row) },
    )
}

/** Closes a refund by the gateway's word, in the caller's transaction; false where it has been closed. What was done may still come back. */
export async function closeRefund(
  ctx: Context,
  refundId: string,
  word: 'done' | 'failed',
  more: { gatewayId?: string; error?: string } = {},
): Promise<boolean> {
  const row = await lockRefund(ctx.db, refundId)
  if (!row || !mayClose(row.state, word)) return false
  const payment = await paymentById(ctx.db, row.payment_id)
  if (!payment) return false
  const closed = await updateRefund(ctx.db, row.id, {
    state: word,
    next_at: null,
    claimed_until: null,
    claim: null,
    gateway_id: more.gatewayId ?? row.gateway_id,
    error: more.error ?? '',
    done_at: word === 'done' ? ctx.now : null,
  })
  const about = aboutRefund(ctx, closed, payment)
  if (word === 'done')
    await post(
      ctx.db,
      { kind: 'refunded', amountMinor: row.amount_minor, to: goesToVoucher(row, payment) ? 'vouchers' : 'bank' },
      { ...about, fact: givenFact(row) },
    )
  if (word === 'failed') {
    if (await stands(ctx.db, givenFact(row)))
      await post(
        ctx.db,
        { kind: 'refund_back', amountMinor: row.amount_minor },
        { ...about, fact: `refund_back:${givenFact(row)}` },
      )
    ctx.count('refund_failed')
    const refund = money(major(row.amount_minor), payment.currency, { decimals: 'always', mixed: true })
    await tellOperators(ctx, 'op.refund.failed', {
      values: { refund, number: String(payment.number) },
      path: `/operator/payments/${payment.id}`,
      fact: `${row.id}:${row.attempts}`,
    })
  }
  await handlersOf(payment.kind).refunded?.(ctx, closed, payment)
  return true
}

const mayClose = (state: RefundRow['state'], word: 'done' | 'failed'): boolean =>
  state === 'queued' || (state === 'failed' && word === 'done') || (state === 'done' && word === 'failed')
