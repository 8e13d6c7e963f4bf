import { type HoldEvent, holdLifecycle } from '#contract/bookings/lifecycle-hold.ts'
import { transition } from '#contract/lifecycle.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import { refuseWhen } from '#server/platform/refusal.ts'

export type HoldRow = Selectable<DB['hold']>

export const holdById = (db: Db, id: string) =>
  db.selectFrom('hold').selectAll().where('id', '=', id).executeTakeFirst()

/** A hold, kept from other changes until the transaction ends. */
export const lockHold = (db: Db, id: string) =>
  db.selectFrom('hold').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** What the same person keeps anywhere: a visitor by their searches, somebody signed in by their account. */
export const standingHolds = (db: Db, of: { accountId: string | null; visitorHash: Buffer | Uint8Array | null }) =>
  db
    .selectFrom('hold')
    .innerJoin('search', 'search.id', 'hold.search_id')
    .where('hold.state', '=', 'held')
    .where((eb) =>
      eb.or([
        ...(of.visitorHash ? [eb('search.visitor_hash', '=', Buffer.from(of.visitorHash))] : []),
        ...(of.accountId ? [eb('search.account_id', '=', of.accountId)] : []),
        eb.lit(false),
      ]),
    )
    .select(['hold.id', 'hold.search_id', 'hold.provider_id', 'hold.quote_id', 'hold.expires_at'])
    .orderBy('hold.id')
    .execute()

export type NewHold = {
  search_id: string
  quote_id: string
  provider_id: string
  account_id: string | null
  offer_id: string | null
  created_at: Date
  expires_at: Date
  freed: boolean
}
export const insertHold = (db: Db, row: NewHold) =>
  db
    .insertInto('hold')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(refuseWhen('hold_standing', 'state_changed'))

/** Ends holds that still stand; answers which did. */
export const endHolds = async (
  db: Db,
  ids: readonly string[],
  event: Exclude<HoldEvent, 'retake'>,
  now: Date,
): Promise<string[]> => {
  const { from, to } = transition(holdLifecycle, event)
  return ids.length === 0
    ? []
    : (
        await db
          .updateTable('hold')
          .set({ state: to, ended_at: now })
          .where('id', 'in', ids)
          .where('state', 'in', from)
          .returning('id')
          .execute()
      ).map(({ id }) => id)
}

/** Marks a hold that had ended as booked after all. */
export const bookLateHold = (db: Db, id: string) => {
  const { from, to } = transition(holdLifecycle, 'retake')
  return db.updateTable('hold').set({ state: to }).where('id', '=', id).where('state', 'in', from).execute()
}

export type HoldPapers = { requester: unknown; day: unknown; account_id: string | null; terms_accepted_at: Date }
/** Keeps who books and what the day is like with the hold. */
export const savePapers = (db: Db, id: string, { requester, day, ...rest }: HoldPapers) =>
  db
    .updateTable('hold')
    .set({ ...rest, requester: JSON.stringify(requester), day: JSON.stringify(day) })
    .where('id', '=', id)
    .execute()

export const holdsPast = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('hold')
    .selectAll()
    .where('state', '=', 'held')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute()

/** Holds of which half the time has gone and whose owner can be told. */
export const holdsHalfGone = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('hold')
    .selectAll()
    .where('state', '=', 'held')
    .where('half_told_at', 'is', null)
    .where(sql<boolean>`created_at + (expires_at - created_at) / 2 <= ${now.toISOString()}::timestamptz`)
    .where('expires_at', '>', now)
    .where('account_id', 'is not', null)
    .limit(limit)
    .execute()
export const markHalfTold = async (db: Db, id: string, now: Date): Promise<boolean> =>
  (
    await db
      .updateTable('hold')
      .set({ half_told_at: now })
      .where('id', '=', id)
      .where('half_told_at', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

/** What a hold has become. */
export const appointmentOfHold = async (db: Db, holdId: string): Promise<string | null> =>
  (await db.selectFrom('appointment').select('id').where('hold_id', '=', holdId).executeTakeFirst())?.id ?? null
