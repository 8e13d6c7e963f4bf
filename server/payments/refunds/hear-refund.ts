import { borneByPlatform } from '#contract/payments/refund.ts'
import type { GatewayEvent } from '#server/gateways/payments/gateway.ts'
import { type Context, withoutCaller } from '#server/platform/context.ts'
import { wholeOf } from '#server/payments/payable.ts'
import { type GatewayName, type PaymentRow, refundByGatewayId } from '#server/payments/queries.ts'
import { refundById } from './refund-queries.ts'
import { closeRefund, refund } from './refund.ts'

/** Takes the gateway's word on a refund, in the caller's transaction; one that was given on the service's own pages is written down as it was given. */
export async function hearRefund(
  caller: Context,
  gateway: GatewayName,
  event: GatewayEvent,
  payment: PaymentRow,
): Promise<'moved' | 'late' | 'noted'> {
  const ctx = withoutCaller(caller)
  const { refundId, ours, amountMinor } = event
  if (!refundId) return 'noted'
  // Ours, though the answer that named it may have been lost on its way.
  const row = (await refundByGatewayId(ctx.db, payment.id, refundId)) ?? (await refundById(ctx.db, payment.id, ours))
  const word = event.kind === 'refunded' ? 'done' : 'failed'
  if (row) {
    const more = word === 'done' ? { gatewayId: refundId } : { error: `${gateway} sent it back` }
    return (await closeRefund(ctx, row.id, word, more)) ? 'moved' : 'late'
  }
  if (word === 'failed' || !amountMinor) return 'noted'
  const made = await refund(ctx, {
    paymentId: payment.id,
    amountMinor,
    feeBackMinor: borneByPlatform(amountMinor, 'shared', await wholeOf(ctx, payment)),
    reason: 'Given on the pages of the payment service.',
    fact: `${gateway}:${refundId}`,
  })
  return (await closeRefund(ctx, made.id, 'done', { gatewayId: refundId })) ? 'moved' : 'late'
}
