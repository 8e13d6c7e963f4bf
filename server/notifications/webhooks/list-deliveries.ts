import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { webhooks } from '#contract/notifications/webhooks.ts'
import type { Context } from '#server/platform/context.ts'
import { ownWebhook } from './own-webhook.ts'
import { presentDelivery } from './present-webhook.ts'
import { deliveriesOf } from './webhook-queries.ts'

const SHOWN = 50

/** The last messages to a webhook of the caller's, newest first. */
export async function listDeliveries(
  ctx: Context,
  { webhookId }: InputOf<typeof webhooks.deliveries>,
): Promise<OutputOf<typeof webhooks.deliveries>> {
  const { id } = await ownWebhook(ctx, webhookId)
  return { deliveries: (await deliveriesOf(ctx.db, id, SHOWN)).map(presentDelivery) }
}
