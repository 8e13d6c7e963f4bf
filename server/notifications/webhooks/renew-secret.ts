import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { webhooks } from '#contract/notifications/webhooks.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { ownWebhook } from './own-webhook.ts'
import { presentWebhook } from './present-webhook.ts'
import { nextSecret } from './webhook-queries.ts'

/** Has another secret sign what a webhook gets from now on. */
export async function renewSecret(
  ctx: Context,
  { webhookId }: InputOf<typeof webhooks.renewSecret>,
): Promise<OutputOf<typeof webhooks.renewSecret>> {
  const { provider_id, id } = await ownWebhook(ctx, webhookId)
  const renewed = await nextSecret(ctx.db, provider_id, id)
  if (!renewed) throw new Refusal('not_found')
  return { webhook: await presentWebhook(ctx, renewed) }
}
