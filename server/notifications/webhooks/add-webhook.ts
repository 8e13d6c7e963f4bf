import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { mostWebhooks, type webhooks } from '#contract/notifications/webhooks.ts'
import { mayBeTold } from '#server/gateways/webhooks/post-webhook.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { ownProviderId } from './own-webhook.ts'
import { presentWebhook } from './present-webhook.ts'
import { countWebhooks, insertWebhook } from './webhook-queries.ts'

/** Tells an address from now on what happens to the caller. */
export async function addWebhook(
  ctx: Context,
  { url, events }: InputOf<typeof webhooks.add>,
): Promise<OutputOf<typeof webhooks.add>> {
  const providerId = await ownProviderId(ctx)
  if (!mayBeTold(ctx.env, url)) throw refuseField('webhook_address', 'url')
  const row = await ctx.transaction(async ({ db, now }) => {
    if ((await countWebhooks(db, providerId)) >= mostWebhooks) throw new Refusal('too_many_webhooks')
    return insertWebhook(db, {
      provider_id: providerId,
      url: new URL(url).href,
      events: [...new Set(events)],
      created_at: now,
    })
  })
  if (!row) throw refuseField('webhook_known', 'url')
  return { webhook: await presentWebhook(ctx, row) }
}
