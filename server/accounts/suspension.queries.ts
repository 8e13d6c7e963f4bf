import { type Insertable, sql } from 'kysely'
import { toHundredths } from '#contract/format.ts'
import type { CustomerScore } from '#contract/values.ts'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import type { AccountRow } from './accounts.queries.ts'

export const lockAccount = (db: Db, id: string): Promise<AccountRow | undefined> =>
  db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/**
 * Serialises changes of operators, so that two cannot remove each other concurrently. Call before locking an account.
 */
export const lockOperators = async (db: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('operators', 0))`.execute(db)
}

export const setSuspended = (db: Db, id: string, suspended: { at: Date; reason: string } | null) =>
  db
    .updateTable('account')
    .set({ suspended_at: suspended?.at ?? null, suspended_reason: suspended?.reason ?? null })
    .where('id', '=', id)
    .execute()

export const getCustomerScore = async (db: Db, accountId: string): Promise<CustomerScore> => {
  const row = await db
    .selectFrom('customer_review')
    .where('account_id', '=', accountId)
    .select((of) => [of.fn.countAll<string>().as('count'), of.fn.avg<string>('score').as('score')])
    .executeTakeFirstOrThrow()
  return Number(row.count) > 0 ? { score: toHundredths(Number(row.score)), count: Number(row.count) } : null
}

export const setRoles = (db: Db, id: string, roles: string[], duties: readonly string[]) =>
  db
    .updateTable('account')
    .set({ roles, duties: [...duties] })
    .where('id', '=', id)
    .execute()

export const countOtherOwners = async (db: Db, id: string): Promise<number> => {
  const row = await db
    .selectFrom('account')
    .select((of) => of.fn.countAll<string>().as('n'))
    .where('id', '!=', id)
    .where(sql<boolean>`'owner' = any(duties)`)
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Lists active owners, who may approve changes of others. */
export const listOwners = (db: Db): Promise<{ id: string }[]> =>
  db
    .selectFrom('account')
    .select('id')
    .where(sql<boolean>`'owner' = any(duties)`)
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()

export const saveOperatorGrant = (db: Db, row: Insertable<DB['operator_grant']>) =>
  db
    .insertInto('operator_grant')
    .values(row)
    .onConflict((oc) => oc.column('account_id').doUpdateSet(row))
    .execute()

export const deleteOperatorGrant = (db: Db, accountId: string) =>
  db.deleteFrom('operator_grant').where('account_id', '=', accountId).execute()

/**
 * Returns whether two operators count as one person in the two-operator rule: the same, one created by the other, or
 * both created by one.
 */
export const countAsOnePerson = async (db: Db, one: string, other: string): Promise<boolean> => {
  if (one === other) return true
  const { rows } = await sql<{ shared: boolean }>`
    with recursive maker (of, id) as (
      select id, id from unnest(array[${one}, ${other}]::uuid[]) id
      union
      select maker.of, g.made_by from maker join operator_grant g on g.account_id = maker.id
    )
    select exists (select from maker a join maker b on a.id = b.id where a.of = ${one}::uuid and b.of = ${other}::uuid) as shared`.execute(
    db,
  )
  return rows[0]?.shared === true
}
