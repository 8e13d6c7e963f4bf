import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

/** Subquery of the ids of held accounts, by id or by address. Holds are few, so that it is evaluated once. */
export const heldAccounts: RawBuilder<unknown> = sql`(select account_id as id from legal_hold union all select a.id from email_legal_hold l join account a on a.email = l.email)`

// Conditions for the statements of deletions and retention jobs. The first two take a column, such as `s.account_id`.

/** True if the account is held. */
export const isAccountHeld = (column: string): RawBuilder<boolean> =>
  sql`coalesce(${sql.ref(column)} in ${heldAccounts}, false)`

/** True if the account of the artist is held. */
export const isProviderHeld = (column: string): RawBuilder<boolean> =>
  sql`coalesce(${sql.ref(column)} in (select id from provider where account_id in ${heldAccounts}), false)`

/** True if the address is held, or the account with it. */
export const isEmailHeld = (email: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`coalesce(${email}::citext in (select email from email_legal_hold union all select a.email from account a where a.id in ${heldAccounts}), false)`

type LegalHold = { since: Date; reason: string; by: string }

/** Returns the hold on an account, on its address, or on the address of a person without an account. */
export const findLegalHold = async (
  db: Db,
  of: { accountId: string } | { email: string },
): Promise<LegalHold | undefined> => {
  const account = 'accountId' in of ? sql`a.id = ${of.accountId}` : sql`a.email = ${of.email}::citext`
  const email =
    'accountId' in of ? sql`(select email from account where id = ${of.accountId})` : sql`${of.email}::citext`
  const { rows } = await sql<LegalHold>`select l.since, l.reason, o.name as by from (
      select l.since, l.reason, l.by from legal_hold l join account a on a.id = l.account_id where ${account}
      union all select since, reason, by from email_legal_hold where email = ${email}
    ) l join account o on o.id = l.by order by l.since limit 1`.execute(db)
  return rows[0]
}

export const insertAccountHold = async (db: Db, row: Insertable<DB['legal_hold']>): Promise<boolean> =>
  (await db
    .insertInto('legal_hold')
    .values(row)
    .onConflict((oc) => oc.doNothing())
    .returning('account_id')
    .executeTakeFirst()) !== undefined

export const deleteAccountHold = async (db: Db, accountId: string): Promise<boolean> =>
  (await db.deleteFrom('legal_hold').where('account_id', '=', accountId).returning('account_id').executeTakeFirst()) !==
  undefined

export const insertEmailHold = async (db: Db, row: Insertable<DB['email_legal_hold']>): Promise<boolean> =>
  (await db
    .insertInto('email_legal_hold')
    .values(row)
    .onConflict((oc) => oc.doNothing())
    .returning('email')
    .executeTakeFirst()) !== undefined

export const deleteEmailHold = async (db: Db, email: string): Promise<boolean> =>
  (await db.deleteFrom('email_legal_hold').where('email', '=', email).returning('email').executeTakeFirst()) !==
  undefined
