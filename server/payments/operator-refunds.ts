import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { type operatorMoney as money, RefundCurrency, RefundLimit } from '#contract/operator/money.ts'
import type { Context } from '#server/platform/context.ts'
import { listPendingRefunds, fetchRefunds, findOperatorRefund } from './operator.queries.ts'
import { presentRefund } from './present-money.ts'
import { LIMITS_KEY, needsSecondOperator, refundPayment, refundLimits, refundLimitsIn } from './refunds.ts'
import { countAsOnePerson } from '#server/accounts/index.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import {
  findRefund,
  lockDecidingOperator,
  lockPayment,
  lockRefund,
  findRefundProvider,
  type RefundRow,
  updateRefund,
} from './payments.queries.ts'
import { approveRefund, rejectRefund } from './waiting-refunds.ts'
import { sendSoon } from './charging.ts'
import { toMinor } from '#contract/money.ts'
import { computePlatformLoss } from '#contract/payments/refund.ts'
import { isRecentlyProven } from '#server/platform/http/guard.ts'
import { getWholeOfPayment } from './payable.ts'
import { z } from 'zod'
import { createApproval } from '#server/platform/oversight/approvals.ts'
import { saveSetting } from '#server/platform/settings.ts'

/** Refunds that await a second operator come first, on the first page. */
export async function listRefunds(
  ctx: Context,
  page: InputOf<typeof money.refunds>,
): Promise<OutputOf<typeof money.refunds>> {
  const { rows, nextCursor } = await fetchRefunds(ctx.db, page)
  const asked = await listPendingRefunds(ctx.db)
  return {
    refunds: [...(page.cursor ? [] : asked), ...rows].map(presentRefund),
    waiting: asked.length,
    limits: await refundLimits(ctx),
    nextCursor,
  }
}

type Answer = OutputOf<typeof money.refund>

/**
 * Approves or rejects a refund that awaits a second operator. The operator who requested it, and accounts that one of
 * the two created, can only withdraw a standalone request. Rejecting a recorded refund moves money, so it needs another
 * operator.
 */
export async function decideRefund(
  ctx: Context,
  { refundId, approve, reason }: InputOf<typeof money.decideRefund>,
): Promise<Answer> {
  return changeRefund(ctx, async (ctx) => {
    const known = await findRefund(ctx.db, refundId)
    // Locks the payment first, in the same order as all code that changes its refunds.
    const payment = known && (await lockPayment(ctx.db, known.payment_id))
    const row = payment && (await lockRefund(ctx.db, refundId))
    if (!row) throw new Refusal('not_found')
    if (row.state !== 'asked') throw new Refusal('state_changed')
    const me = ctx.viewer.accountId ?? ''
    const movesMoney = approve || (await findRefundProvider(ctx.db, row.id)) !== undefined
    if (movesMoney && row.asked_by && (await countAsOnePerson(ctx.db, row.asked_by, me)))
      throw new Refusal('second_operator_required')
    const now = approve ? await approveRefund(ctx, row, me) : await rejectRefund(ctx, row, reason)
    await recordAudit(ctx, {
      act: approve ? 'refund.approve' : 'refund.refuse',
      subject: { kind: 'refund', id: row.id },
      after: { amountMinor: row.amount_minor },
      reason,
    })
    return now
  })
}

async function changeRefund(ctx: Context, act: (ctx: Context) => Promise<RefundRow>): Promise<Answer> {
  const answer = await ctx.idempotent(async (tx) => {
    const row = await findOperatorRefund(tx.db, (await act(tx)).id)
    if (!row) throw new Refusal('not_found')
    return { refund: presentRefund(row) }
  })
  await sendSoon(ctx)
  return answer
}

/** Refunds part of a payment. From the limit on, the refund awaits a second operator. */
export async function refundByOperator(
  ctx: Context,
  { paymentId, amount, bears, reason }: InputOf<typeof money.refund>,
): Promise<Answer> {
  return changeRefund(ctx, async (ctx) => {
    await lockDecidingOperator(ctx)
    const payment = await lockPayment(ctx.db, paymentId)
    if (!payment) throw new Refusal('not_found')
    if (payment.state !== 'captured') throw new Refusal('state_changed')
    const amountMinor = toMinor(amount)
    if (amountMinor > payment.amount_minor - payment.refunded_minor)
      throw createFieldRefusal('refund_too_much', 'amount')
    const wanted = {
      paymentId,
      amountMinor,
      feeBackMinor: computePlatformLoss(amountMinor, bears, await getWholeOfPayment(ctx, payment)),
      borneBy: bears,
      reason,
      // With the request's idempotency key, a retry is the same refund.
      fact: `operator:${ctx.viewer.accountId}:${ctx.key ?? crypto.randomUUID()}`,
    }
    const second = await needsSecondOperator(ctx, payment, amountMinor)
    if (second && !isRecentlyProven(ctx.viewer, ctx.now)) throw new Refusal('step_up_needed')
    const row = await refundPayment(ctx, { ...wanted, standalone: true, second })
    await recordAudit(ctx, {
      act: row.state === 'asked' ? 'refund.ask' : 'refund.make',
      subject: { kind: 'payment', id: payment.id, name: String(payment.number) },
      after: { amountMinor, bears, currency: payment.currency },
      reason,
    })
    return row
  })
}

/** A proposed refund limit, stored until another operator approves it. */
export const RefundLimitWish = z.object({ currency: RefundCurrency, limit: RefundLimit })
type Wish = z.infer<typeof RefundLimitWish>

/**
 * Sets the amount per currency above which a second operator must approve. A lower limit applies at once, a higher one
 * after another operator's approval.
 */
export const setRefundLimit = (
  ctx: Context,
  { currency, limit, reason }: InputOf<typeof money.setRefundLimit>,
): Promise<OutputOf<typeof money.setRefundLimit>> =>
  ctx.transaction(async (ctx) => {
    const limits = await refundLimitsIn(ctx.db)
    if (limit <= (limits[currency] ?? 0)) {
      await saveRefundLimit(ctx, { currency, limit }, reason)
      return { limits: await refundLimitsIn(ctx.db), waits: false }
    }
    const subject = { id: currency, name: currency }
    await createApproval(ctx, { kind: 'refund_limit', subject, wanted: { currency, limit }, reason })
    return { limits, waits: true }
  })

/** Runs in the caller's transaction. */
export async function saveRefundLimit(ctx: Context, { currency, limit }: Wish, reason: string): Promise<void> {
  const before = await refundLimitsIn(ctx.db)
  await saveSetting(ctx.database, ctx.db, LIMITS_KEY, { ...before, [currency]: limit }, ctx.now)
  await recordAudit(ctx, {
    act: 'setting.change',
    subject: { kind: 'setting', id: LIMITS_KEY, name: 'refundLimit' },
    before: before[currency],
    after: { currency, limit },
    reason,
  })
}

export async function sendRefundAgain(
  ctx: Context,
  { refundId, reason }: InputOf<typeof money.sendRefund>,
): Promise<Answer> {
  return changeRefund(ctx, async (ctx) => {
    const row = await lockRefund(ctx.db, refundId)
    if (!row) throw new Refusal('not_found')
    if (row.state !== 'failed') throw new Refusal('state_changed')
    await recordAudit(ctx, { act: 'refund.send', subject: { kind: 'refund', id: row.id }, reason })
    // Keeps the attempt count, so that the gateway is queried first. If the bank returned the refund, the next attempt
    // needs a new key.
    return updateRefund(ctx.db, row.id, {
      state: 'queued',
      next_at: ctx.now,
      attempts: Math.max(1, row.attempts),
      key_no: row.key_no + (row.gateway_id ? 1 : 0),
      faulted_at: null,
      error: '',
      gateway_id: null,
    })
  })
}
