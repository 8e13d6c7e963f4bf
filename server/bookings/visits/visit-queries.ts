import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { RawBuilder } from 'kysely'
import type { Db } from '#db/database.ts'

/** A visit that is kept with a time, with its ends in milliseconds since the epoch. */
export type KeptVisit = {
  id: string
  kind: 'trial' | 'patch_test'
  services: string[]
  with_test: boolean
  hours: number
  months: number
  event_date: string
  from: number
  to: number
}

const visits = (db: Db) =>
  db
    .selectFrom('hold_visit as v')
    .select([
      ...(['v.id', 'v.kind', 'v.services', 'v.with_test', 'v.hours', 'v.months'] as const),
      sql<string>`v.event_date::text`.as('event_date'),
      sql<number>`(extract(epoch from v.starts_at) * 1000)::float8`.as('from'),
      sql<number>`(extract(epoch from v.ends_at) * 1000)::float8`.as('to'),
    ])
    // The trial first: a patch test may be a part of it.
    .orderBy('v.kind', 'desc')

/** The visits that are kept with a time. */
export const visitsOf = (db: Db, holdId: string): Promise<KeptVisit[]> =>
  visits(db).where('v.hold_id', '=', holdId).execute() as Promise<KeptVisit[]>

/** The same of the hold that a statement is about, as one of its columns. */
export const visitsOfHold = (db: Db) =>
  jsonArrayFrom(visits(db).where('v.hold_id', '=', sql.ref<string>('hold.id'))) as unknown as RawBuilder<KeptVisit[]>

export const insertVisit = (
  db: Db,
  holdId: string,
  { from, to, ...visit }: Omit<KeptVisit, 'id'>,
): Promise<{ id: string }> =>
  db
    .insertInto('hold_visit')
    .values({ hold_id: holdId, ...visit, starts_at: new Date(from), ends_at: new Date(to) })
    .returning('id')
    .executeTakeFirstOrThrow()

/** The trials, and the patch tests by themselves, that are booked before these bookings. */
export async function bookedVisits(
  db: Db,
  appointmentIds: readonly string[],
): Promise<{ kind: 'trial' | 'test'; id: string; appointment_id: string; starts_at: Date }[]> {
  const { rows } = await sql<{ kind: 'trial' | 'test'; id: string; appointment_id: string; starts_at: Date }>`
    select 'trial' as kind, id, appointment_id, starts_at from trial
      where appointment_id = any(${sql.val([...appointmentIds])}::uuid[]) and state = 'booked'
    union all select 'test', id, appointment_id, starts_at from patch_test
      where appointment_id = any(${sql.val([...appointmentIds])}::uuid[]) and state = 'booked' and trial_id is null`.execute(
    db,
  )
  return rows
}

/** Forgets the visits that are kept with a time; answers which they were. */
export const dropVisits = async (db: Db, holdId: string): Promise<string[]> =>
  (await db.deleteFrom('hold_visit').where('hold_id', '=', holdId).returning('id').execute()).map(({ id }) => id)
