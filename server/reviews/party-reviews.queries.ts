import { type Insertable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import type { ReviewRow } from './reviews.queries.ts'

type OfGuest = { party: string; guestId: string }

/**
 * Locks the party until the transaction ends, as its counter does. Call before locking a review, for a fixed lock
 * order.
 */
export const lockParty = (db: Db, party: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('party ' || ${party}, 0))`.execute(db)

export const findGuestReview = (db: Db, { party, guestId }: OfGuest): Promise<ReviewRow | undefined> =>
  db.selectFrom('review').selectAll().where('party', '=', party).where('guest_id', '=', guestId).executeTakeFirst()

/** Returns undefined if the person has a review. */
export const insertGuestReview = (db: Db, row: Insertable<DB['review']>): Promise<ReviewRow | undefined> =>
  db
    .insertInto('review')
    .values(row)
    .onConflict((oc) => oc.columns(['party', 'guest_id']).where('guest_id', 'is not', null).doNothing())
    .returningAll()
    .executeTakeFirst()

export const updateGuestReview = (
  db: Db,
  id: number,
  change: {
    author: string
    guest_role: string
    score: number
    comments: string
    chips: string[]
    hair_tags: string[]
    edited_at: Date
  },
) => db.updateTable('review').set(change).where('id', '=', id).execute()

export const countShownPartyReviews = async (db: Db, party: string): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('review')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('party', '=', party)
        .where('hidden_at', 'is', null)
        .executeTakeFirstOrThrow()
    ).n,
  )
