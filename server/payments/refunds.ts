import { formatMoney } from '#contract/format.ts'
import type { RefundLimits } from '#contract/operator/money.ts'
import { requiresSecondOperator } from '#contract/payments/second-operator.ts'
import { toMajor, type Minor } from '#contract/money.ts'
import { type Bearer, computePlatformLoss, computeFeesAfterPass } from '#contract/payments/refund.ts'
import { type Context, dropCaller } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockAccounts, getPendingAmount, listPending, postMovement, hasMovement } from './ledger.queries.ts'
import type { Movement } from './ledger.ts'
import { restoreVoucherSpend } from './credits.queries.ts'
import { addToCredit, deductVoucherRefund } from './vouchers.queries.ts'
import { getPayableHandlers, getWholeOfPayment } from './payable.ts'
import {
  getDecidingOperator,
  findRefund,
  findRefundByFact,
  type GatewayName,
  insertRefund,
  lockDecidingOperator,
  lockPayment,
  lockRefund,
  findPaymentById,
  type PaymentRow,
  getProviderOfPayment,
  refundByGatewayId,
  type RefundRow,
  updatePayment,
  updateRefund,
} from './payments.queries.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { hasOpenChargeBack, refundById, sumReleasedAlone } from './refunds.queries.ts'
import { notifyOperators } from './notify-operators.ts'
import { truncate } from '#contract/text.ts'
import type { GatewayEvent } from '#server/gateways/payments/gateway.ts'
import type { Db } from '#db/database.ts'
import { getSettingInTransaction, getSetting } from '#server/platform/settings.ts'

type WantedRefund = {
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
  const operatorId = getDecidingOperator(ctx)
  if (!operatorId) return false
  await lockDecidingOperator(ctx)
  if (await hasOpenChargeBack(ctx.db, payment.id)) return true
  const limit = (await refundLimitsIn(ctx.db))[payment.currency as keyof RefundLimits]
  const since = new Date(ctx.now.getTime() - DAY_MS)
  const released = await sumReleasedAlone(ctx.db, operatorId, payment.currency, since)
  return requiresSecondOperator(Math.max(payment.refunded_minor, released), amountMinor, limit)
}

/**
 * Refunds part of a captured payment, once for each fact, in the caller's transaction. This is the only way by which
 * money goes back, so the two-operator rule is enforced here: above the operator's limit the refund waits for a second one.
 * While it waits, nothing is sent. A refund that is `standalone` is not in the ledger either; one that belongs to a
 * larger act (a cancellation, a settlement, a change) is, so that nobody is paid out or refunded the same money.
 */
export async function refundPayment(ctx: Context, wanted: WantedRefund): Promise<RefundRow> {
  await lockDecidingOperator(ctx)
  const payment = await lockPayment(ctx.db, wanted.paymentId)
  if (!payment) throw new Refusal('not_found')
  const existing = await findRefundByFact(ctx.db, wanted.fact)
  if (existing) return existing
  const operatorId = getDecidingOperator(ctx)
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
  await recordRefundDue(ctx, made, payment)
  return refundCreditNow(ctx, made, payment)
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
  await recordRefundDue(ctx, made, payment)
  await recordAudit(ctx, {
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
export async function recordRefundDue(ctx: Context, row: RefundRow, payment: PaymentRow): Promise<void> {
  refuseTooMuch(payment, row.amount_minor)
  await postMovement(ctx.db, await movementOf(ctx, row, payment), {
    fact: getDueFact(row),
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

const getDueFact = ({ id }: RefundRow): string => `refund:${id}`

async function movementOf(ctx: Context, row: RefundRow, payment: PaymentRow): Promise<Movement> {
  const amountMinor = row.amount_minor
  if (payment.kind === 'voucher') {
    await deductVoucherRefund(ctx.db, payment.ref, amountMinor)
    return { kind: 'voucher_returned', amountMinor }
  }
  const providerId = getProviderOfPayment(payment)
  await lockAccounts(ctx.db, providerId)
  const { ref, currency } = payment
  const pendingMinor = await getPendingAmount(ctx.db, { providerId, ref, currency })
  return { kind: 'refund', providerId, amountMinor, feeBackMinor: row.fee_back_minor, pendingMinor }
}

/** Pays a refund out at once if it goes to a voucher, or was paid by one: the payment service has no part in that. */
export async function refundCreditNow(ctx: Context, row: RefundRow, payment: PaymentRow): Promise<RefundRow> {
  if (!goesToVoucher(row, payment)) return row
  if (row.voucher_id) await addToCredit(ctx.db, row.voucher_id, row.amount_minor, ctx.now)
  else await restoreVoucherSpend(ctx.db, payment.ref, row.amount_minor)
  await closeRefund(ctx, row.id, 'done')
  return (await findRefund(ctx.db, row.id)) ?? row
}

const goesToVoucher = (row: RefundRow, payment: PaymentRow): boolean =>
  row.voucher_id !== null || payment.gateway === 'credit'

// Once for each time that the gateway has given it: what came back and was sent again is given anew.
const getAcceptedFact = ({ id, key_no }: RefundRow): string => (key_no ? `refunded:${id}:${key_no}` : `refunded:${id}`)

export const buildRefundMovement = (ctx: Context, row: RefundRow, payment: PaymentRow) => ({
  currency: payment.currency,
  at: ctx.now,
  providerId: payment.provider_id,
  ref: payment.ref,
  paymentId: payment.id,
  refundId: row.id,
  source: row.gateway_id,
})

/** Writes down that the gateway has taken a refund on and the money for it out of the balance; whether the card takes it is told later. In the caller's transaction. */
export async function recordRefundAccepted(ctx: Context, row: RefundRow, gatewayId: string): Promise<void> {
  const [now, payment] = [
    await updateRefund(ctx.db, row.id, { gateway_id: gatewayId }),
    await findPaymentById(ctx.db, row.payment_id),
  ]
  if (payment)
    await postMovement(
      ctx.db,
      { kind: 'refunded', amountMinor: row.amount_minor },
      { ...buildRefundMovement(ctx, now, payment), fact: getAcceptedFact(row) },
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
  const payment = await findPaymentById(ctx.db, row.payment_id)
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
  const about = buildRefundMovement(ctx, closed, payment)
  if (word === 'done')
    await postMovement(
      ctx.db,
      { kind: 'refunded', amountMinor: row.amount_minor, to: goesToVoucher(row, payment) ? 'vouchers' : 'bank' },
      { ...about, fact: getAcceptedFact(row) },
    )
  if (word === 'failed') {
    if (await hasMovement(ctx.db, getAcceptedFact(row)))
      await postMovement(
        ctx.db,
        { kind: 'refund_back', amountMinor: row.amount_minor },
        { ...about, fact: `refund_back:${getAcceptedFact(row)}` },
      )
    ctx.count('refund_failed')
    const refund = formatMoney(toMajor(row.amount_minor), payment.currency, { decimals: 'always', mixed: true })
    await notifyOperators(ctx, 'op.refund.failed', {
      values: { refund, number: String(payment.number) },
      path: `/operator/payments/${payment.id}`,
      fact: `${row.id}:${row.attempts}`,
    })
  }
  await getPayableHandlers(payment.kind).refunded?.(ctx, closed, payment)
  return true
}

const mayClose = (state: RefundRow['state'], word: 'done' | 'failed'): boolean =>
  state === 'queued' || (state === 'failed' && word === 'done') || (state === 'done' && word === 'failed')

/** Writes down a balance that the provider was paid on the day, once for each fact, in the caller's transaction: it never was the platform's. */
export const recordCash = (
  ctx: Context,
  {
    providerId,
    ref,
    currency,
    amountMinor,
    description,
    fact,
  }: { providerId: string; ref: string; currency: string; amountMinor: Minor; description: string; fact: string },
): Promise<boolean> =>
  postMovement(
    ctx.db,
    { kind: 'cash', providerId, amountMinor },
    { fact: `cash:${fact}`, currency, at: ctx.now, providerId, ref, note: truncate(description, 300) },
  )

/** What a provider is owed for one thing becomes theirs, in the caller's transaction: it goes with the next payout. Called again it releases what came since. */
export async function releaseEarnings(
  ctx: Context,
  { providerId, ref }: { providerId: string; ref: string },
): Promise<void> {
  await lockAccounts(ctx.db, providerId)
  for (const { currency, minor } of await listPending(ctx.db, providerId, ref)) {
    if (minor > 0)
      await postMovement(
        ctx.db,
        { kind: 'release', providerId, amountMinor: minor },
        { fact: `release:${ref}:${crypto.randomUUID()}`, currency, at: ctx.now, providerId, ref },
      )
  }
}

/** What was taken for one artist's work pays for another's, in the caller's transaction: nothing moves at the bank. `feeMinor` is the platform's part from now on; a credit stays what it is. */
export async function transferPayment(
  ctx: Context,
  paymentId: string,
  to: { providerId: string; ref: string; feeMinor: Minor /** What makes it happen once. */; fact: string },
): Promise<PaymentRow> {
  const payment = await lockPayment(ctx.db, paymentId)
  if (!payment) throw new Refusal('not_found')
  const from = getProviderOfPayment(payment)
  const ref = payment.kind === 'credit' ? payment.ref : to.ref
  const left = payment.amount_minor - payment.refunded_minor
  const feeLeft = payment.fee_minor - payment.fee_refunded_minor
  if (payment.state !== 'captured' || left <= 0 || to.feeMinor > left) throw new Refusal('state_changed')
  for (const providerId of [from, to.providerId].sort()) await lockAccounts(ctx.db, providerId)
  const pendingMinor = await getPendingAmount(ctx.db, {
    providerId: from,
    ref: payment.ref,
    currency: payment.currency,
  })
  const about = { currency: payment.currency, at: ctx.now, paymentId }
  await postMovement(
    ctx.db,
    { kind: 'hand_off', providerId: from, amountMinor: left, feeMinor: feeLeft, pendingMinor },
    { ...about, fact: `hand-off:${paymentId}:${to.fact}`, providerId: from, ref: payment.ref },
  )
  await postMovement(
    ctx.db,
    { kind: 'hand_on', providerId: to.providerId, amountMinor: left, feeMinor: to.feeMinor },
    { ...about, fact: `hand-on:${paymentId}:${to.fact}`, providerId: to.providerId, ref },
  )
  const feeRefunded = Math.min(payment.fee_refunded_minor, payment.amount_minor - to.feeMinor)
  return updatePayment(ctx.db, paymentId, {
    provider_id: to.providerId,
    ref,
    fee_minor: feeRefunded + to.feeMinor,
    fee_refunded_minor: feeRefunded,
  })
}

/** Passes part of the platform's fee of a payment to its provider, or back where it is below zero, once for each fact, in the caller's transaction: nothing leaves. */
export async function transferFeeShare(
  ctx: Context,
  { paymentId, amountMinor, fact, note }: { paymentId: string; amountMinor: Minor; fact: string; note: string },
): Promise<void> {
  if (amountMinor === 0) return
  const payment = await lockPayment(ctx.db, paymentId)
  if (!payment) throw new Refusal('not_found')
  if (payment.state !== 'captured') throw new Refusal('state_changed')
  const providerId = getProviderOfPayment(payment)
  const { ref, currency } = payment
  await lockAccounts(ctx.db, providerId)
  const passed = await postMovement(
    ctx.db,
    amountMinor > 0
      ? { kind: 'share_to_provider', providerId, amountMinor }
      : {
          kind: 'share_to_platform',
          providerId,
          amountMinor: -amountMinor,
          pendingMinor: await getPendingAmount(ctx.db, { providerId, ref, currency }),
        },
    { fact: `share:${fact}`, currency, at: ctx.now, providerId, ref, paymentId, note },
  )
  if (!passed) return
  await updatePayment(ctx.db, paymentId, computeFeesAfterPass(payment, amountMinor))
}

/** Takes the gateway's word on a refund, in the caller's transaction; one that was given on the service's own pages is written down as it was given. */
export async function handleRefundWebhook(
  caller: Context,
  gateway: GatewayName,
  event: GatewayEvent,
  payment: PaymentRow,
): Promise<'moved' | 'late' | 'noted'> {
  const ctx = dropCaller(caller)
  const { refundId, ours, amountMinor } = event
  if (!refundId) return 'noted'
  // Ours, though the answer that named it may have been lost on its way.
  const row = (await refundByGatewayId(ctx.db, payment.id, refundId)) ?? (await refundById(ctx.db, payment.id, ours))
  const word = event.kind === 'refunded' ? 'done' : 'failed'
  if (row) {
    const more = word === 'done' ? { gatewayId: refundId } : { error: `${gateway} sent it back` }
    return (await closeRefund(ctx, row.id, word, more)) ? 'moved' : 'late'
  }
  if (word === 'failed' || !amountMinor) return 'noted'
  const made = await refundPayment(ctx, {
    paymentId: payment.id,
    amountMinor,
    feeBackMinor: computePlatformLoss(amountMinor, 'shared', await getWholeOfPayment(ctx, payment)),
    reason: 'Given on the pages of the payment service.',
    fact: `${gateway}:${refundId}`,
  })
  return (await closeRefund(ctx, made.id, 'done', { gatewayId: refundId })) ? 'moved' : 'late'
}

export const LIMITS_KEY = 'refunds.secondOperatorFrom'

const usualLimits: RefundLimits = { AUD: 500, USD: 500, GBP: 500, CAD: 500 }

/** One number for all currencies is how it was kept once. */
const limitsOf = (kept: number | Partial<RefundLimits> | null): RefundLimits =>
  typeof kept === 'number' ? { AUD: kept, USD: kept, GBP: kept, CAD: kept } : { ...usualLimits, ...kept }

/** From which amount on, in major units of each currency, a second operator approves a refund; 500 where nothing has been set. */
export const refundLimits = async (ctx: Context): Promise<RefundLimits> =>
  limitsOf(await getSetting<number | Partial<RefundLimits>>(ctx.database, LIMITS_KEY))

/** Returns the same limits, read in a transaction. */
export const refundLimitsIn = async (db: Db): Promise<RefundLimits> =>
  limitsOf(await getSettingInTransaction<number | Partial<RefundLimits>>(db, LIMITS_KEY))
