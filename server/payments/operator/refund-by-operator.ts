import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { minor } from '#contract/money.ts'
import type { operatorMoney as money } from '#contract/operator/money.ts'
import { borneByPlatform } from '#contract/payments/refund.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { provenLately } from '#server/platform/proven-lately.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { wholeOf } from '#server/payments/payable.ts'
import { lockPayment, lockDecidingOperator } from '#server/payments/queries.ts'
import { needsSecondOperator, refund } from '#server/payments/refunds/refund.ts'
import { changeRefund } from './change-refund.ts'

type Answer = OutputOf<typeof money.refund>

/** Gives back part of a payment by an operator's decision; from the set amount on it waits for a second one. */
export async function refundByOperator(
  ctx: Context,
  { paymentId, amount, bears, reason }: InputOf<typeof money.refund>,
): Promise<Answer> {
  return changeRefund(ctx, async (ctx) => {
    await lockDecidingOperator(ctx)
    const payment = await lockPayment(ctx.db, paymentId)
    if (!payment) throw new Refusal('not_found')
    if (payment.state !== 'captured') throw new Refusal('state_changed')
    const amountMinor = minor(amount)
    if (amountMinor > payment.amount_minor - payment.refunded_minor) throw refuseField('refund_too_much', 'amount')
    const wanted = {
      paymentId,
      amountMinor,
      feeBackMinor: borneByPlatform(amountMinor, bears, await wholeOf(ctx, payment)),
      borneBy: bears,
      reason,
      // The call's own key: the same call is the same refund.
      fact: `operator:${ctx.viewer.accountId}:${ctx.key ?? crypto.randomUUID()}`,
    }
    const second = await needsSecondOperator(ctx, payment, amountMinor)
    if (second && !provenLately(ctx.viewer, ctx.now)) throw new Refusal('step_up_needed')
    const row = await refund(ctx, { ...wanted, standalone: true, second })
    await record(ctx, {
      act: row.state === 'asked' ? 'refund.ask' : 'refund.make',
      subject: { kind: 'payment', id: payment.id, name: String(payment.number) },
      after: { amountMinor, bears, currency: payment.currency },
      reason,
    })
    return row
  })
}
