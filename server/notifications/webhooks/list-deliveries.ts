import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { webhooks } from '#contract/notifications/webhooks.ts'
import type { Context } from '#server/platform/context.ts'
import { ownerOf, webhookOfOwner, type Whose } from './own-webhook.ts'
import { presentDelivery } from './present-webhook.ts'
import { deliveriesOf } from './webhook-queries.ts'

const SHOWN = 50

/** The last messages to a webhook, newest first. */
export async function listDeliveries(
  ctx: Context,
  { webhookId, ...whose }: InputOf<typeof webhooks.deliveries> & Whose,
): Promise<OutputOf<typeof webhooks.deliveries>> {
  const { id } = await webhookOfOwner(ctx, await ownerOf(ctx, whose), webhookId)
  return { deliveries: (await deliveriesOf(ctx.db, id, SHOWN)).map(presentDelivery) }
}
