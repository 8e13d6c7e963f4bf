import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

type WaitRow = { id: number; email: string; place_name: string; country_code: string; lat: number; lng: number }
type Spot = Pick<WaitRow, 'country_code' | 'lat' | 'lng'>

export const insertWait = (db: Db, wait: Omit<WaitRow, 'id'>, now: Date) =>
  db
    .insertInto('place_wait')
    .values({ ...wait, created_at: now, looked_at: now })
    .onConflict((oc) => oc.columns(['email', 'country_code', 'place_name']).doNothing())
    .execute()

export const listDueWaits = (db: Db, limit: number): Promise<WaitRow[]> =>
  db
    .selectFrom('place_wait')
    .select(['id', 'email', 'place_name', 'country_code', 'lat', 'lng'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('mail_confirmation')
          .select('topic')
          .whereRef('mail_confirmation.email', '=', 'place_wait.email')
          .where('topic', '=', 'place')
          .where('confirmed_at', 'is not', null),
      ),
    )
    .orderBy('looked_at')
    .orderBy('id')
    .limit(limit)
    .execute()

export const waitLookedAt = (db: Db, ids: readonly number[], now: Date) =>
  ids.length === 0 ? null : db.updateTable('place_wait').set({ looked_at: now }).where('id', 'in', ids).execute()

export const endWait = async (db: Db, id: number): Promise<boolean> =>
  (await db.deleteFrom('place_wait').where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n

/** Counts published artists who reach a point or have a studio within 16 km. */
export const countArtistsReaching = async (db: Db, { country_code, lat, lng }: Spot): Promise<number> => {
  const north = 50_000 / 111_195
  const east = north / Math.max(0.1, Math.cos((lat * Math.PI) / 180))
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select p.mobile, p.studio, p.travel_radius_m, 2 * 6371008.8 * asin(least(1, sqrt(power(sin(radians(p.lat - ${lat}) / 2), 2)
        + cos(radians(${lat})) * cos(radians(p.lat)) * power(sin(radians(p.lng - ${lng}) / 2), 2)))) as metres
      from provider p
      where p.state = 'approved' and p.country_code = ${country_code}
        and point(p.lng, p.lat) <@ box(point(${lng - east}::float8, ${lat - north}::float8), point(${lng + east}::float8, ${lat + north}::float8))) near
    where (mobile and metres <= travel_radius_m) or (studio and metres <= 16000)`.execute(db)
  return rows[0]?.n ?? 0
}
