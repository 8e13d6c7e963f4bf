import type { RoundedSpot } from '#server/places/index.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Minutes of the last answered or expired requests and questions; null for no response. */
export const findLastAnswers = async (
  db: Db,
  providerId: string,
  limit: number,
): Promise<{ minutes: number | null }[]> => {
  const { rows } = await sql<{ minutes: number | null }>`
    select (extract(epoch from answered - asked) / 60)::float8 as minutes from (
      select confirmed_at as asked, answered_at as answered from request
        where provider_id = ${providerId} and (answered_at is not null or (state = 'expired' and confirmed_at is not null))
      union all
      select asked_at, replied_at from conversation
        where provider_id = ${providerId} and asked_at is not null and counted_at is not null
    ) them order by asked desc limit ${limit}`.execute(db)
  return rows
}

export const getSlowerNearby = (
  db: Db,
  { id, at, minutes }: { id: string; at: RoundedSpot; minutes: number },
): Promise<{ known: number; slower: number }> => {
  const [high, wide] = [50 / 111, 50 / (111 * Math.max(0.1, Math.cos((at.lat * Math.PI) / 180)))]
  return db
    .selectFrom('provider')
    .select([
      sql<number>`count(*)::int`.as('known'),
      sql<number>`(count(*) filter (where answer_minutes > ${minutes}))::int`.as('slower'),
    ])
    .where('id', '<>', id)
    .where('state', '=', 'approved')
    .where('answer_minutes', 'is not', null)
    .where(
      sql<boolean>`point(lng, lat) <@ box(point(${at.lng - wide - 0.01}, ${at.lat - high - 0.01}), point(${at.lng + wide + 0.01}, ${at.lat + high + 0.01}))`,
    )
    .where(sql<boolean>`round(lat::numeric, 2)::float8 between ${at.lat - high} and ${at.lat + high}`)
    .where(sql<boolean>`round(lng::numeric, 2)::float8 between ${at.lng - wide} and ${at.lng + wide}`)
    .executeTakeFirstOrThrow()
}
