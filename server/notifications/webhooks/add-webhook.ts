import { lockLimit } from '#server/platform/http/limits.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { mostWebhooks, type webhooks } from '#contract/notifications/webhooks.ts'
import { mayBeTold } from '#server/gateways/webhooks/post-webhook.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { toldOwner, type Whose, writeDown } from './own-webhook.ts'
import { presentWebhook } from './present-webhook.ts'
import { countWebhooks, insertWebhook } from './webhook-queries.ts'

/** Tells an address from now on what happens to an artist, or what comes through a partner. */
export async function addWebhook(
  ctx: Context,
  { url, events, ...whose }: InputOf<typeof webhooks.add> & Whose,
): Promise<OutputOf<typeof webhooks.add>> {
  const owner = await toldOwner(ctx, whose)
  if (!mayBeTold(ctx.env, url)) throw refuseField('webhook_address', 'url')
  const row = await ctx.transaction(async (tx) => {
    await lockLimit(tx.db, `webhooks ${JSON.stringify(owner)}`)
    if ((await countWebhooks(tx.db, owner)) >= mostWebhooks) throw new Refusal('too_many_webhooks')
    const added = await insertWebhook(tx.db, owner, {
      url: new URL(url).href,
      events: [...new Set(events)],
      created_at: tx.now,
    })
    if (added) await writeDown(tx, owner, 'add', { url: added.url, events: added.events })
    return added
  })
  if (!row) throw refuseField('webhook_known', 'url')
  return { webhook: await presentWebhook(ctx, row) }
}
