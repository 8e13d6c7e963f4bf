import type { Minor } from '#contract/money.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockAccounts, pendingFor, post } from '#server/payments/ledger/ledger-queries.ts'
import { lockPayment, type PaymentRow, providerOf, updatePayment } from '#server/payments/queries.ts'

/** What was taken for one artist's work pays for another's, in the caller's transaction: nothing moves at the bank. `feeMinor` is the platform's part from now on; a credit stays what it is. */
export async function handOn(
  ctx: Context,
  paymentId: string,
  to: { providerId: string; ref: string; feeMinor: Minor /** What makes it happen once. */; fact: string },
): Promise<PaymentRow> {
  const payment = await lockPayment(ctx.db, paymentId)
  if (!payment) throw new Refusal('not_found')
  const from = providerOf(payment)
  const ref = payment.kind === 'credit' ? payment.ref : to.ref
  const left = payment.amount_minor - payment.refunded_minor
  const feeLeft = payment.fee_minor - payment.fee_refunded_minor
  if (payment.state !== 'captured' || left <= 0 || to.feeMinor > left) throw new Refusal('state_changed')
  for (const providerId of [from, to.providerId].sort()) await lockAccounts(ctx.db, providerId)
  const pendingMinor = await pendingFor(ctx.db, { providerId: from, ref: payment.ref, currency: payment.currency })
  const about = { currency: payment.currency, at: ctx.now, paymentId }
  await post(
    ctx.db,
    { kind: 'hand_off', providerId: from, amountMinor: left, feeMinor: feeLeft, pendingMinor },
    { ...about, fact: `hand-off:${paymentId}:${to.fact}`, providerId: from, ref: payment.ref },
  )
  await post(
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
