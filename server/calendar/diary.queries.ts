import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DiaryEntry } from './free-times.ts'

export const findHours = (db: Db, providerId: string) =>
  db
    .selectFrom('provider')
    .where('id', '=', providerId)
    .select([
      'opens_minute',
      'closes_minute',
      'hours',
      'buffer_minutes',
      'notice_hours',
      'horizon_days',
      'tz',
      'state',
      'online_balance',
    ])
    .executeTakeFirst()

export const listBusyTimes = async (
  db: Db,
  providerId: string,
  from: number,
  to: number,
  except: readonly string[],
): Promise<DiaryEntry[]> => {
  const rows = await db
    .selectFrom('busy')
    .where('provider_id', '=', providerId)
    .where(sql<boolean>`during && tstzrange(${new Date(from).toISOString()}, ${new Date(to).toISOString()})`)
    .where((eb) => (except.length ? eb.or([eb('ref', 'is', null), eb('ref', 'not in', except)]) : eb.lit(true)))
    .select([
      'lat',
      'lng',
      'buffer_minutes',
      sql<number>`(extract(epoch from lower(during)) * 1000)::float8`.as('from'),
      sql<number>`(extract(epoch from upper(during)) * 1000)::float8`.as('to'),
    ])
    .orderBy(sql`kind = 'feed'`)
    .execute()
  return rows.map((row) => ({
    from: row.from,
    to: row.to,
    workTo: row.to - row.buffer_minutes * 60_000,
    spot: row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng },
  }))
}
