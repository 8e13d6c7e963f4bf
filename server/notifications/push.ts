import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { notices } from '#contract/notifications/notices.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#db/database.ts'
import { isPushService, newVapidKeys, type VapidKeys } from '#server/gateways/push/push.ts'
import { madeOnce, settingOf } from '#server/platform/settings.ts'
import { onLoopback } from '#server/platform/env.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { dropSubscription, saveSubscription } from './outbox.queries.ts'

/** The public key by which a browser ties its notices to this site. */
export async function showPushKey(ctx: Context): Promise<OutputOf<typeof notices.pushKey>> {
  return { key: (await vapidOf(ctx.database)).publicKey }
}

/** The site's key pair for push: made on its first use and kept. Not inside a transaction. */
export async function vapidOf(database: Database): Promise<VapidKeys> {
  return (await settingOf<VapidKeys>(database, 'vapid')) ?? madeOnce(database, 'vapid', newVapidKeys)
}

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

/** Forgets one of the caller's browsers. */
export async function turnOffPush(
  ctx: Context,
  { endpoint }: InputOf<typeof notices.turnOffPush>,
): Promise<OutputOf<typeof notices.turnOffPush>> {
  await dropSubscription(ctx.db, ctx.viewer.accountId ?? '', endpoint)
  return { on: false }
}
