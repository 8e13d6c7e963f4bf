import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { webhooks } from '#contract/notifications/webhooks.ts'
import type { Context } from '#server/platform/context.ts'
import { toldOwner, webhookOfOwner, type Whose, writeDown } from './own-webhook.ts'
import { presentWebhook } from './present-webhook.ts'
import { updateWebhook } from './webhook-queries.ts'

/** Changes what a webhook is told of, pauses it or lets it go on. */
export async function changeWebhook(
  ctx: Context,
  { webhookId, events, paused, ...whose }: InputOf<typeof webhooks.change> & Whose,
): Promise<OutputOf<typeof webhooks.change>> {
  const owner = await toldOwner(ctx, whose)
  const webhook = await webhookOfOwner(ctx, owner, webhookId)
  const change = {
    ...(events ? { events: [...new Set(events)] } : {}),
    ...(paused === undefined ? {} : { paused: paused ? ('by_owner' as const) : null }),
  }
  if (!Object.keys(change).length) return { webhook: await presentWebhook(ctx, webhook) }
  const changed = await ctx.transaction(async (tx) => {
    await writeDown(tx, owner, 'change', { url: webhook.url, ...change })
    return updateWebhook(tx.db, owner, webhook.id, change)
  })
  return { webhook: await presentWebhook(ctx, changed ?? webhook) }
}
