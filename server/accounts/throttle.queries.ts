import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Returns when the next attempt is allowed, or null for now. */
export const getThrottleEnd = async (db: Db, subject: Buffer): Promise<Date | null> =>
  (await db.selectFrom('sign_in_throttle').select('waits_until').where('subject', '=', subject).executeTakeFirst())
    ?.waits_until ?? null

/**
 * Counts an attempt before its secret is compared and sets the next delay, in one statement. `waits` has the seconds by
 * number of consecutive attempts; the last applies to all further ones. Resets after a day. Returns the count, or
 * undefined if the attempt must wait.
 */
export async function countAttempt(
  db: Db,
  subject: Buffer,
  now: Date,
  waits: readonly number[],
): Promise<number | undefined> {
  const dayBefore = new Date(now.getTime() - 86_400_000)
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_throttle as b (subject, failures, last_at) values (${subject}, 1, ${now})
    on conflict (subject) do update set last_at = ${now},
      failures = case when b.last_at < ${dayBefore} then 1 else b.failures + 1 end,
      waits_until = case when b.last_at < ${dayBefore} then null
        else ${now}::timestamptz + make_interval(secs => nullif((${waits}::int[])[least(b.failures + 1, ${waits.length}::int)], 0)) end
      where b.waits_until is null or b.waits_until <= ${now}
    returning failures`.execute(db)
  return rows[0]?.failures
}

export const deleteThrottle = async (db: Db, subject: Buffer): Promise<void> => {
  await db.deleteFrom('sign_in_throttle').where('subject', '=', subject).execute()
}

export const deleteOldThrottles = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('sign_in_throttle')
    .where('last_at', '<', new Date(now.getTime() - 86_400_000))
    .execute()
  await db
    .deleteFrom('known_device')
    .where('seen_at', '<', new Date(now.getTime() - 365 * 86_400_000))
    .execute()
}

export const isDeviceKnown = async (db: Db, accountId: string, hash: Buffer): Promise<boolean> =>
  (await db
    .selectFrom('known_device')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('device_hash', '=', hash)
    .executeTakeFirst()) !== undefined

export const hasAnyKnownDevice = async (db: Db, accountId: string): Promise<boolean> =>
  (await db
    .selectFrom('known_device')
    .select('account_id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const saveKnownDevice = (db: Db, accountId: string, hash: Buffer, now: Date) =>
  db
    .insertInto('known_device')
    .values({ account_id: accountId, device_hash: hash, seen_at: now })
    .onConflict((oc) => oc.columns(['account_id', 'device_hash']).doUpdateSet({ seen_at: now }))
    .execute()

export const deleteKnownDevices = (db: Db, accountId: string) =>
  db.deleteFrom('known_device').where('account_id', '=', accountId).execute()
