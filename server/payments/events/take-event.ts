import type { GatewayEvent } from '#server/gateways/payments/gateway.ts'
import { eventOf } from '#server/gateways/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { chargeBack } from './charge-back.ts'
import { type GatewayWord, movePayment } from '#server/payments/bank/move-payment.ts'
import { setPayoutState } from '#server/payments/payouts/payout-account-queries.ts'
import {
  type GatewayName,
  insertEvent,
  paymentByGatewayId,
  paymentById,
  refundByGatewayId,
  setOutcome,
  updatePayment,
} from '#server/payments/queries.ts'
import { closeRefund } from '#server/payments/refunds/refund.ts'

const moves = ['authorised', 'declined', 'captured', 'cancelled'] as const satisfies readonly GatewayWord[]
const isMove = (kind: GatewayEvent['kind']): kind is (typeof moves)[number] =>
  (moves as readonly string[]).includes(kind)

/** Takes one signed event of a gateway, once; false where the signature is none of ours. */
export async function takeEvent(ctx: Context, gateway: GatewayName, raw: string, signature: string): Promise<boolean> {
  const event = await eventOf(ctx, gateway, raw, signature)
  if (!event) return false
  await ctx.transaction((ctx) => handle(ctx, gateway, event))
  return true
}

async function handle(ctx: Context, gateway: GatewayName, event: GatewayEvent): Promise<void> {
  const byGateway = event.intentId ? await paymentByGatewayId(ctx.db, gateway, event.intentId) : undefined
  // The answer that named the intent may have been lost on its way to us.
  const payment =
    byGateway ?? (event.paymentId && isUuid(event.paymentId) ? await paymentById(ctx.db, event.paymentId) : undefined)
  const known = payment ?? event.accountId
  const fresh = await insertEvent(ctx.db, {
    gateway,
    event_id: event.id,
    kind: event.type,
    payment_id: payment?.id ?? null,
    outcome: known ? 'noted' : 'unknown',
    occurred_at: event.at,
    at: ctx.now,
  })
  if (!fresh) return
  if (event.kind === 'account' && event.accountId && event.account)
    await setPayoutState(ctx.db, gateway, event.accountId, event.account, ctx.now)
  if (!payment) return
  if (!payment.gateway_id && event.intentId) await updatePayment(ctx.db, payment.id, { gateway_id: event.intentId })
  const moved = await act(ctx, gateway, event, payment.id)
  if (moved !== null) await setOutcome(ctx.db, gateway, event.id, moved ? 'moved' : 'late')
}

async function act(
  ctx: Context,
  gateway: GatewayName,
  event: GatewayEvent,
  paymentId: string,
): Promise<boolean | null> {
  if (isMove(event.kind)) return movePayment(ctx, paymentId, event.kind, event.error)
  if (event.kind === 'refunded' || event.kind === 'refund_failed') {
    const row = event.refundId ? await refundByGatewayId(ctx.db, paymentId, event.refundId) : undefined
    return row
      ? closeRefund(
          ctx,
          row.id,
          event.kind === 'refunded' ? 'done' : 'failed',
          event.kind === 'refunded' ? {} : { error: `${gateway} sent it back` },
        )
      : null
  }
  if (event.kind === 'charge_back' || event.kind === 'charge_back_won' || event.kind === 'charge_back_lost')
    return chargeBack(ctx, paymentId, event.kind)
  return null
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text)
