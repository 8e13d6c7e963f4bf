import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { hasProfileId } from './providers.queries.ts'

export type ColleagueRow = {
  id: string
  slug: string
  name: string
  area: string
  media_id: number | null
  media_alt: string | null
  media_file: string | null
  named_at: Date | null
  names_at: Date | null
}

export const listColleaguesOf = async (db: Db, providerId: string): Promise<ColleagueRow[]> =>
  (
    await sql<ColleagueRow>`
      select p.id, p.slug, p.name, p.area, m.id as media_id, m.alt as media_alt, m.file as media_file, mine.named_at, theirs.named_at as names_at
      from (select * from colleague where provider_id = ${providerId}) mine
      full join (select * from colleague where other_id = ${providerId} and declined_at is null) theirs
        on theirs.provider_id = mine.other_id
      join provider p on p.id = coalesce(mine.other_id, theirs.provider_id) and p.state in ('approved', 'paused')
      left join media m on m.id = p.profile_media_id
      order by mine.position nulls last, theirs.named_at, p.id`.execute(db)
  ).rows

/** Locks both artists in a fixed order, to prevent deadlocks. */
export async function lockPair(db: Db, accountId: string, profileId: string) {
  const rows = await db
    .selectFrom('provider')
    .selectAll()
    .where((eb) => eb.or([eb('account_id', '=', accountId), hasProfileId(profileId)]))
    .orderBy('id')
    .forUpdate()
    .execute()
  const own = rows.find((row) => row.account_id === accountId)
  return { own, other: rows.find(({ id, slug }) => id === profileId || slug === profileId) }
}

export const findNaming = (db: Db, providerId: string, otherId: string) =>
  db
    .selectFrom('colleague')
    .select('declined_at')
    .where('provider_id', '=', providerId)
    .where('other_id', '=', otherId)
    .executeTakeFirst()

export async function insertColleague(db: Db, providerId: string, otherId: string, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into colleague (provider_id, other_id, position, named_at)
    select ${providerId}, ${otherId}, place, ${at} from generate_series(0, 11) place
    where not exists (select from colleague where provider_id = ${providerId} and position = place)
    order by place limit 1
    on conflict (provider_id, other_id) do nothing`.execute(db)
  return numAffectedRows === 1n
}

export const deleteColleague = (db: Db, providerId: string, otherId: string) =>
  db.deleteFrom('colleague').where('provider_id', '=', providerId).where('other_id', '=', otherId).execute()

export const setDeclined = (db: Db, { by, of, at }: { by: string; of: string; at: Date | null }) =>
  db
    .updateTable('colleague')
    .set({ declined_at: at })
    .where('provider_id', '=', of)
    .where('other_id', '=', by)
    .execute()
