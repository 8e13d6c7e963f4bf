import { GatewayRefused, type Intent, type PaymentsGateway } from '#server/gateways/payments/gateway.ts'
import { openGateway } from '#server/gateways/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import { type GatewayWord, movePayment } from './move-payment.ts'
import {
  claimPayments,
  claimRefunds,
  paymentById,
  type PaymentRow,
  type RefundRow,
  settleClaim,
  updateRefund,
} from '#server/payments/queries.ts'
import { closeRefund } from '#server/payments/refunds/refund.ts'

const AT_ONCE = 20

/** Minutes until a gateway is told again, by how often it has failed; the last one repeats. */
const backOff = [0.5, 1, 2, 5, 15, 60] as const

export const nextTry = (now: Date, attempts: number): Date =>
  new Date(now.getTime() + (backOff[Math.min(attempts, backOff.length) - 1] ?? 0.5) * 60_000)

/** Tells the gateways what has been decided: takes, lets go, gives back; each by one claim, what fails again later. Not inside a transaction. */
export async function sendDue(ctx: Context): Promise<void> {
  for (const payment of await claimPayments(ctx.db, ctx.now, AT_ONCE))
    await attempt(ctx, 'payment', payment, () => sendPayment(ctx, payment))
  for (const refund of await claimRefunds(ctx.db, ctx.now, AT_ONCE))
    await attempt(ctx, 'refund', refund, () => sendRefund(ctx, refund))
}

/** The same, where a failure must not be the caller's: what is due is tried again by the clock. */
export const sendSoon = (ctx: Context): Promise<void> =>
  sendDue(ctx).catch((fault) => ctx.log.error(faultFields(fault), 'payments'))

async function attempt(
  ctx: Context,
  table: 'payment' | 'refund',
  { id, attempts }: { id: string; attempts: number },
  send: () => Promise<boolean>,
): Promise<void> {
  try {
    const done = await send()
    await settleClaim(ctx.db, table, id, done ? null : nextTry(ctx.now, attempts))
  } catch (fault) {
    ctx.log.warn({ ...faultFields(fault), [table]: id }, 'the payment service did not answer')
    await settleClaim(ctx.db, table, id, nextTry(ctx.now, attempts))
  }
}

async function sendPayment(ctx: Context, payment: PaymentRow): Promise<boolean> {
  if (payment.state !== 'capturing' && payment.state !== 'voiding') return true
  // Opened, but the gateway never heard of it: there is nothing to let go.
  if (!payment.gateway_id) return ctx.transaction((ctx) => movePayment(ctx, payment.id, 'cancelled'))
  const gateway = await openGateway(ctx, payment.gateway, payment.country_code)
  const intent = await told(gateway, payment, payment.gateway_id)
  await takeWord(ctx, payment.id, intent)
  return intent.status === 'captured' || intent.status === 'cancelled'
}

// Whoever asked first may have lost the answer: then the gateway says how it stands.
async function told(gateway: PaymentsGateway, { id, state, attempts }: PaymentRow, gatewayId: string): Promise<Intent> {
  try {
    return state === 'capturing'
      ? await gateway.capture(gatewayId, `capture:${id}:${attempts}`)
      : await gateway.cancel(gatewayId, `void:${id}:${attempts}`)
  } catch (fault) {
    if (fault instanceof GatewayRefused) return gateway.retrieve(gatewayId)
    throw fault
  }
}

const words: Readonly<Record<Intent['status'], GatewayWord | null>> = {
  open: null,
  authorised: 'authorised',
  captured: 'captured',
  cancelled: 'cancelled',
}

/** Takes the gateway's own answer to how an intent stands; false where it changes nothing. */
export async function takeWord(ctx: Context, paymentId: string, intent: Intent): Promise<boolean> {
  const word = words[intent.status]
  return word ? ctx.transaction((ctx) => movePayment(ctx, paymentId, word)) : false
}

async function sendRefund(ctx: Context, row: RefundRow): Promise<boolean> {
  const payment = await paymentById(ctx.db, row.payment_id)
  if (row.state !== 'queued' || !payment?.gateway_id) return true
  const gateway = await openGateway(ctx, payment.gateway, payment.country_code)
  try {
    const { id, state } = await gateway.refund({
      intentId: payment.gateway_id,
      amountMinor: row.amount_minor,
      key: `refund:${row.id}`,
      attempt: row.attempts,
    })
    if (state === 'waiting') {
      await updateRefund(ctx.db, row.id, { gateway_id: id })
      return false
    }
    await ctx.transaction((ctx) => closeRefund(ctx, row.id, state, { gatewayId: id }))
  } catch (fault) {
    if (!(fault instanceof GatewayRefused)) throw fault
    await ctx.transaction((ctx) => closeRefund(ctx, row.id, 'failed', { error: (fault as Error).message }))
  }
  return true
}
