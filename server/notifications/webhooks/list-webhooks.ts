import type { OutputOf } from '#contract/endpoint.ts'
import type { webhooks } from '#contract/notifications/webhooks.ts'
import type { Context } from '#server/platform/context.ts'
import { ownProviderId } from './own-webhook.ts'
import { presentWebhook } from './present-webhook.ts'
import { webhooksOf } from './webhook-queries.ts'

/** The caller's webhooks, newest first. */
export async function listWebhooks(ctx: Context): Promise<OutputOf<typeof webhooks.list>> {
  const rows = await webhooksOf(ctx.db, await ownProviderId(ctx))
  return { webhooks: await Promise.all(rows.map((row) => presentWebhook(ctx, row))) }
}
