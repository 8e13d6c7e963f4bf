import { gatewayNow, openGateway } from '#server/gateways/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { voidPayment } from './move-payment.ts'
import type { Payable } from '#server/payments/payable.ts'
import { insertPayment, livingPayment, type PaymentRow, updatePayment, serviceOf } from '#server/payments/queries.ts'

/** Opens the payment for something, or answers the one that is open; one of another amount is let go first. Not inside a transaction. */
export async function openPayment(ctx: Context, payable: Payable): Promise<PaymentRow> {
  const payment = await openOrReusePayment(ctx, payable)
  if (payment.gateway_id || payment.state !== 'open') return payment
  const gateway = await openGateway(ctx, serviceOf(payment), payment.country_code)
  try {
    const intent = await gateway.createIntent({
      key: `payment:${payment.id}:${payment.attempts}`,
      paymentId: payment.id,
      amountMinor: payment.amount_minor,
      currency: payment.currency,
      description: payment.description,
    })
    return await updatePayment(ctx.db, payment.id, { gateway_id: intent.id, client_secret: intent.clientSecret })
  } catch (fault) {
    // The client has asked again with the same key where an answer was lost; a service that keeps its own fault by that key is asked with another.
    await updatePayment(ctx.db, payment.id, { attempts: payment.attempts + 1 })
    ctx.log.warn(faultFields(fault), 'the payment service did not open a payment')
    throw new Refusal('payment_unreachable')
  }
}

const openOrReusePayment = (ctx: Context, p: Payable): Promise<PaymentRow> =>
  ctx.transaction(async (ctx) => {
    const living = await livingPayment(ctx.db, p.kind, p.ref)
    if (living && living.state !== 'open') return living
    // Whoever corrects their address is the payer: the one named before reads nothing of it.
    if (living && living.amount_minor === p.amountMinor && living.currency === p.currency)
      return living.account_id === p.accountId && living.email === p.email
        ? living
        : updatePayment(ctx.db, living.id, { account_id: p.accountId, email: p.email })
    if (living) await voidPayment(ctx, living.id)
    const made = await insertPayment(ctx.db, {
      kind: p.kind,
      ref: p.ref,
      account_id: p.accountId,
      visitor_hash: ctx.viewer.visitorHash,
      provider_id: p.providerId,
      country_code: p.countryCode,
      currency: p.currency,
      amount_minor: p.amountMinor,
      fee_minor: p.feeMinor,
      description: p.description.slice(0, 300),
      email: p.email,
      gateway: gatewayNow(ctx.env),
      created_at: ctx.now,
    })
    const standing = made ?? (await livingPayment(ctx.db, p.kind, p.ref))
    if (!standing) throw new Refusal('state_changed')
    return standing
  })
