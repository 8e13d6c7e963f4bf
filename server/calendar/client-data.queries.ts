import { type Insertable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

/** Lists the entries that artists keep about an address, with open requests about them. */
export const listOwnClientsOfEmail = (db: Db, email: string) =>
  db
    .selectFrom('own_client')
    .innerJoin('provider', 'provider.id', 'own_client.provider_id')
    .where(sql<boolean>`lower(own_client.email) = lower(${email})`)
    .where('own_client.email', '<>', '')
    .selectAll('own_client')
    .select((eb) => [
      'provider.name as provider_name',
      'provider.slug as provider_slug',
      'provider.account_id as provider_account_id',
      eb
        .selectFrom('own_appointment')
        .whereRef('own_appointment.client_id', '=', 'own_client.id')
        .select(eb.fn.countAll<string>().as('n'))
        .as('appointments'),
    ])
    .orderBy('own_client.created_at')
    .limit(200)
    .execute()

export const listClientRequests = (db: Db, clientIds: readonly string[]) =>
  clientIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('client_data_request')
        .where('client_id', 'in', [...clientIds])
        .selectAll()
        .orderBy('requested_at')
        .orderBy('kind')
        .execute()

export const listOpenRequests = (db: Db, providerId: string) =>
  db
    .selectFrom('client_data_request as r')
    .innerJoin('own_client as c', 'c.id', 'r.client_id')
    .where('r.provider_id', '=', providerId)
    .where('r.done_at', 'is', null)
    .select(['r.id', 'r.kind', 'r.details', 'r.requested_at', 'c.id as client_id', 'c.name'])
    .orderBy('r.requested_at')
    .orderBy('r.kind')
    .limit(500)
    .execute()

/** Returns false if the same request is still open. */
export const insertClientRequest = async (db: Db, row: Insertable<DB['client_data_request']>): Promise<boolean> =>
  (await db
    .insertInto('client_data_request')
    .values(row)
    .onConflict((oc) => oc.columns(['client_id', 'kind']).where('done_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

export const findClientRequest = (db: Db, providerId: string, id: string) =>
  db
    .selectFrom('client_data_request')
    .where('provider_id', '=', providerId)
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()

export const finishClientRequest = (db: Db, id: string, now: Date) =>
  db.updateTable('client_data_request').set({ done_at: now }).where('id', '=', id).execute()
