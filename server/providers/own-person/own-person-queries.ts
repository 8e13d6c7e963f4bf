import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'

export type Person = {
  accountId: string | null
  visitorHash: Buffer | null
  deviceHash: Buffer | null
  email: string | null
}

/** Whether whoever acts is the person whose profile it is: by the account or one that stands in for it, its address, a proven number that two accounts share, the visitor's cookie of a browser whose searches are theirs, or the cookie of one in which they have signed in. */
export const isOwnPerson = async (db: Db, providerId: string, of: Person): Promise<boolean> => {
  const { rows } = await sql<{ own: boolean | null }>`select ${ownPerson(providerId, of)} as own`.execute(db)
  return rows[0]?.own ?? false
}

/** The same as a column of what else is read; null where the profile has no owner. */
export const ownPerson = (providerId: Expression<string> | string, of: Person): RawBuilder<boolean | null> =>
  sql`(
    with owner as (select a.id, a.email from provider p join account a on a.id = p.account_id where p.id = ${providerId}::uuid),
    -- Each by its own index.
    caller as (
      select id, stands_in_for from account where id = ${of.accountId}::uuid
      union all select id, stands_in_for from account where email = ${of.email}::citext and stands_in_for is null
      union all select id, stands_in_for from account where email = ${of.email}::citext and stands_in_for is not null
    )
    select coalesce(
      o.id = ${of.accountId}::uuid or o.email = ${of.email}::citext
      or exists (select from caller c where c.id = o.id or c.stands_in_for = o.id)
      or exists (select from caller c join number_proof theirs on theirs.account_id = c.id and theirs.proven_at is not null
        join number_proof own on own.mobile = theirs.mobile and own.account_id = o.id and own.proven_at is not null)
      or exists (select from search s where s.visitor_hash = ${of.visitorHash}::bytea and s.account_id = o.id)
      or exists (select from known_device d where d.account_id = o.id and d.device_hash = ${of.deviceHash}::bytea), false) as own
    from owner o)`
