import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

export type AreaRow = {
  id: number
  country_code: string
  name: string
  also: string[]
  lat: number
  lng: number
  metres: number
  made_at: Date
  closed_at: Date | null
  region: string | null
  address: string | null
}

const areas = (db: Db) =>
  db
    .selectFrom('made_area as a')
    .leftJoin('place as p', 'p.id', 'a.id')
    .select(['a.id', 'a.country_code', 'a.name', 'a.also', 'a.lat', 'a.lng', 'a.metres', 'a.made_at', 'a.closed_at'])
    .select(['p.region', 'p.address'])

export const listAreas = (db: Db): Promise<AreaRow[]> =>
  areas(db).orderBy(sql`a.closed_at is not null`).orderBy('a.name').orderBy('a.id').execute()

export const getArea = (db: Db, id: number): Promise<AreaRow> =>
  areas(db).where('a.id', '=', id).executeTakeFirstOrThrow()

/** Inserts an area. Returns null if an open one of its country has the name. */
export async function insertArea(
  db: Db,
  row: {
    country_code: string
    name: string
    search: string
    also: string[]
    lat: number
    lng: number
    metres: number
    made_at: Date
  },
): Promise<number | null> {
  const made = await db
    .insertInto('made_area')
    .values(row)
    .onConflict((oc) => oc.columns(['country_code', 'search']).where('closed_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id ?? null
}

export const lockArea = (db: Db, id: number) =>
  db.selectFrom('made_area').select(['id', 'name', 'closed_at']).where('id', '=', id).forUpdate().executeTakeFirst()

export const setClosed = (db: Db, id: number, at: Date) =>
  db.updateTable('made_area').set({ closed_at: at }).where('id', '=', id).execute()
