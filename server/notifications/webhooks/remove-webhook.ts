import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { webhooks } from '#contract/notifications/webhooks.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { ownerOf, type Whose, writeDown } from './own-webhook.ts'
import { deleteWebhook } from './webhook-queries.ts'

/** Takes a webhook away, with its log. */
export async function removeWebhook(
  ctx: Context,
  { webhookId, ...whose }: InputOf<typeof webhooks.remove> & Whose,
): Promise<OutputOf<typeof webhooks.remove>> {
  const owner = await ownerOf(ctx, whose)
  const gone = await ctx.transaction(async (tx) => {
    const removed = await deleteWebhook(tx.db, owner, webhookId)
    if (removed) await writeDown(tx, owner, 'remove', { url: removed.url })
    return removed
  })
  if (!gone) throw new Refusal('not_found')
  return { removed: true }
}
