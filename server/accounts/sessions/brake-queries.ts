import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Until when the next try waits. */
export const brakeOn = async (db: Db, subject: Buffer): Promise<Date | null> =>
  (await db.selectFrom('sign_in_brake').select('waits_until').where('subject', '=', subject).executeTakeFirst())
    ?.waits_until ?? null

/** Counts a failure, anew after a day without one, and says until when the next try waits; answers how many there have been. */
export async function countFailure(
  db: Db,
  subject: Buffer,
  now: Date,
  waitSeconds: (failures: number) => number,
): Promise<number> {
  const dayBefore = new Date(now.getTime() - 86_400_000)
  const { failures } = await db
    .insertInto('sign_in_brake')
    .values({ subject, failures: 1, last_at: now })
    .onConflict((oc) =>
      oc
        .column('subject')
        .doUpdateSet({
          failures: sql`case when sign_in_brake.last_at < ${dayBefore} then 1 else sign_in_brake.failures + 1 end`,
          last_at: now,
        }),
    )
    .returning('failures')
    .executeTakeFirstOrThrow()
  const seconds = waitSeconds(failures)
  if (seconds > 0)
    await db
      .updateTable('sign_in_brake')
      .set({ waits_until: new Date(now.getTime() + seconds * 1000) })
      .where('subject', '=', subject)
      .execute()
  return failures
}

export const releaseBrake = async (db: Db, subject: Buffer): Promise<void> => {
  await db.deleteFrom('sign_in_brake').where('subject', '=', subject).execute()
}

/** Forgets failures of longer ago than a day, and devices that nobody has signed in on for a year. */
export const forgetOldBrakes = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('sign_in_brake')
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
