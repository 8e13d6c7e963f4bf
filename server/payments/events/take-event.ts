import { gatewayOf, type Inlet } from '#server/gateways/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { keepEvent } from './keep-event.ts'
import { workOne } from './work-events.ts'

/** Keeps one signed event of a gateway and works on it at once; false where the signature is none of ours. */
export async function takeEvent(ctx: Context, inlet: Inlet, raw: string, signature: string): Promise<boolean> {
  const event = await keepEvent(ctx, inlet, raw, signature)
  if (!event) return false
  await workOne(ctx, { gateway: gatewayOf(inlet), eventId: event.id })
  return true
}
