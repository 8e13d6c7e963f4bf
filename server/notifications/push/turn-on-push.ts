import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { notices } from '#contract/notifications/notices.ts'
import { isPushService } from '#server/gateways/push/push.ts'
import type { Context } from '#server/platform/context.ts'
import { onLoopback } from '#server/platform/env.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { saveSubscription } from '#server/notifications/outbox/outbox-queries.ts'

/** Keeps the caller's browser as one that shows notices; refuses an address that is no browser's push service. */
export async function turnOnPush(
  ctx: Context,
  { endpoint, keys }: InputOf<typeof notices.turnOnPush>,
): Promise<OutputOf<typeof notices.turnOnPush>> {
  if (!isPushService(endpoint, onLoopback(ctx.env.publicUrl))) throw refuseField('push_service_unknown', 'endpoint')
  await saveSubscription(ctx.db, {
    account_id: ctx.viewer.accountId ?? '',
    session_id: ctx.viewer.sessionId,
    endpoint,
    ...keys,
    device: ctx.device,
  })
  return { on: true }
}
