import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** How many texts were written to one number, or of all, since then; those held back do not count. */
export const textsSince = async (db: Db, since: Date, to?: { mobile: string; kind: string }): Promise<number> => {
  const all = db
    .selectFrom('outbox')
    .select(sql<number>`count(*)::int`.as('n'))
    // As the index of texts says it, which a prepared statement finds by nothing else.
    .where(sql<boolean>`channel = 'sms' and state not in ('held_back', 'switched_off')`)
    .where('created_at', '>', since)
  const row = await (to
    ? all.where('address', '=', to.mobile).where('kind', '=', to.kind)
    : all
  ).executeTakeFirstOrThrow()
  return row.n
}

/** Whether an account has shown that a number is its own. */
export const isProvenNumber = async (db: Db, accountId: string, mobile: string): Promise<boolean> =>
  (await db
    .selectFrom('number_proof')
    .select('mobile')
    .where('account_id', '=', accountId)
    .where('mobile', '=', mobile)
    .where('proven_at', 'is not', null)
    .executeTakeFirst()) !== undefined
