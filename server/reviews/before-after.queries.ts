import { type Insertable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

const pairs = (db: Db) =>
  db
    .selectFrom('before_after as b')
    .innerJoin('upload as x', 'x.id', 'b.before_upload')
    .innerJoin('upload as y', 'y.id', 'b.after_upload')
    .leftJoin('before_after_consent as w', 'w.id', 'b.yes_id')
    .selectAll('b')
    .select(['x.folder as before_folder', 'x.thumbhash as before_hash'])
    .select(['y.folder as after_folder', 'y.thumbhash as after_hash'])
    .select(['w.said', 'w.version', 'w.words', 'w.at as said_at'])

export type PairRow = Awaited<ReturnType<ReturnType<typeof pairs>['executeTakeFirstOrThrow']>>
type Whose = { appointmentId: string; guestId: string | null }

export const listPairs = (db: Db, appointmentId: string): Promise<PairRow[]> =>
  pairs(db).where('b.appointment_id', '=', appointmentId).orderBy('b.added_at').execute()

export const findPair = (db: Db, { appointmentId, guestId }: Whose): Promise<PairRow | undefined> =>
  pairs(db)
    .where('b.appointment_id', '=', appointmentId)
    .where(sql<boolean>`b.guest_id is not distinct from ${guestId}::uuid`)
    .executeTakeFirst()

export const lockPairRow = (db: Db, { appointmentId, guestId }: Whose) =>
  db
    .selectFrom('before_after')
    .selectAll()
    .where('appointment_id', '=', appointmentId)
    .where(sql<boolean>`guest_id is not distinct from ${guestId}::uuid`)
    .forUpdate()
    .executeTakeFirst()

/** Returns undefined if the person has a pair. */
export const insertPair = (db: Db, row: Insertable<DB['before_after']>) =>
  db
    .insertInto('before_after')
    .values(row)
    .onConflict((oc) => oc.constraint('before_after_once').doNothing())
    .returning('id')
    .executeTakeFirst()

export const publishPair = (
  db: Db,
  id: string,
  by: { yes_id: number | null; before_media: number | null; after_media: number | null },
) => db.updateTable('before_after').set(by).where('id', '=', id).execute()

export const deletePair = async (db: Db, id: string): Promise<string[]> => {
  const gone = await db
    .deleteFrom('before_after')
    .where('id', '=', id)
    .returning(['before_upload', 'after_upload'])
    .executeTakeFirst()
  return gone ? [gone.before_upload, gone.after_upload] : []
}

export const insertWord = (db: Db, row: Insertable<DB['before_after_consent']>) =>
  db.insertInto('before_after_consent').values(row).returning('id').executeTakeFirstOrThrow()

export const listPairConsents = (db: Db, { appointmentId, guestId }: Whose) =>
  db
    .selectFrom('before_after_consent')
    .select(['said', 'at'])
    .where('appointment_id', '=', appointmentId)
    .where(sql<boolean>`guest_id is not distinct from ${guestId}::uuid`)
    .orderBy('id')
    .execute()
