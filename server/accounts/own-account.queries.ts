import { fixedRetentionDays } from '#contract/constants.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

export const findNewestExport = (db: Db, accountId: string, now: Date) =>
  db
    .selectFrom('data_export')
    .select(['id', 'ready_at', 'expires_at'])
    .where('account_id', '=', accountId)
    .where('ready_at', 'is not', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const exportBody = (db: Db, id: string, accountId: string, now: Date) =>
  db
    .selectFrom('data_export')
    .select(['body', 'created_at'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export const saveExport = async (
  db: Db,
  row: { account_id: string; body: string; created_at: Date; ready_at: Date; expires_at: Date },
) => {
  await db.deleteFrom('data_export').where('account_id', '=', row.account_id).execute()
  return db.insertInto('data_export').values(row).returning('id').executeTakeFirstOrThrow()
}

export const deleteExpiredAccountRows = async (db: Db, now: Date): Promise<void> => {
  const ended = new Date(now.getTime() - fixedRetentionDays.sessions * 86_400_000)
  await db.deleteFrom('data_export').where('expires_at', '<', now).execute()
  await db.deleteFrom('one_time_token').where('expires_at', '<', ended).execute()
  await db
    .deleteFrom('session')
    .where((of) => of.or([of('expires_at', '<', ended), of('revoked_at', '<', ended)]))
    .execute()
}

export const findNextBookingDay = async (db: Db, accountId: string, now: Date): Promise<string | null> => {
  const own = sql`(select id from provider where account_id = ${accountId})`
  const { rows } = await sql<{ day: string | null }>`
    select least(
      (select min(a.event_date) from appointment a where (a.account_id = ${accountId} or a.provider_id in ${own}) and (a.state = 'disputed' or (a.state = 'booked' and a.ends_at > ${now}))),
      (select min(b.event_date) from busy b where b.provider_id in ${own} and b.kind in ('hold', 'appointment') and b.own_id is null and upper(b.during) > ${now})
    )::text as day`.execute(db)
  return rows[0]?.day ?? null
}

type ProofRow = Selectable<DB['number_proof']>

/** Serialises codes to one number with an advisory lock. */
export const lockNumber = (db: Db, mobile: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('number ' || ${mobile}, 0))`.execute(db)

export const saveCode = (db: Db, row: { account_id: string; mobile: string; code_hash: Buffer; sent_at: Date }) =>
  db
    .insertInto('number_proof')
    .values(row)
    .onConflict((oc) =>
      oc
        .columns(['account_id', 'mobile'])
        .doUpdateSet({ code_hash: row.code_hash, sent_at: row.sent_at, tries: 0, proven_at: null }),
    )
    .execute()

export const countTry = (
  db: Db,
  of: { accountId: string; mobile: string; since: Date; most: number },
): Promise<ProofRow | undefined> =>
  db
    .updateTable('number_proof')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('account_id', '=', of.accountId)
    .where('mobile', '=', of.mobile)
    .where('code_hash', 'is not', null)
    .where('sent_at', '>', of.since)
    .where('tries', '<', of.most)
    .returningAll()
    .executeTakeFirst()

export const saveProven = (db: Db, accountId: string, mobile: string, now: Date) =>
  db
    .updateTable('number_proof')
    .set({ code_hash: null, proven_at: now })
    .where('account_id', '=', accountId)
    .where('mobile', '=', mobile)
    .execute()
