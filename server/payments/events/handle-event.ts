import type { GatewayEvent } from '#server/gateways/payments/gateway.ts'
import { eventKept } from '#server/gateways/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { type GatewayWord, moveLocked, movePayment } from '#server/payments/bank/move-payment.ts'
import { hearChargeBack } from '#server/payments/charge-backs/hear-charge-back.ts'
import { hearAccount, hearBalance, hearPayout, hearTransfer } from '#server/payments/payouts/hear-payouts.ts'
import {
  type GatewayName,
  paymentByGatewayId,
  paymentById,
  type PaymentRow,
  updatePayment,
} from '#server/payments/queries.ts'
import { hearRefund } from '#server/payments/refunds/hear-refund.ts'
import { closeEvent, type EventRow, type Outcome } from './event-queries.ts'

const moves = ['authorised', 'declined', 'captured', 'cancelled'] as const satisfies readonly GatewayWord[]
const isMove = (kind: GatewayEvent['kind']): kind is (typeof moves)[number] =>
  (moves as readonly string[]).includes(kind)

/** Takes one event that was kept, with all that follows from it, in the caller's transaction. */
export async function handleEvent(ctx: Context, row: EventRow): Promise<void> {
  const event = await eventKept(row.gateway, row.raw ?? '')
  const { payment, outcome } = await actOn(ctx, row.gateway, event)
  await closeEvent(ctx.db, row, { paymentId: payment?.id ?? null, outcome, now: ctx.now })
}

/** Does what an event says, in the caller's transaction. */
export async function actOn(
  ctx: Context,
  gateway: GatewayName,
  event: GatewayEvent,
): Promise<{ payment: PaymentRow | undefined; outcome: Outcome }> {
  const payment = await paymentOf(ctx, gateway, event)
  return { payment, outcome: await act(ctx, gateway, event, payment) }
}

async function paymentOf(ctx: Context, gateway: GatewayName, event: GatewayEvent): Promise<PaymentRow | undefined> {
  const byGateway = event.intentId
    ? await paymentByGatewayId(ctx.db, gateway, event.intentId, isMove(event.kind))
    : undefined
  if (byGateway) return byGateway
  // The answer that named the intent may have been lost on its way to us.
  const ours = event.paymentId && isUuid(event.paymentId) ? await paymentById(ctx.db, event.paymentId) : undefined
  if (ours && !ours.gateway_id && event.intentId) return updatePayment(ctx.db, ours.id, { gateway_id: event.intentId })
  return ours
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text)

async function act(
  ctx: Context,
  gateway: GatewayName,
  event: GatewayEvent,
  payment: PaymentRow | undefined,
): Promise<Outcome> {
  switch (event.kind) {
    case 'account':
      return hearAccount(ctx, gateway, event)
    case 'transferred':
    case 'reversed':
      return hearTransfer(ctx, event)
    case 'paid':
    case 'returned':
      return hearPayout(ctx, gateway, event)
    case 'available':
      return hearBalance(ctx, gateway, event)
    case 'other':
      return payment ? 'noted' : 'unknown'
  }
  if (!payment) return 'unknown'
  if (isMove(event.kind)) {
    const { error, chargeId } = event
    const moved =
      payment.gateway_id === event.intentId
        ? moveLocked(ctx, payment, event.kind, { error, chargeId })
        : movePayment(ctx, payment.id, event.kind, { error, chargeId })
    return (await moved) ? 'moved' : 'late'
  }
  if (event.kind === 'refunded' || event.kind === 'refund_failed') return hearRefund(ctx, gateway, event, payment)
  return hearChargeBack(ctx, gateway, event, payment)
}
