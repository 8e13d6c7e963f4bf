import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

export type BusyKind = 'booked_out' | 'hold' | 'appointment' | 'feed'
/** Busy time with its ends in milliseconds since the epoch. */
export type BusyRow = { id: number; kind: BusyKind; event_date: string; whole_day: boolean; from: number; to: number }

/** A provider's busy time by event date, from one to another, in order. */
export const busyRows = async (db: Db, providerId: string, from: string, until: string): Promise<BusyRow[]> => {
  const rows = await db.selectFrom('busy').where('provider_id', '=', providerId).where('event_date', '>=', from).where('event_date', '<=', until)
    .select(['id', 'kind', 'event_date', 'whole_day', sql<number>`(extract(epoch from lower(during)) * 1000)::float8`.as('from'), sql<number>`(extract(epoch from upper(during)) * 1000)::float8`.as('to')])
    .orderBy('event_date').orderBy(sql`lower(during)`).orderBy('id').execute()
  return rows as BusyRow[]
}

/** Jobs and holds that touch this time, whatever day they belong to. */
export const jobsWithin = async (db: Db, providerId: string, from: number, to: number): Promise<{ from: number; to: number }[]> =>
  db.selectFrom('busy').where('provider_id', '=', providerId).where('kind', 'in', ['appointment', 'hold'])
    .where(sql<boolean>`during && ${rangeOf(from, to)}::tstzrange`)
    .select([sql<number>`(extract(epoch from lower(during)) * 1000)::float8`.as('from'), sql<number>`(extract(epoch from upper(during)) * 1000)::float8`.as('to')])
    .orderBy(sql`lower(during)`).execute()

export const insertBookedOut = (db: Db, row: { providerId: string; eventDate: string; from: number; to: number; whole: boolean }) =>
  db.insertInto('busy').values({ provider_id: row.providerId, kind: 'booked_out', during: rangeOf(row.from, row.to), event_date: row.eventDate, whole_day: row.whole })
    .returning('id').executeTakeFirstOrThrow()

/** Frees booked-out time; answers how many rows went. */
export const deleteBookedOut = async (db: Db, providerId: string, ids: readonly number[]): Promise<number> => {
  if (ids.length === 0) return 0
  const gone = await db.deleteFrom('busy').where('provider_id', '=', providerId).where('kind', '=', 'booked_out').where('id', 'in', ids).returning('id').execute()
  return gone.length
}

const rangeOf = (from: number, to: number): string => `[${new Date(from).toISOString()},${new Date(to).toISOString()})`
