import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** A provider's last requests that were answered or left to end: the minutes each answer took, null where none came. */
export const lastAnswers = async (db: Db, providerId: string, limit: number): Promise<{ minutes: number | null }[]> =>
  db
    .selectFrom('request')
    .where('provider_id', '=', providerId)
    .where((of) =>
      of.or([
        of('answered_at', 'is not', null),
        of.and([of('state', '=', 'expired'), of('confirmed_at', 'is not', null)]),
      ]),
    )
    .select(sql<number | null>`(extract(epoch from answered_at - confirmed_at) / 60)::float8`.as('minutes'))
    .orderBy('confirmed_at', 'desc')
    .limit(limit)
    .execute()

/** Of the live providers within about fifty kilometres whose speed is known, how many there are and how many take longer to answer. */
export const slowerNearby = (
  db: Db,
  { id, lat, lng, minutes }: { id: string; lat: number; lng: number; minutes: number },
): Promise<{ known: number; slower: number }> => {
  const [high, wide] = [50 / 111, 50 / (111 * Math.max(0.1, Math.cos((lat * Math.PI) / 180)))]
  return db
    .selectFrom('provider')
    .select([
      sql<number>`count(*)::int`.as('known'),
      sql<number>`(count(*) filter (where answer_minutes > ${minutes}))::int`.as('slower'),
    ])
    .where('id', '<>', id)
    .where('state', '=', 'approved')
    .where('answer_minutes', 'is not', null)
    .where('lat', '>=', lat - high)
    .where('lat', '<=', lat + high)
    .where('lng', '>=', lng - wide)
    .where('lng', '<=', lng + wide)
    .executeTakeFirstOrThrow()
}
