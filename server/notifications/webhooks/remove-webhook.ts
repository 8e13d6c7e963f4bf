import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { webhooks } from '#contract/notifications/webhooks.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { ownProviderId } from './own-webhook.ts'
import { deleteWebhook } from './webhook-queries.ts'

/** Takes a webhook of the caller's away, with its log. */
export async function removeWebhook(
  ctx: Context,
  { webhookId }: InputOf<typeof webhooks.remove>,
): Promise<OutputOf<typeof webhooks.remove>> {
  const providerId = await ownProviderId(ctx)
  const gone = await ctx.transaction(({ db }) => deleteWebhook(db, providerId, webhookId))
  if (!gone) throw new Refusal('not_found')
  return { removed: true }
}
