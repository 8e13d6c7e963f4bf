import type { OutputOf } from '#contract/endpoint.ts'
import type { webhooks } from '#contract/notifications/webhooks.ts'
import type { Context } from '#server/platform/context.ts'
import { ownerOf, type Whose } from './own-webhook.ts'
import { presentWebhook } from './present-webhook.ts'
import { webhooksOf } from './webhook-queries.ts'

/** Somebody's webhooks, newest first. */
export async function listWebhooks(ctx: Context, whose: Whose): Promise<OutputOf<typeof webhooks.list>> {
  const rows = await webhooksOf(ctx.db, await ownerOf(ctx, whose))
  return { webhooks: await Promise.all(rows.map((row) => presentWebhook(ctx, row))) }
}
