import { randomUUID } from 'node:crypto'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { webhooks } from '#contract/notifications/webhooks.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { toldOwner, webhookOfOwner, type Whose } from './own-webhook.ts'
import { presentDelivery } from './present-webhook.ts'
import { insertPing } from './webhook-queries.ts'

/** Sends a webhook a message that tells of nothing. */
export async function pingWebhook(
  ctx: Context,
  { webhookId, ...whose }: InputOf<typeof webhooks.ping> & Whose,
): Promise<OutputOf<typeof webhooks.ping>> {
  const webhook = await webhookOfOwner(ctx, await toldOwner(ctx, whose), webhookId)
  if (webhook.paused) throw new Refusal('state_changed')
  const row = await insertPing(ctx.db, {
    address: webhook.id,
    body: JSON.stringify({ type: 'ping', timestamp: ctx.now.toISOString(), data: {} }),
    message_id: `evt_${randomUUID().replaceAll('-', '')}`,
    now: ctx.now,
  })
  return { delivery: presentDelivery(row) }
}
