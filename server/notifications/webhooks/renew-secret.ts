import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { webhooks } from '#contract/notifications/webhooks.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { toldOwner, type Whose, writeDown } from './own-webhook.ts'
import { presentWebhook } from './present-webhook.ts'
import { nextSecret } from './webhook-queries.ts'

/** Has another secret sign what a webhook gets from now on. */
export async function renewSecret(
  ctx: Context,
  { webhookId, ...whose }: InputOf<typeof webhooks.renewSecret> & Whose,
): Promise<OutputOf<typeof webhooks.renewSecret>> {
  const owner = await toldOwner(ctx, whose)
  const renewed = await ctx.transaction(async (tx) => {
    const row = await nextSecret(tx.db, owner, webhookId)
    if (row) await writeDown(tx, owner, 'secret', { url: row.url })
    return row
  })
  if (!renewed) throw new Refusal('not_found')
  return { webhook: await presentWebhook(ctx, renewed) }
}
