import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Requests whose time is up. */
export const dueRequests = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('request')
    .select('id')
    .where('state', 'in', ['unconfirmed', 'requested'])
    .where('ends_at', '<=', now)
    .orderBy('ends_at')
    .limit(limit)
    .execute()

/** Requests whose offer's time is up. */
export const dueOffers = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('offer')
    .select('request_id as id')
    .where('state', '=', 'offered')
    .where('ends_at', '<=', now)
    .orderBy('ends_at')
    .limit(limit)
    .execute()

/** Requests whose offer is for a time that has been booked by somebody else. */
export const takenOffers = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('offer')
    .innerJoin('request', 'request.id', 'offer.request_id')
    .where('offer.state', '=', 'offered')
    .where('offer.ends_at', '>', now)
    .where('offer.during', 'is not', null)
    .where((of) =>
      of.exists(
        of
          .selectFrom('busy')
          .select('busy.id')
          .whereRef('busy.provider_id', '=', 'request.provider_id')
          .where('busy.kind', '=', 'appointment')
          .where(sql<boolean>`busy.during && offer.during`),
      ),
    )
    .select('request.id')
    .limit(limit)
    .execute()

const half = (from: string, until: string) => sql<Date>`${sql.ref(from)} + (${sql.ref(until)} - ${sql.ref(from)}) / 2`

export const halfDueRequests = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('request')
    .select('id')
    .where('state', '=', 'requested')
    .where('half_told_at', 'is', null)
    .where('ends_at', '>', now)
    .where(half('confirmed_at', 'ends_at'), '<=', now)
    .limit(limit)
    .execute()

export const halfDueOffers = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('offer')
    .select(['id', 'request_id', 'quote_id', 'version', 'ends_at'])
    .where('state', '=', 'offered')
    .where('half_told_at', 'is', null)
    .where('ends_at', '>', now)
    .where(half('created_at', 'ends_at'), '<=', now)
    .limit(limit)
    .execute()

/** Marks that the half time of an offer has been told; answers whether this was the one to do it. */
export const markOfferHalf = async (db: Db, id: string, now: Date): Promise<boolean> =>
  (
    await db
      .updateTable('offer')
      .set({ half_told_at: now })
      .where('id', '=', id)
      .where('state', '=', 'offered')
      .where('half_told_at', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n
