import type { Selectable } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import type { GatewayName } from './payments.queries.ts'

export type CardRow = Omit<Selectable<DB['payment_method']>, 'state' | 'gateway'> & {
  state: 'open' | 'saved' | 'removed'
  gateway: GatewayName
}

export const listCardsOf = (db: Db, accountId: string): Promise<CardRow[]> =>
  db
    .selectFrom('payment_method')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', 'in', ['open', 'saved'])
    .orderBy('created_at', 'desc')
    .execute() as Promise<CardRow[]>

export const findCard = (db: Db, accountId: string, id: string): Promise<CardRow | undefined> =>
  db
    .selectFrom('payment_method')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst() as Promise<CardRow | undefined>

export const findSavedCard = (db: Db, accountId: string, countryCode: string): Promise<CardRow | undefined> =>
  db
    .selectFrom('payment_method')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('country_code', '=', countryCode)
    .where('state', '=', 'saved')
    .executeTakeFirst() as Promise<CardRow | undefined>

export const findCustomer = async (
  db: Db,
  { accountId, countryCode, gateway }: { accountId: string; countryCode: string; gateway: GatewayName },
): Promise<string | null> =>
  (
    await db
      .selectFrom('payment_method')
      .select('customer_id')
      .where('account_id', '=', accountId)
      .where('country_code', '=', countryCode)
      .where('gateway', '=', gateway)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.customer_id ?? null

type NewCard = {
  account_id: string
  country_code: string
  gateway: GatewayName
  customer_id: string
  setup_id: string
  client_secret: string
  consent_words: string
  consent_at: Date
  created_at: Date
}
export const insertCard = (db: Db, row: NewCard): Promise<CardRow> =>
  db
    .insertInto('payment_method')
    .values(row)
    .onConflict((oc) => oc.columns(['gateway', 'setup_id']).doUpdateSet({ client_secret: row.client_secret }))
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<CardRow>

export const removeSaved = (db: Db, accountId: string, countryCode: string, now: Date) =>
  db
    .updateTable('payment_method')
    .set({ state: 'removed', removed_at: now })
    .where('account_id', '=', accountId)
    .where('country_code', '=', countryCode)
    .where('state', '=', 'saved')
    .execute()

export const updateCard = (db: Db, id: string, set: Partial<Selectable<DB['payment_method']>>): Promise<CardRow> =>
  db
    .updateTable('payment_method')
    .set(set)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<CardRow>

export const lockCardsOf = (db: Db, accountId: string) =>
  db.selectFrom('payment_method').select('id').where('account_id', '=', accountId).orderBy('id').forUpdate().execute()

export const listCardsToForget = (db: Db, most: number): Promise<CardRow[]> =>
  db
    .selectFrom('payment_method')
    .selectAll()
    .where('state', '=', 'removed')
    .where('forgotten_at', 'is', null)
    .orderBy('removed_at')
    .limit(most)
    .execute() as Promise<CardRow[]>
