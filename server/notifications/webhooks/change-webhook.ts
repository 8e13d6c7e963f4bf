import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { webhooks } from '#contract/notifications/webhooks.ts'
import type { Context } from '#server/platform/context.ts'
import { ownWebhook } from './own-webhook.ts'
import { presentWebhook } from './present-webhook.ts'
import { updateWebhook } from './webhook-queries.ts'

/** Changes what a webhook is told of, pauses it or lets it go on. */
export async function changeWebhook(
  ctx: Context,
  { webhookId, events, paused }: InputOf<typeof webhooks.change>,
): Promise<OutputOf<typeof webhooks.change>> {
  const webhook = await ownWebhook(ctx, webhookId)
  const change = {
    ...(events ? { events: [...new Set(events)] } : {}),
    ...(paused === undefined ? {} : { paused: paused ? ('by_owner' as const) : null }),
  }
  const changed = Object.keys(change).length
    ? await updateWebhook(ctx.db, webhook.provider_id, webhook.id, change)
    : webhook
  return { webhook: await presentWebhook(ctx, changed ?? webhook) }
}
