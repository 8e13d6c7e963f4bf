import type { Db } from '#db/database.ts'
import type { Mode } from '#contract/values.ts'

const columns = ['id', 'version', 'hash', 'body', 'expires_at'] as const

/** The latest locked version of a provider's price on a search. */
export const latestQuote = (db: Db, searchId: string, providerId: string, mode: Mode) =>
  db
    .selectFrom('quote')
    .select(columns)
    .where('search_id', '=', searchId)
    .where('provider_id', '=', providerId)
    .where('mode', '=', mode)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

export type NewQuote = {
  search_id: string
  provider_id: string
  mode: Mode
  version: number
  hash: string
  body: string
  total_minor: number
  deposit_minor: number
  currency: string
  created_at: Date
  expires_at: Date
}

/** Keeps a version; answers nothing when another call has just kept that version. */
export const insertQuote = (db: Db, row: NewQuote) =>
  db
    .insertInto('quote')
    .values(row)
    .onConflict((oc) => oc.columns(['search_id', 'provider_id', 'mode', 'version']).doNothing())
    .returning(columns)
    .executeTakeFirst()

/** On how many searches a provider's price still stands. */
export const countStanding = async (db: Db, providerId: string, now: Date): Promise<number> => {
  const row = await db
    .selectFrom('quote')
    .select((eb) => eb.fn.count<number>('search_id').distinct().as('n'))
    .where('provider_id', '=', providerId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return Number(row?.n ?? 0)
}
