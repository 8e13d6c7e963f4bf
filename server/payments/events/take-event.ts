import { nextPayment } from '#contract/payments/lifecycle-payment.ts'
import type { GatewayEvent } from '#server/gateways/payments/gateway.ts'
import { eventOf, gatewayOf, type Inlet } from '#server/gateways/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { handlersOf } from '#server/payments/payable.ts'
import { type GatewayName, paymentByGatewayId } from '#server/payments/queries.ts'
import { insertWorkedEvent, keepReserved, type NewEvent } from './event-queries.ts'
import { actOn } from './handle-event.ts'
import { keepEvent, newEvent } from './keep-event.ts'
import { workOne } from './work-events.ts'

/** Works on one signed event of a gateway at once and keeps it with what it did; one that fails, or that is known, is kept as it came and worked on as any other. False where the signature is none of ours. */
export async function takeEvent(ctx: Context, inlet: Inlet, raw: string, signature: string): Promise<boolean> {
  const event = await eventOf(ctx, inlet, raw, signature)
  if (!event) return false
  const gateway = gatewayOf(inlet)
  try {
    if (await takeAtOnce(ctx, gateway, newEvent(ctx, inlet, raw, event), event)) return true
    await ctx.transaction(async (tx) => {
      const { payment, outcome } = await actOn(tx, gateway, event)
      const row = newEvent(tx, inlet, raw, event)
      if (!(await insertWorkedEvent(tx.db, row, { paymentId: payment?.id ?? null, outcome, now: tx.now })))
        throw new Error('this event is known')
    })
  } catch {
    if (await keepEvent(ctx, inlet, raw, signature)) await workOne(ctx, { gateway, eventId: event.id })
  }
  return true
}

/** Works on the word that an amount is reserved with what was paid for, or that it was taken where we know so for good, in one statement; false, and nothing is done, where there is more to decide. */
async function takeAtOnce(ctx: Context, gateway: GatewayName, row: NewEvent, event: GatewayEvent): Promise<boolean> {
  if ((event.kind !== 'authorised' && event.kind !== 'captured') || !event.intentId) return false
  const payment = await paymentByGatewayId(ctx.db, gateway, event.intentId)
  if (event.kind === 'captured') {
    if (payment?.state !== 'captured') return false
    await insertWorkedEvent(ctx.db, row, { paymentId: payment.id, outcome: 'late', now: ctx.now })
    return true
  }
  const atOnce = payment && handlersOf(payment.kind).authorisedAtOnce
  const reserved = payment && nextPayment(payment.state, 'authorised')
  const state = reserved && nextPayment(reserved, 'keep')
  if (!payment || !atOnce || !state) return false
  const { chargeId } = event
  return atOnce(ctx, payment, keepReserved(payment, { state, chargeId, row, now: ctx.now }))
}
