import type { Context } from '#server/platform/context.ts'
import { lockAccounts, pendingOf, post } from '#server/payments/ledger/ledger-queries.ts'
import { lockPayment, updatePayment } from '#server/payments/queries.ts'

/** Writes down that a bank has taken a payment back, and how that ended; false where it is known. What is lost comes out of fee and earnings as a refund would. */
export async function chargeBack(
  ctx: Context,
  paymentId: string,
  kind: 'charge_back' | 'charge_back_won' | 'charge_back_lost',
): Promise<boolean> {
  const payment = await lockPayment(ctx.db, paymentId)
  if (payment?.state !== 'captured') return false
  const about = {
    fact: `${kind}:${payment.id}`,
    currency: payment.currency,
    at: ctx.now,
    providerId: payment.provider_id,
    ref: payment.ref,
    paymentId: payment.id,
  }
  const amountMinor = payment.amount_minor - payment.refunded_minor
  if (amountMinor === 0 || kind !== 'charge_back_lost')
    return amountMinor > 0 && post(ctx.db, { kind: kind as 'charge_back', amountMinor }, about)
  await lockAccounts(ctx.db, payment.provider_id)
  const pending = (await pendingOf(ctx.db, payment.provider_id, payment.ref)).find(
    ({ currency }) => currency === payment.currency,
  )
  const feeBackMinor = payment.fee_minor - payment.fee_refunded_minor
  const posted = await post(
    ctx.db,
    { kind, providerId: payment.provider_id, amountMinor, feeBackMinor, pendingMinor: pending?.minor ?? 0 },
    about,
  )
  if (posted)
    await updatePayment(ctx.db, payment.id, {
      refunded_minor: payment.amount_minor,
      fee_refunded_minor: payment.fee_minor,
    })
  return posted
}
