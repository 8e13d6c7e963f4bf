import { sql } from 'kysely'
import type { Minor } from '#contract/money.ts'
import type { Db } from '#db/database.ts'

const addOns = (db: Db) => db.selectFrom('add_on as a').innerJoin('own_words as w', 'w.add_on_id', 'a.id')

/** What an artist adds to services, in their order, with what it is called. */
export const addOnsOf = (db: Db, providerId: string) =>
  addOns(db)
    .select([
      'a.id',
      'a.service_id',
      'a.cost_minor',
      'a.minutes',
      'w.title',
      'w.words',
      'w.asked_title',
      'w.asked_words',
      'w.sent_back',
    ])
    .where('a.provider_id', '=', providerId)
    .orderBy('a.position')
    .execute()

/** What of it customers read for these services, which the artist still offers. */
export const addOnsFor = (db: Db, providerId: string, serviceIds: readonly string[]) =>
  addOns(db)
    .innerJoin('provider_service as s', (join) =>
      join.onRef('s.provider_id', '=', 'a.provider_id').onRef('s.service_id', '=', 'a.service_id'),
    )
    .select(['a.id', 'a.service_id', 'a.cost_minor', 'a.minutes', 'w.title', 'w.words'])
    .where('a.provider_id', '=', providerId)
    .where(sql<boolean>`a.service_id = any(${sql.val([...serviceIds])}::text[])`)
    .where('s.status', '=', 'active')
    .where('w.title', 'is not', null)
    .$narrowType<{ title: string }>()
    .orderBy('a.position')
    .execute()
export type ShownAddOn = Awaited<ReturnType<typeof addOnsFor>>[number]

/** Takes away all but these; their words go with them. */
export const keepAddOns = (db: Db, providerId: string, ids: readonly string[]) =>
  db
    .deleteFrom('add_on')
    .where('provider_id', '=', providerId)
    .where(sql<boolean>`id <> all(${sql.val([...ids])}::uuid[])`)
    .execute()

export type AddOnChange = { position: number; service_id: string; cost_minor: Minor; minutes: number }

/** Writes an add-on, a new one where it has no id yet; answers its id. */
export async function putAddOn(db: Db, providerId: string, id: string | null, row: AddOnChange): Promise<string> {
  if (id === null)
    return (
      await db
        .insertInto('add_on')
        .values({ provider_id: providerId, ...row })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  await db.updateTable('add_on').set(row).where('id', '=', id).where('provider_id', '=', providerId).execute()
  return id
}
