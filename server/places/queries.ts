import { sql } from 'kysely'
import type { Database, Db } from '#db/database.ts'

export type PlaceRow = {
  id: number
  country_code: string
  kind: string
  name: string
  slug: string
  locality: string | null
  region: string
  region_code: string
  population: number
  lat: number
  lng: number
  tz: string
}

/** A place that has a page: its part of the address, and a name that no other place has. */
export type AddressedPlace = PlaceRow & { address: string; label: string }

const columns = sql`id, country_code, kind, name, slug, locality, region, region_code, population, lat, lng, tz`

export type PlaceQuery = {
  text: string
  after: string
  countries: readonly string[]
  proximity: readonly [number, number] | null
  limit: number
}

// Whole name first, then its beginning, then likeness; larger places before smaller, nearer before farther.
const score = (q: PlaceQuery) => sql`
  (case when search = ${q.text} then 5 when search like ${`${q.text} %`} then 3 when search like ${`${q.text}%`} then 2.4 else 1.6 * similarity(search, ${q.text}) end)
  + 0.28 * ln(population + 10)
  + (case kind when 'neighborhood' then 0.9 when 'locality' then 0.5 when 'postcode' then 0.3 else 0.7 end)
  + (case when ${q.after} = '' then 0
          when lower(unaccent(concat_ws(' ', locality, region, region_code, country_code))) like ${`%${q.after}%`} then 3 else -2 end)
  - ${q.proximity ? sql`0.85 * ln(1 + sqrt(power((lat - ${q.proximity[1]}) * 111, 2) + power((lng - ${q.proximity[0]}) * 111 * cos(radians(${q.proximity[1]})), 2)) / 25)` : sql`0`}`

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Places whose name is, begins with or resembles the text, best first. */
export async function placesLike(db: Db, q: PlaceQuery): Promise<PlaceRow[]> {
  const inCountries = sql`country_code = any(${sql.val(q.countries)}::text[])`
  const begin =
    await sql<PlaceRow>`select ${columns} from place where search like ${`${escaped(q.text)}%`} and ${inCountries}
    order by ${score(q)} desc, id limit ${q.limit}`.execute(db)
  if (begin.rows.length >= q.limit || q.text.length < 4) return begin.rows
  const like = await sql<PlaceRow>`select ${columns} from place where search % ${q.text} and ${inCountries}
    order by ${score(q)} desc, id limit ${q.limit * 2}`.execute(db)
  const seen = new Set(begin.rows.map((row) => row.id))
  return [...begin.rows, ...like.rows.filter((row) => !seen.has(row.id))].slice(0, q.limit)
}

/** The nearest named places to a point, nearest first by degrees; the caller measures in metres. */
export const placesNear = async (db: Db, lat: number, lng: number, limit = 12): Promise<PlaceRow[]> =>
  (
    await sql<PlaceRow>`select ${columns} from place where kind <> 'postcode' order by point(lng, lat) <-> point(${lng}, ${lat}) limit ${limit}`.execute(
      db,
    )
  ).rows

/** The place of that address in a country. */
export const placeByAddress = async (
  database: Database,
  country: string,
  address: string,
): Promise<AddressedPlace | null> =>
  (
    await database.prepared<AddressedPlace>(
      'place_by_address',
      `select id, country_code, kind, name, slug, locality, region, region_code, population, lat, lng, tz, address, label
    from place where country_code = $1 and address = $2`,
      [country, address],
    )
  )[0] ?? null

/** Named places inside a rectangle, largest first: what a map of it writes. */
export const placesInside = async (
  db: Db,
  box: { west: number; south: number; east: number; north: number },
  limit: number,
): Promise<PlaceRow[]> =>
  (
    await sql<PlaceRow>`select ${columns} from place where kind <> 'postcode'
    and point(lng, lat) <@ box(point(${box.west}, ${box.south}), point(${box.east}, ${box.north})) order by population desc, id limit ${limit}`.execute(
      db,
    )
  ).rows
