import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

export type ProofRow = Selectable<DB['number_proof']>

/** Lets the codes to one number be written one after the other. */
export const lockNumber = (db: Db, mobile: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('number ' || ${mobile}, 0))`.execute(db)

/** Keeps the code that was sent last to an account's number; the one before counts no more. */
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

/** What is known of an account's number, with one more try counted on its code; undefined where no code stands that may still be tried. */
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
