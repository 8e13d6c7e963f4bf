import type { Database } from '#db/database.ts'
import { newVapidKeys, type VapidKeys } from '#server/gateways/push/push.ts'
import { settingOf } from '#server/platform/settings.ts'

/** The site's key pair for push: made on its first use and kept. Not inside a transaction. */
export async function vapidOf(database: Database): Promise<VapidKeys> {
  const kept = await settingOf<VapidKeys>(database, 'vapid')
  if (kept) return kept
  await database.db
    .insertInto('setting')
    .values({ key: 'vapid', value: JSON.stringify(newVapidKeys()) })
    .onConflict((oc) => oc.doNothing())
    .execute()
  const row = await database.db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', 'vapid')
    .executeTakeFirstOrThrow()
  return row.value as unknown as VapidKeys
}
