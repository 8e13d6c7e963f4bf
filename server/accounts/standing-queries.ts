import { sql } from 'kysely'
import { toHundredths } from '#contract/format.ts'
import type { CustomerScore } from '#contract/values.ts'
import type { Db } from '#db/database.ts'
import type { AccountRow } from './queries.ts'

/** An account held until the transaction ends. */
export const lockAccount = (db: Db, id: string): Promise<AccountRow | undefined> =>
  db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Lets one writer at a time say who is an operator: of two who take each other's place at once, one finds the other gone. Before any account is held. */
export const lockOperators = async (db: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('operators', 0))`.execute(db)
}

export const setSuspended = (db: Db, id: string, suspended: { at: Date; reason: string } | null) =>
  db
    .updateTable('account')
    .set({ suspended_at: suspended?.at ?? null, suspended_reason: suspended?.reason ?? null })
    .where('id', '=', id)
    .execute()

/** What artists have said of a customer, in all; null while nobody has. */
export const customerScore = async (db: Db, accountId: string): Promise<CustomerScore> => {
  const row = await db
    .selectFrom('customer_review')
    .where('account_id', '=', accountId)
    .select((of) => [of.fn.countAll<string>().as('count'), of.fn.avg<string>('score').as('score')])
    .executeTakeFirstOrThrow()
  return Number(row.count) > 0 ? { score: toHundredths(Number(row.score)), count: Number(row.count) } : null
}

export const setRoles = (db: Db, id: string, roles: string[]) =>
  db.updateTable('account').set({ roles }).where('id', '=', id).execute()
