import { formatMoney } from '#contract/format.ts'
import type { RefundLimits } from '#contract/operator/money.ts'
import { requiresSecondOperator } from '#contract/payments/second-operator.ts'
import { toMajor, type Minor } from '#contract/money.ts'
import { type Bearer, computePlatformLoss, computeFeesAfterPass } from '#contract/payments/refund.ts'
import { type Context, dropCaller } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  countMovements,
  lockAccounts,
  getPendingAmount,
  listPending,
  postMovement,
  hasMovement,
} from './ledger.queries.ts'
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
  feeBackMinor: Minor
  borneBy?: Bearer
  reason: string
  voucherId?: string
  fact: string
  /**
   * Set if the refund is not part of a larger change. Then the ledger records it only after a second operator has
   * approved it.
   */
  standalone?: true
  /** True if any amount needs a second operator, because the refund is part of a larger sum. */
  second?: boolean
}

const DAY_MS = 86_400_000

/**
 * Returns whether this refund needs a second operator. Counts earlier refunds of the payment, and the operator's own in
 * the last 24 hours in this currency. A disputed payment always needs one, because it could be refunded twice. Locks
 * the operator until the transaction ends, so that concurrent requests count each other.
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
 * Refunds part of a captured payment, idempotent by fact, in the caller's transaction. All refunds use this function,
 * so it enforces the two-operator rule: above the limit, the refund awaits approval and is not sent. A `standalone`
 * refund enters the ledger only after approval. Any other refund enters the ledger now, so that the money is neither
 * paid out nor refunded twice.
 */
export async function refundPayment(ctx: Context, wanted: WantedRefund): Promise<RefundRow> {
  await lockDecidingOperator(ctx)
  const payment = await lockPayment(ctx.db, wanted.paymentId)
  if (!payment) throw new Refusal('not_found')
  if (payment.gateway === 'account' && wanted.voucherId) throw new Refusal('paid_on_account')
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

// This payment is locked, so the fact can only belong to another payment.
const usedByAnotherPayment = ({ fact }: WantedRefund): Error =>
  new Error(`the fact ${fact} belongs to another payment's refund`)

const columns = ({ paymentId, amountMinor, feeBackMinor, borneBy, reason, voucherId, fact }: WantedRefund) => ({
  payment_id: paymentId,
  amount_minor: amountMinor,
  fee_back_minor: feeBackMinor,
  borne_by: borneBy ?? null,
  reason,
  voucher_id: voucherId ?? null,
  fact,
})

/**
 * Records a refund as due in the ledger, so that the money is neither paid out nor refunded again. Runs in the caller's
 * transaction.
 */
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

/** Completes a refund to or from a voucher, or to a partner's account, immediately, without the gateway. */
export async function refundCreditNow(ctx: Context, row: RefundRow, payment: PaymentRow): Promise<RefundRow> {
  const funds = getRefundFunds(row, payment)
  if (funds === 'bank') return row
  if (row.voucher_id) await addToCredit(ctx.db, row.voucher_id, row.amount_minor, ctx.now)
  else if (funds === 'vouchers') await restoreVoucherSpend(ctx.db, payment.ref, row.amount_minor)
  await closeRefund(ctx, row.id, 'done')
  return (await findRefund(ctx.db, row.id)) ?? row
}

function getRefundFunds(row: RefundRow, payment: PaymentRow): 'bank' | 'vouchers' | 'partners' {
  if (payment.gateway === 'account') return 'partners'
  return row.voucher_id !== null || payment.gateway === 'credit' ? 'vouchers' : 'bank'
}

// There is one fact per attempt: a failed refund that is sent again counts again.
const getAcceptedFact = ({ id, key_no }: RefundRow): string => (key_no ? `refunded:${id}:${key_no}` : `refunded:${id}`)

export const buildRefundMovement = (ctx: Context, row: RefundRow, payment: PaymentRow) => ({
  currency: payment.currency,
  at: ctx.now,
  providerId: payment.provider_id,
  ref: payment.ref,
  paymentId: payment.id,
  refundId: row.id,
  partnerId: payment.partner_id,
  source: row.gateway_id,
})

/**
 * Records that the gateway has accepted a refund and debited the balance, in the caller's transaction. The card result
 * follows by webhook.
 */
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

/**
 * Closes a refund by a gateway event, in the caller's transaction. Returns false if the refund is already closed. A
 * completed refund may still fail later.
 */
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
      { kind: 'refunded', amountMinor: row.amount_minor, to: getRefundFunds(row, payment) },
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

/**
 * Records a balance paid to the provider in cash, in the caller's transaction. A negative amount reverses a wrong
 * record. The caller has locked the booking.
 */
export const recordCash = async (
  ctx: Context,
  {
    providerId,
    ref,
    currency,
    amountMinor,
    description,
  }: { providerId: string; ref: string; currency: string; amountMinor: Minor; description: string },
): Promise<boolean> => {
  const times = await countMovements(ctx.db, 'cash', ref)
  return postMovement(
    ctx.db,
    { kind: 'cash', providerId, amountMinor },
    {
      fact: times === 0 ? `cash:${ref}` : `cash:${ref}:${times}`,
      currency,
      at: ctx.now,
      providerId,
      ref,
      note: truncate(description, 300),
    },
  )
}

/**
 * Releases pending earnings of a job for the next payout, in the caller's transaction. Repeated calls release later
 * payments.
 */
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

/**
 * Transfers a captured payment to another artist, in the caller's transaction, without a gateway request. `feeMinor` is
 * the new platform part. Credits remain credits. Idempotent by fact.
 */
export async function transferPayment(
  ctx: Context,
  paymentId: string,
  to: { providerId: string; ref: string; feeMinor: Minor; fact: string },
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

/**
 * Transfers part of the platform's fee to the provider, or back if negative. Idempotent by fact, in the caller's
 * transaction.
 */
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

/** Handles a refund webhook, in the caller's transaction. Also records refunds made in the gateway's dashboard. */
export async function handleRefundWebhook(
  caller: Context,
  gateway: GatewayName,
  event: GatewayEvent,
  payment: PaymentRow,
): Promise<'moved' | 'late' | 'noted'> {
  const ctx = dropCaller(caller)
  const { refundId, ours, amountMinor } = event
  if (!refundId) return 'noted'
  // The refund is ours, although the response with its id may have been lost.
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
    reason: 'Refunded in the dashboard of the payment provider.',
    fact: `${gateway}:${refundId}`,
  })
  return (await closeRefund(ctx, made.id, 'done', { gatewayId: refundId })) ? 'moved' : 'late'
}

export const LIMITS_KEY = 'refunds.secondOperatorFrom'

const usualLimits: RefundLimits = { AUD: 500, USD: 500, GBP: 500, CAD: 500 }

/** Older versions stored one number for all currencies. */
const limitsOf = (kept: number | Partial<RefundLimits> | null): RefundLimits =>
  typeof kept === 'number' ? { AUD: kept, USD: kept, GBP: kept, CAD: kept } : { ...usualLimits, ...kept }

/** Limits in major units by currency; the default is 500. */
export const refundLimits = async (ctx: Context): Promise<RefundLimits> =>
  limitsOf(await getSetting<number | Partial<RefundLimits>>(ctx.database, LIMITS_KEY))

export const refundLimitsIn = async (db: Db): Promise<RefundLimits> =>
  limitsOf(await getSettingInTransaction<number | Partial<RefundLimits>>(db, LIMITS_KEY))
