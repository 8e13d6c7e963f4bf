import { eventOf, gatewayOf, type Inlet } from '#server/gateways/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { insertWorkedEvent } from './event-queries.ts'
import { actOn } from './handle-event.ts'
import { keepEvent, newEvent } from './keep-event.ts'
import { workOne } from './work-events.ts'

/** Works on one signed event of a gateway at once and keeps it with what it did; one that fails, or that is known, is kept as it came and worked on as any other. False where the signature is none of ours. */
export async function takeEvent(ctx: Context, inlet: Inlet, raw: string, signature: string): Promise<boolean> {
  const event = await eventOf(ctx, inlet, raw, signature)
  if (!event) return false
  const gateway = gatewayOf(inlet)
  try {
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
