import { major } from '#contract/money.ts'
import type { ShownPayment } from '#contract/payments/payments.ts'
import { gatewayNow, keysOf, openGateway } from '#server/gateways/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { voidPayment } from './move-payment.ts'
import type { Payable } from './payable.ts'
import { insertPayment, livingPayment, type PaymentRow, updatePayment } from './queries.ts'

/** Opens the payment for something, or answers the one that is open; one of another amount is let go first. Not inside a transaction. */
export async function openPayment(ctx: Context, payable: Payable): Promise<PaymentRow> {
  const payment = await openOrReusePayment(ctx, payable)
  if (payment.gateway_id || payment.state !== 'open') return payment
  const gateway = await openGateway(ctx, payment.gateway, payment.country_code)
  try {
    const intent = await gateway.createIntent({
      key: `payment:${payment.id}:${payment.attempts}`,
      paymentId: payment.id,
      amountMinor: payment.amount_minor,
      currency: payment.currency,
      description: payment.description,
      email: payment.email,
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

/** What a browser needs to pay. */
export function presentPayment(ctx: Context, row: PaymentRow): ShownPayment {
  return {
    id: row.id,
    kind: row.kind,
    ref: row.ref,
    state: row.state,
    amount: major(row.amount_minor),
    currency: row.currency,
    description: row.description,
    email: row.email,
    gateway: row.gateway,
    clientSecret: row.state === 'open' ? row.client_secret : null,
    publishableKey: row.gateway === 'stripe' ? keysOf(ctx.env, row.country_code).publishableKey : null,
    error: row.last_error as ShownPayment['error'],
    seconds: Math.max(0, Math.round((ctx.now.getTime() - new Date(row.created_at).getTime()) / 1000)),
  }
}

/** Whether a payment is the caller's: by account, or by the cookie of the browser that opened it. */
export function ownsPayment({ viewer }: Context, row: PaymentRow): boolean {
  if (viewer.accountId && row.account_id === viewer.accountId) return true
  return Boolean(viewer.visitorHash && row.visitor_hash && viewer.visitorHash.equals(Buffer.from(row.visitor_hash)))
}
