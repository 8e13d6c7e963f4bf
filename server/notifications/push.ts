import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { notices } from '#contract/notifications/notices.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#db/database.ts'
import { isPushService, createVapidKeys, type VapidKeys } from '#server/gateways/push/push.ts'
import { getOrCreateSetting, getSetting } from '#server/platform/settings.ts'
import { isLoopbackUrl } from '#server/platform/env.ts'
import { createFieldRefusal } from '#server/platform/refusal.ts'
import { deleteSubscription, saveSubscription } from './outbox.queries.ts'

export async function getPushKey(ctx: Context): Promise<OutputOf<typeof notices.pushKey>> {
  return { key: (await getVapidKeys(ctx.database)).publicKey }
}

/** Returns the VAPID keys, which are created on first use. Must not run inside a transaction. */
export async function getVapidKeys(database: Database): Promise<VapidKeys> {
  return (await getSetting<VapidKeys>(database, 'vapid')) ?? getOrCreateSetting(database, 'vapid', createVapidKeys)
}

/** Saves a push subscription. Throws unless the endpoint belongs to a known push service. */
export async function enablePush(
  ctx: Context,
  { endpoint, keys }: InputOf<typeof notices.turnOnPush>,
): Promise<OutputOf<typeof notices.turnOnPush>> {
  if (!isPushService(endpoint, isLoopbackUrl(ctx.env.publicUrl)))
    throw createFieldRefusal('push_service_unknown', 'endpoint')
  await saveSubscription(ctx.db, {
    account_id: ctx.viewer.accountId ?? '',
    session_id: ctx.viewer.sessionId,
    endpoint,
    ...keys,
    device: ctx.device,
  })
  return { on: true }
}

export async function disablePush(
  ctx: Context,
  { endpoint }: InputOf<typeof notices.turnOffPush>,
): Promise<OutputOf<typeof notices.turnOffPush>> {
  await deleteSubscription(ctx.db, ctx.viewer.accountId ?? '', endpoint)
  return { on: false }
}
