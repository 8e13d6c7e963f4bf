import type { Database } from '#db/database.ts'
import { newVapidKeys, type VapidKeys } from '#server/gateways/push/push.ts'
import { madeOnce, settingOf } from '#server/platform/settings.ts'

/** The site's key pair for push: made on its first use and kept. Not inside a transaction. */
export async function vapidOf(database: Database): Promise<VapidKeys> {
  return (await settingOf<VapidKeys>(database, 'vapid')) ?? madeOnce(database, 'vapid', newVapidKeys)
}
