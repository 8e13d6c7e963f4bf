import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

/** The deposit's share of many services in one statement. */
export const setShares = (db: Db, providerId: string, items: readonly { id: string; share: number | null }[]) =>
  sql`update provider_service ps set deposit_share = given.share
    from unnest(${sql.val(items.map(({ id }) => id))}::text[], ${sql.val(items.map(({ share }) => share))}::int[]) as given(service_id, share)
    where ps.provider_id = ${providerId} and ps.service_id = given.service_id`.execute(db)

const lowerColumns = [
  'kind',
  'percent',
  'weekdays',
  'from_minute',
  'to_minute',
  'first_day',
  'last_day',
  'within_days',
] as const
export type LowerRow = Pick<Selectable<DB['lower_price']>, (typeof lowerColumns)[number]>

/** When somebody works for less, in their order. */
export const lowerPricesOf = (db: Db, providerId: string): Promise<LowerRow[]> =>
  db.selectFrom('lower_price').select(lowerColumns).where('provider_id', '=', providerId).orderBy('id').execute()

/** The same anew, in this order. */
export async function replaceLowerPrices(db: Db, providerId: string, rows: readonly LowerRow[]): Promise<void> {
  await db.deleteFrom('lower_price').where('provider_id', '=', providerId).execute()
  if (rows.length === 0) return
  await db
    .insertInto('lower_price')
    .values(rows.map((row) => ({ provider_id: providerId, ...row })))
    .execute()
}
