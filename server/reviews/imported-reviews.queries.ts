import { type Insertable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

export const listShownReviews = (db: Db, providerId: string, limit: number) =>
  db
    .selectFrom('review')
    .select(['id', 'author', 'event', 'score', 'comments', 'created_at', 'reply', 'weight', 'guest_role as role'])
    .select(sql<boolean>`guest_id is not null`.as('guest'))
    .where('provider_id', '=', providerId)
    .where('hidden_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Idempotent across files. Returns the number inserted. */
export async function insertTaken(db: Db, rows: readonly Insertable<DB['outside_review']>[]): Promise<number> {
  if (rows.length === 0) return 0
  const made = await db
    .insertInto('outside_review')
    .values([...rows])
    .onConflict((oc) => oc.columns(['provider_id', 'address_hash']).doNothing())
    .returning('id')
    .execute()
  return made.length
}
