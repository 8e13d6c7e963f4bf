import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

export async function listKnownPairs(
  db: Db,
  nos: readonly number[],
): Promise<{ a: number; b: number; colleagues: boolean; days: number }[]> {
  if (nos.length < 2) return []
  const { rows } = await sql<{ a: number; b: number; colleagues: boolean; days: number }>`
    with pool as (select id, no from provider where no = any(${[...nos]}::int[])),
    named as (
      select a.no as a, b.no as b, true as colleagues, 0 as days from colleague c
      join pool a on a.id = c.provider_id join pool b on b.id = c.other_id
      join colleague back on back.provider_id = c.other_id and back.other_id = c.provider_id
      where c.declined_at is null and back.declined_at is null and a.no < b.no),
    done as (
      select a.no as a, b.no as b, false as colleagues, count(distinct one.event_date)::int as days
      from team_part x join team_part y on y.team_up_id = x.team_up_id
      join pool a on a.id = x.provider_id join pool b on b.id = y.provider_id and a.no < b.no
      join appointment one on one.search_id = x.search_id and one.provider_id = x.provider_id and one.state = 'completed'
      join appointment other on other.search_id = y.search_id and other.provider_id = y.provider_id and other.state = 'completed'
      group by 1, 2)
    select a, b, bool_or(colleagues) as colleagues, max(days)::int as days from (select * from named union all select * from done) both_ways group by 1, 2
    order by colleagues desc, days desc, a, b`.execute(db)
  return rows
}

type NewTeam = { searchId: string; spareMinutes: number; waitingMinutes: number; now: Date }
type NewPart = { searchId: string; providerId: string; people: readonly number[] }

export async function insertTeam(db: Db, team: NewTeam, parts: readonly NewPart[]): Promise<string> {
  const { id } = await db
    .insertInto('team_up')
    .values({
      search_id: team.searchId,
      spare_minutes: team.spareMinutes,
      waiting_minutes: team.waitingMinutes,
      made_at: team.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('team_part')
    .values(
      parts.map(({ searchId, providerId, people }, place) => ({
        team_up_id: id,
        place,
        search_id: searchId,
        provider_id: providerId,
        people: [...people],
      })),
    )
    .execute()
  return id
}

export const transferTeamPart = (db: Db, searchId: string, toSearchId: string) =>
  db.updateTable('team_part').set({ search_id: toSearchId }).where('search_id', '=', searchId).execute()

export const getBookedName = async (db: Db, searchId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('quote_act')
      .select('provider_id')
      .where('search_id', '=', searchId)
      .where('state', '=', 'booked')
      .executeTakeFirst()
  )?.provider_id ?? null

export type TeamRow = { id: string; search_id: string; spare_minutes: number; waiting_minutes: number }
export type PartRow = { place: number; search_id: string; provider_id: string; people: number[] }

export async function findTeam(db: Db, id: string): Promise<{ team: TeamRow; parts: PartRow[] } | null> {
  const team = await db.selectFrom('team_up').selectAll().where('id', '=', id).executeTakeFirst()
  if (!team) return null
  const parts = await db
    .selectFrom('team_part')
    .select(['place', 'search_id', 'provider_id', 'people'])
    .where('team_up_id', '=', id)
    .orderBy('place')
    .execute()
  return { team, parts }
}
