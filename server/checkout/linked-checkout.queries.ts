import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '#db/database.ts'
import type { LinkedKind } from '#server/billing/index.ts'

export type ChosenTime = {
  id: string
  kind: LinkedKind
  services: string[]
  with_test: boolean
  hours: number
  months: number
  event_date: string
  from: number
  to: number
}

const choices = (db: Db) =>
  db
    .selectFrom('hold_linked_appointment as v')
    .select([
      ...(['v.id', 'v.kind', 'v.services', 'v.with_test', 'v.hours', 'v.months'] as const),
      sql<string>`v.event_date::text`.as('event_date'),
      sql<number>`(extract(epoch from v.starts_at) * 1000)::float8`.as('from'),
      sql<number>`(extract(epoch from v.ends_at) * 1000)::float8`.as('to'),
    ])
    // Sorts the trial first, because a patch test may be part of it.
    .orderBy('v.kind', 'desc')

export const listChosen = (db: Db, holdId: string): Promise<ChosenTime[]> =>
  choices(db).where('v.hold_id', '=', holdId).execute() as Promise<ChosenTime[]>

export const selectChosenVisits = (db: Db) =>
  jsonArrayFrom(choices(db).where('v.hold_id', '=', sql.ref<string>('hold.id'))) as unknown as RawBuilder<ChosenTime[]>

export const listChosenIds = async (db: Db, holdIds: readonly string[]): Promise<string[]> =>
  (await db.selectFrom('hold_linked_appointment').select('id').where('hold_id', 'in', holdIds).execute()).map(
    ({ id }) => id,
  )

export const insertChosen = (
  db: Db,
  holdId: string,
  { from, to, ...choice }: Omit<ChosenTime, 'id'>,
): Promise<{ id: string }> =>
  db
    .insertInto('hold_linked_appointment')
    .values({ hold_id: holdId, ...choice, starts_at: new Date(from), ends_at: new Date(to) })
    .returning('id')
    .executeTakeFirstOrThrow()

export const deleteChosen = async (db: Db, holdId: string): Promise<string[]> =>
  (await db.deleteFrom('hold_linked_appointment').where('hold_id', '=', holdId).returning('id').execute()).map(
    ({ id }) => id,
  )
