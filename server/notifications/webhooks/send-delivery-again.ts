import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { webhooks } from '#contract/notifications/webhooks.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { toldOwner, webhookOfOwner, type Whose } from './own-webhook.ts'
import { presentDelivery } from './present-webhook.ts'
import { deliveryStands, makeDeliveryDue } from './webhook-queries.ts'

/** Sends a message again at once, under the id that it had. */
export async function sendDeliveryAgain(
  ctx: Context,
  { webhookId, deliveryId, ...whose }: InputOf<typeof webhooks.sendAgain> & Whose,
): Promise<OutputOf<typeof webhooks.sendAgain>> {
  const { id, paused } = await webhookOfOwner(ctx, await toldOwner(ctx, whose), webhookId)
  if (!(await deliveryStands(ctx.db, id, deliveryId))) throw new Refusal('not_found')
  const due = paused ? undefined : await makeDeliveryDue(ctx.db, id, deliveryId, ctx.now)
  if (!due) throw new Refusal('state_changed')
  return { delivery: presentDelivery(due) }
}
