import { money } from '#contract/format.ts'
import type { RefundLimits } from '#contract/operator/money.ts'
import { asksSecondOperator } from '#contract/payments/second-operator.ts'
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
  findRefund,
  findRefundByFact,
  insertRefund,
  lockPayment,
  lockRefund,
  paymentById,
  type PaymentRow,
  providerOf,
  type RefundRow,
  updatePayment,
  updateRefund,
  decidingOperator,
  lockDecidingOperator,
} from '#server/payments/queries.ts'
import { record } from '#server/platform/audit.ts'
import { refundLimitsIn } from '#server/payments/operator/refund-limits.ts'
import { hasOpenChargeBack, releasedAlone } from './refund-queries.ts'
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
  /** Nothing else happens together with it: nothing is recorded in the ledger before a second operator has approved. */
  standalone?: true
  /** Waits for a second operator whatever the amount is, because it is part of a larger sum that has to. */
  second?: boolean
}

const DAY_MS = 86_400_000

/**
 * Returns whether a second operator has to approve that the caller releases this amount of a payment.
 * Counts what has already been refunded of the payment, and what the operator has released alone in the last 24 hours in the same currency.
 * A payment with an open charge-back always needs a second operator, because it could be paid back twice.
 * Locks the operator until the caller's transaction ends, so that parallel calls count each other.
 */
export async function needsSecondOperator(
  ctx: Context,
  payment: Pick<PaymentRow, 'id' | 'currency' | 'refunded_minor'>,
  amountMinor: Minor,
): Promise<boolean> {
  const operatorId = decidingOperator(ctx)
  if (!operatorId) return false
  await lockDecidingOperator(ctx)
  if (await hasOpenChargeBack(ctx.db, payment.id)) return true
  const limit = (await refundLimitsIn(ctx.db))[payment.currency as keyof RefundLimits]
  const since = new Date(ctx.now.getTime() - DAY_MS)
  const released = await releasedAlone(ctx.db, operatorId, payment.currency, since)
  return asksSecondOperator(Math.max(payment.refunded_minor, released), amountMinor, limit)
}

/**
 * Refunds part of a captured payment, once for each fact, in the caller's transaction. This is the only way by which
 * money goes back, so the two-operator rule is enforced here: above the operator's limit the refund waits for a second one.
 * While it waits, nothing is sent. A refund that is `standalone` is not in the ledger either; one that belongs to a
 * larger act (a cancellation, a settlement, a change) is, so that nobody is paid out or refunded the same money.
 */
export async function refund(ctx: Context, wanted: WantedRefund): Promise<RefundRow> {
  await lockDecidingOperator(ctx)
  const payment = await lockPayment(ctx.db, wanted.paymentId)
  if (!payment) throw new Refusal('not_found')
  const existing = await findRefundByFact(ctx.db, wanted.fact)
  if (existing) return existing
  const operatorId = decidingOperator(ctx)
  const waits = operatorId !== null && (wanted.second || (await needsSecondOperator(ctx, payment, wanted.amountMinor)))
  if (waits) return requestApproval(ctx, wanted, payment, operatorId)
  const made = await insertRefund(ctx.db, {
    ...columns(wanted),
    state: 'queued',
    asked_by: null,
    released_by: operatorId,
    next_at: ctx.now,
    created_at: ctx.now,
  })
  if (!made) throw usedByAnotherPayment(wanted)
  await take(ctx, made, payment)
  return returnCredit(ctx, made, payment)
}

async function requestApproval(
  ctx: Context,
  wanted: WantedRefund,
  payment: PaymentRow,
  operatorId: string,
): Promise<RefundRow> {
  refuseTooMuch(payment, wanted.amountMinor)
  const made = await insertRefund(ctx.db, {
    ...columns(wanted),
    state: 'asked',
    asked_by: operatorId,
    released_by: null,
    next_at: null,
    created_at: ctx.now,
  })
  if (!made) throw usedByAnotherPayment(wanted)
  if (wanted.standalone) return made
  await take(ctx, made, payment)
  await record(ctx, {
    act: 'refund.ask',
    subject: { kind: 'payment', id: payment.id, name: String(payment.number) },
    after: { amountMinor: made.amount_minor, currency: payment.currency },
    reason: wanted.reason,
  })
  return made
}

// The payment is locked and its facts have been looked up: only a fact of another payment can still be in the way.
const usedByAnotherPayment = ({ fact }: WantedRefund): Error =>
  new Error(`the fact ${fact} is another payment's refund`)

const columns = ({ paymentId, amountMinor, feeBackMinor, borneBy, reason, voucherId, fact }: WantedRefund) => ({
  payment_id: paymentId,
  amount_minor: amountMinor,
  fee_back_minor: feeBackMinor,
  borne_by: borneBy ?? null,
  reason,
  voucher_id: voucherId ?? null,
  fact,
})

/** Records in the ledger that a refund is due to the customer, so that the money is neither paid out nor refunded a second time. In the caller's transaction. */
export async function take(ctx: Context, row: RefundRow, payment: PaymentRow): Promise<void> {
  refuseTooMuch(payment, row.amount_minor)
  await post(ctx.db, await movementOf(ctx, row, payment), {
    fact: takenFact(row),
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

function refuseTooMuch(payment: PaymentRow, amountMinor: Minor): void {
  if (payment.state !== 'captured' || payment.refunded_minor + amountMinor > payment.amount_minor)
    throw new Refusal('refund_too_much')
}

const takenFact = ({ id }: RefundRow): string => `refund:${id}`

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

/** Pays a refund out at once if it goes to a voucher, or was paid by one: the payment service has no part in that. */
export async function returnCredit(ctx: Context, row: RefundRow, payment: PaymentRow): Promise<RefundRow> {
  if (!goesToVoucher(row, payment)) return row
  if (row.voucher_id) await fillCredit(ctx.db, row.voucher_id, row.amount_minor, ctx.now)
  else await putBack(ctx.db, payment.ref, row.amount_minor)
  await closeRefund(ctx, row.id, 'done')
  return (await findRefund(ctx.db, row.id)) ?? row
}

const goesToVoucher = (row: RefundRow, payment: PaymentRow): boolean =>
  row.voucher_id !== null || payment.gateway === 'credit'

// Once for each time that the gateway has given it: what came back and was sent again is given anew.
const givenFact = ({ id, key_no }: RefundRow): string => (key_no ? `refunded:${id}:${key_no}` : `refunded:${id}`)

export const aboutRefund = (ctx: Context, row: RefundRow, payment: PaymentRow) => ({
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
