import type { Db } from '#db/database.ts'
import { refuseWhen } from '#server/platform/refusal.ts'

/** The words of one market that texts must not hold. */
export const bannedIn = (db: Db, countryCode: string) =>
  db.selectFrom('banned_word').select(['word', 'plain']).where('country_code', '=', countryCode).execute()

/** Those of all markets, by market and word. */
export const allBanned = (db: Db) =>
  db
    .selectFrom('banned_word')
    .select(['id', 'country_code', 'word', 'added_at'])
    .orderBy('country_code')
    .orderBy('plain')
    .execute()

/** How many a market has, its list kept from other changes until the transaction ends. */
export async function countBanned(db: Db, countryCode: string): Promise<number> {
  await db.selectFrom('market').select('country_code').where('country_code', '=', countryCode).forUpdate().execute()
  return (await bannedIn(db, countryCode)).length
}

export const insertBanned = (db: Db, row: { country_code: string; word: string; plain: string; added_at: Date }) =>
  db
    .insertInto('banned_word')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseWhen('banned_word_once', 'word_known'))

/** Takes a word off; answers nothing where there is none. */
export const deleteBanned = (db: Db, id: string) =>
  db.deleteFrom('banned_word').where('id', '=', id).returning(['country_code', 'word']).executeTakeFirst()
