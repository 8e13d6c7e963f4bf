import type { Minor } from '#contract/money.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockAccounts, post } from '#server/payments/ledger/ledger-queries.ts'
import { lockPayment, type PaymentRow, updatePayment } from '#server/payments/queries.ts'

/** What was taken for one artist's work pays for another's, in the caller's transaction: nothing moves at the bank. `feeMinor` is the platform's part from now on. */
export async function handOn(
  ctx: Context,
  paymentId: string,
  to: { providerId: string; ref: string; feeMinor: Minor },
): Promise<PaymentRow> {
  const payment = await lockPayment(ctx.db, paymentId)
  if (!payment) throw new Refusal('not_found')
  const left = payment.amount_minor - payment.refunded_minor
  const feeLeft = payment.fee_minor - payment.fee_refunded_minor
  if (payment.state !== 'captured' || left <= 0 || to.feeMinor > left) throw new Refusal('state_changed')
  for (const providerId of [payment.provider_id, to.providerId].sort()) await lockAccounts(ctx.db, providerId)
  const about = { currency: payment.currency, at: ctx.now, paymentId }
  await post(
    ctx.db,
    { kind: 'hand_off', providerId: payment.provider_id, amountMinor: left, feeMinor: feeLeft },
    { ...about, fact: `hand-off:${paymentId}:${to.ref}`, providerId: payment.provider_id, ref: payment.ref },
  )
  await post(
    ctx.db,
    { kind: 'hand_on', providerId: to.providerId, amountMinor: left, feeMinor: to.feeMinor },
    { ...about, fact: `hand-on:${paymentId}:${to.ref}`, providerId: to.providerId, ref: to.ref },
  )
  return updatePayment(ctx.db, paymentId, {
    provider_id: to.providerId,
    ref: to.ref,
    fee_minor: payment.fee_refunded_minor + to.feeMinor,
  })
}
