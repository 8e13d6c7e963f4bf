import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Returns until when the next try waits. */
export const brakeOn = async (db: Db, subject: Buffer): Promise<Date | null> =>
  (await db.selectFrom('sign_in_throttle').select('waits_until').where('subject', '=', subject).executeTakeFirst())
    ?.waits_until ?? null

/**
 * Counts a try before it is compared, in one statement, and sets how long the next one waits: `waits` holds the seconds
 * after each number of tries in a row, the last one for all beyond. Starts again after a day without a try.
 * Returns how many tries there have been in a row; undefined where this one has to wait and must not be compared.
 */
export async function countTry(
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

export const releaseBrake = async (db: Db, subject: Buffer): Promise<void> => {
  await db.deleteFrom('sign_in_throttle').where('subject', '=', subject).execute()
}

/** Forgets failures of longer ago than a day, and devices that nobody has signed in on for a year. */
export const forgetOldBrakes = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('sign_in_throttle')
    .where('last_at', '<', new Date(now.getTime() - 86_400_000))
    .execute()
  await db
    .deleteFrom('known_device')
    .where('seen_at', '<', new Date(now.getTime() - 365 * 86_400_000))
    .execute()
}

export const knowsDevice = async (db: Db, accountId: string, hash: Buffer): Promise<boolean> =>
  (await db
    .selectFrom('known_device')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('device_hash', '=', hash)
    .executeTakeFirst()) !== undefined

export const knowsAnyDevice = async (db: Db, accountId: string): Promise<boolean> =>
  (await db
    .selectFrom('known_device')
    .select('account_id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const keepDevice = (db: Db, accountId: string, hash: Buffer, now: Date) =>
  db
    .insertInto('known_device')
    .values({ account_id: accountId, device_hash: hash, seen_at: now })
    .onConflict((oc) => oc.columns(['account_id', 'device_hash']).doUpdateSet({ seen_at: now }))
    .execute()

export const forgetDevices = (db: Db, accountId: string) =>
  db.deleteFrom('known_device').where('account_id', '=', accountId).execute()
