import { type Insertable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import { findAccountById, type AccountRow } from './accounts.queries.ts'

export async function upsertStandIn(
  db: Db,
  of: AccountRow,
  visitor: Buffer,
  row: Pick<Insertable<DB['account']>, 'name' | 'mobile' | 'country_code' | 'created_at'>,
): Promise<AccountRow> {
  await db
    .insertInto('account')
    .values({ ...row, email: of.email, roles: ['customer'], stands_in_for: of.id, stand_in_visitor: visitor })
    .onConflict((oc) =>
      oc.columns(['stands_in_for', 'stand_in_visitor']).where('stands_in_for', 'is not', null).doNothing(),
    )
    .execute()
  return db
    .selectFrom('account')
    .selectAll()
    .where('stands_in_for', '=', of.id)
    .where('stand_in_visitor', '=', visitor)
    .executeTakeFirstOrThrow()
}

export const listStandIns = (db: Db, accountId: string, visitor?: Buffer): Promise<AccountRow[]> =>
  db
    .selectFrom('account')
    .selectAll()
    .where('stands_in_for', '=', accountId)
    .where('deleted_at', 'is', null)
    .$if(visitor !== undefined, (q) => q.where('stand_in_visitor', '=', visitor as Buffer))
    .execute()

/** Transfers a stand-in's requests, bookings and payments to the account and deletes it. */
export async function transferStandIn(db: Db, standIn: AccountRow, to: string): Promise<void> {
  for (const table of [
    'request',
    'hold',
    'appointment',
    'linked_appointment',
    'payment',
    'review',
    'customer_review',
    'team_message',
    'upload',
    'outbox',
    'one_time_token',
  ] as const)
    await db.updateTable(table).set({ account_id: to }).where('account_id', '=', standIn.id).execute()
  await db.updateTable('report').set({ by_account: to }).where('by_account', '=', standIn.id).execute()
  // Keeps an existing conversation with the same artist.
  await sql`update conversation c set account_id = ${to} where account_id = ${standIn.id} and not exists (select from conversation o where o.account_id = ${to} and o.search_id is not distinct from c.search_id and o.provider_id = c.provider_id)`.execute(
    db,
  )
  await sql`update block b set account_id = ${to} where account_id = ${standIn.id} and not exists (select from block o where o.account_id = ${to} and o.provider_id = b.provider_id and o.by = b.by)`.execute(
    db,
  )
  await sql`update client_note n set account_id = ${to} where account_id = ${standIn.id} and not exists (select from client_note o where o.account_id = ${to} and o.provider_id = n.provider_id)`.execute(
    db,
  )
  await db.updateTable('operator_note').set({ account_id: to }).where('account_id', '=', standIn.id).execute()
  await sql`update operator_tag t set account_id = ${to} where account_id = ${standIn.id} and not exists (select from operator_tag o where o.account_id = ${to} and o.tag = t.tag)`.execute(
    db,
  )
  await sql`update number_proof n set account_id = ${to} where account_id = ${standIn.id} and not exists (select from number_proof o where o.account_id = ${to} and o.mobile = n.mobile)`.execute(
    db,
  )
  await sql`update legal_hold set account_id = ${to} where account_id = ${standIn.id} and not exists (select from legal_hold where account_id = ${to})`.execute(
    db,
  )
  await db.deleteFrom('legal_hold').where('account_id', '=', standIn.id).execute()
  // Copies access log entries, because the log is append-only.
  await sql`insert into access_log (at, operator_id, what, subject_id, account_ids, network, device, request_id)
    select at, operator_id, what, subject_id, array[${to}::uuid], network, device, request_id from access_log where account_ids @> array[${standIn.id}::uuid]`.execute(
    db,
  )
  await db.deleteFrom('account').where('id', '=', standIn.id).execute()
}

export const findStandInOwner = async (db: Db, id: string): Promise<string | null> =>
  (await findAccountById(db, id))?.stands_in_for ?? null

export const deleteCalendarAddresses = (db: Db, accountId: string) =>
  db.deleteFrom('calendar_key').where('account_id', '=', accountId).execute()

export const deleteNumberProofs = (db: Db, accountId: string) =>
  db.deleteFrom('number_proof').where('account_id', '=', accountId).execute()
