import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

export type OutsideRow = Selectable<DB['outside_review']>

/** Counts an artist's invitations since a time and in total, and the recent ones to an address by all artists. */
export const countInvitations = async (
  db: Db,
  { providerId, addressHash, day, month }: { providerId: string; addressHash: Buffer; day: Date; month: Date },
): Promise<{ today: number; all: number; ofAddress: number }> => {
  const { rows } = await sql<{ today: number; all: number; ofAddress: number }>`
    select (count(*) filter (where invited_at > ${day}))::int as today, count(*)::int as "all",
      (select count(*)::int from outside_review a where a.address_hash = ${addressHash} and a.invited_at > ${month}) as "ofAddress"
    from outside_review where provider_id = ${providerId} and source is null`.execute(db)
  return rows[0] ?? { today: 0, all: 0, ofAddress: 0 }
}

/** Returns undefined if the artist has invited this address before. */
export const insertInvitation = (
  db: Db,
  row: Pick<OutsideRow, 'provider_id' | 'address_hash' | 'name' | 'work' | 'invited_at'>,
): Promise<OutsideRow | undefined> =>
  db
    .insertInto('outside_review')
    .values(row)
    .onConflict((oc) => oc.columns(['provider_id', 'address_hash']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const listInvitations = (db: Db, providerId: string): Promise<OutsideRow[]> =>
  db
    .selectFrom('outside_review')
    .selectAll()
    .where('provider_id', '=', providerId)
    .where('source', 'is', null)
    .orderBy('invited_at', 'desc')
    .orderBy('id')
    .execute()

export const listShownOutsideReviews = (db: Db, providerId: string, limit: number): Promise<OutsideRow[]> =>
  db
    .selectFrom('outside_review')
    .selectAll()
    .where('provider_id', '=', providerId)
    .where('written_at', 'is not', null)
    .where('hidden_at', 'is', null)
    .orderBy('written_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()

export const findInvitationById = (db: Db, id: string) =>
  db
    .selectFrom('outside_review as o')
    .innerJoin('provider as p', 'p.id', 'o.provider_id')
    .leftJoin('media as m', 'm.id', 'p.profile_media_id')
    .selectAll('o')
    .select(['p.name as artist', 'p.slug', 'p.state', 'p.country_code', 'p.account_id as artist_account'])
    .select(['m.id as media_id', 'm.alt as media_alt', 'm.file as media_file'])
    .where('o.id', '=', id)
    .executeTakeFirst()

export const lockOutside = (db: Db, id: string): Promise<OutsideRow | undefined> =>
  db.selectFrom('outside_review').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Returns false if the invitation has a review. */
export const saveOutsideReview = async (
  db: Db,
  id: string,
  words: { name: string; work: string; comments: string; written_at: Date },
): Promise<boolean> =>
  (await db.updateTable('outside_review').set(words).where('id', '=', id).where('written_at', 'is', null).execute())[0]
    ?.numUpdatedRows === 1n

export const hideOutside = (db: Db, id: string, at: Date, reason: string) =>
  db.updateTable('outside_review').set({ hidden_at: at, hidden_reason: reason }).where('id', '=', id).execute()
