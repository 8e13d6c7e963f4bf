import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { RequestRow } from './requests.queries.ts'

type OfTeam = Pick<RequestRow, 'search_id' | 'provider_id'>

export const openBeside = async (db: Db, { search_id, provider_id }: OfTeam): Promise<RequestRow[]> =>
  (await db
    .selectFrom('team_part as own')
    .innerJoin('team_part as beside', 'beside.team_up_id', 'own.team_up_id')
    .innerJoin('request', (join) =>
      join
        .onRef('request.search_id', '=', 'beside.search_id')
        .onRef('request.provider_id', '=', 'beside.provider_id')
        .on('request.open', '=', true),
    )
    .where('own.search_id', '=', search_id)
    .where('own.provider_id', '=', provider_id)
    .whereRef('beside.search_id', '<>', 'own.search_id')
    .selectAll('request')
    .orderBy('request.id')
    .forUpdate('request')
    .execute()) as RequestRow[]

export async function findTeamOfRequest(db: Db, { search_id, provider_id }: OfTeam): Promise<string | null> {
  const row = await db
    .selectFrom('team_part')
    .select('team_up_id')
    .where('search_id', '=', search_id)
    .where('provider_id', '=', provider_id)
    .executeTakeFirst()
  return row?.team_up_id ?? null
}

export async function listOtherTeamParts(
  db: Db,
  searchId: string,
  among: readonly string[],
): Promise<ReadonlySet<string>> {
  if (among.length === 0) return new Set()
  const { rows } = await sql<{ search_id: string }>`
    with recursive chain as (
      select id, previous_search, 0 as back from search where id = ${searchId}
      union all select s.id, s.previous_search, c.back + 1 from search s join chain c on s.id = c.previous_search where c.back < 50)
    select search_id from team_part where search_id = any(${sql.val([...among])}::text[]) and search_id not in (select id from chain)`.execute(
    db,
  )
  return new Set(rows.map(({ search_id }) => search_id))
}

export const listLatestTeamRequests = async (db: Db, teamId: string): Promise<RequestRow[]> =>
  (await db
    .selectFrom('team_part')
    .innerJoin('request', (join) =>
      join
        .onRef('request.search_id', '=', 'team_part.search_id')
        .onRef('request.provider_id', '=', 'team_part.provider_id'),
    )
    .where('team_part.team_up_id', '=', teamId)
    .distinctOn('request.search_id')
    .selectAll('request')
    .orderBy('request.search_id')
    .orderBy('request.version', 'desc')
    .execute()) as RequestRow[]
