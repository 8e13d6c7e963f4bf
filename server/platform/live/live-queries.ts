import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

export type LiveRow = { id: number; audience: string[]; kind: string; ref: string }

const columns = ['id', 'audience', 'kind', 'ref'] as const
const rows = (found: { id: unknown; audience: string[]; kind: string; ref: string }[]): LiveRow[] =>
  found.map((row) => ({ ...row, id: Number(row.id) }))

export async function getLiveEventSpan(db: Db): Promise<{ first: number; last: number }> {
  const row = await db
    .selectFrom('live_event')
    .select([sql<number>`coalesce(min(id), 0)`.as('first'), sql<number>`coalesce(max(id), 0)`.as('last')])
    .executeTakeFirstOrThrow()
  return { first: Number(row.first), last: Number(row.last) }
}

export const listLiveEventsSince = async (
  db: Db,
  audience: readonly string[],
  after: number,
  limit: number,
): Promise<LiveRow[]> =>
  rows(
    (await db
      .selectFrom('live_event')
      .select(columns)
      .where('id', '>', after)
      .where(sql<boolean>`audience && ${[...audience]}::text[]`)
      .orderBy('id')
      .limit(limit)
      .execute()) as never,
  )

export const listEventsSince = async (db: Db, after: number, limit: number): Promise<LiveRow[]> =>
  rows(
    (await db
      .selectFrom('live_event')
      .select(columns)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()) as never,
  )

export const numberLiveEvents = async (db: Db, most: number): Promise<number> => {
  const { rows } = await sql<{ numbered: number }>`select number_live_events(${most}) as numbered`.execute(db)
  return Number(rows[0]?.numbered ?? 0)
}
