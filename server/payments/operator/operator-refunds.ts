import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { minor } from '#contract/money.ts'
import type { operatorMoney as money, RefundLimits } from '#contract/operator/money.ts'
import { asksSecondOperator } from '#contract/payments/second-operator.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { presentRefund, refundLimits } from './operator-payments.ts'
import { operatorRefund } from './operator-queries.ts'
import { lockPayment, lockRefund, type PaymentRow, type RefundRow, updateRefund } from '#server/payments/queries.ts'
import { approveRefund, askRefund, refund } from '#server/payments/refunds/refund.ts'
import { sendSoon } from '#server/payments/send-due.ts'

type Answer = OutputOf<typeof money.refund>

/** Gives back part of a payment by an operator's decision; from the set amount on it waits for a second one. */
export async function refundByOperator(
  ctx: Context,
  { paymentId, amount, reason }: InputOf<typeof money.refund>,
): Promise<Answer> {
  const limits = await refundLimits(ctx)
  return doneAndSent(ctx, async (ctx) => {
    const payment = await lockPayment(ctx.db, paymentId)
    if (!payment) throw new Refusal('not_found')
    if (payment.state !== 'captured') throw new Refusal('state_changed')
    const amountMinor = minor(amount)
    if (amountMinor > payment.amount_minor - payment.refunded_minor) throw refuseField('refund_too_much', 'amount')
    const wanted = {
      paymentId,
      amountMinor,
      feeBackMinor: feePart(payment, amountMinor),
      reason,
      // The call's own key: the same call is the same refund.
      fact: `operator:${ctx.viewer.accountId}:${ctx.key ?? crypto.randomUUID()}`,
    }
    const row = asksSecondOperator(payment.refunded_minor, amountMinor, limits[payment.currency as keyof RefundLimits])
      ? await askRefund(ctx, wanted, ctx.viewer.accountId ?? '')
      : await refund(ctx, wanted)
    await record(ctx, {
      act: row.state === 'asked' ? 'refund.ask' : 'refund.make',
      subject: { kind: 'payment', id: payment.id, name: String(payment.number) },
      after: { amountMinor, currency: payment.currency },
      reason,
    })
    return row
  })
}

// The fee goes back in step with the money, so that the last part takes what is left of both.
function feePart(payment: PaymentRow, amountMinor: number): number {
  const [left, feeLeft] = [
    payment.amount_minor - payment.refunded_minor,
    payment.fee_minor - payment.fee_refunded_minor,
  ]
  return left ? Math.round((feeLeft * amountMinor) / left) : 0
}

/** The second operator's word on a refund; never the one who asked. */
export async function decideRefund(
  ctx: Context,
  { refundId, approve, reason }: InputOf<typeof money.decideRefund>,
): Promise<Answer> {
  return doneAndSent(ctx, async (ctx) => {
    const row = await lockRefund(ctx.db, refundId)
    if (!row) throw new Refusal('not_found')
    if (row.state !== 'asked') throw new Refusal('state_changed')
    const me = ctx.viewer.accountId ?? ''
    if (approve && row.asked_by === me) throw new Refusal('second_person')
    const now = approve
      ? await approveRefund(ctx, row, me)
      : await updateRefund(ctx.db, row.id, { state: 'refused', error: reason.slice(0, 300) })
    await record(ctx, {
      act: approve ? 'refund.approve' : 'refund.refuse',
      subject: { kind: 'refund', id: row.id },
      after: { amountMinor: row.amount_minor },
      reason,
    })
    return now
  })
}

/** Sends a refund again that the gateway refused. */
export async function sendRefundAgain(
  ctx: Context,
  { refundId, reason }: InputOf<typeof money.sendRefund>,
): Promise<Answer> {
  return doneAndSent(ctx, async (ctx) => {
    const row = await lockRefund(ctx.db, refundId)
    if (!row) throw new Refusal('not_found')
    if (row.state !== 'failed') throw new Refusal('state_changed')
    await record(ctx, { act: 'refund.send', subject: { kind: 'refund', id: row.id }, reason })
    // Its attempts go on counting: the gateway is asked first whether it has it.
    return updateRefund(ctx.db, row.id, {
      state: 'queued',
      next_at: ctx.now,
      attempts: Math.max(1, row.attempts),
      error: '',
      gateway_id: null,
    })
  })
}

// Once it stands, the payment service is told at once.
async function doneAndSent(ctx: Context, act: (ctx: Context) => Promise<RefundRow>): Promise<Answer> {
  const answer = await ctx.once(async (tx) => {
    const row = await operatorRefund(tx.db, (await act(tx)).id)
    if (!row) throw new Refusal('not_found')
    return { refund: presentRefund(row) }
  })
  await sendSoon(ctx)
  return answer
}
