import { type RawBuilder, sql } from 'kysely'
import type { RoundedSpot } from './distance.ts'
import type { Database, Db } from '#db/database.ts'
import { escapeLike } from '#server/platform/pagination.ts'

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
  /** The county of a town, the quarter of a postcode. */
  area: string | null
  /** How far a district reaches from its middle. */
  metres: number | null
}

/** A place that has a page: its part of the address, and a name that no other place has. */
export type AddressedPlace = PlaceRow & { address: string; label: string }

const columns = sql`id, country_code, kind, name, slug, locality, region, region_code, population, lat, lng, tz, area, metres`

export type PlaceQuery = {
  text: string
  countries: readonly string[]
  /** The country of the visitor, whose places come before their namesakes elsewhere. */
  home: string | null
  proximity: readonly [number, number] | null
  limit: number
}

/** A place that was found, how well it fits, and whether the text is its name, one of its other names or their beginning. */
export type FoundRow = PlaceRow & { score: number; named: boolean; likeness: number }

// Whole name first, then its beginning, then a slip of the finger, then likeness; larger places before smaller, nearer before farther.
const score = (q: PlaceQuery, name: ReturnType<typeof sql>) => sql`(${name}
  + 0.28 * ln(population + 10)
  + (case kind when 'neighborhood' then 0.9 when 'locality' then 0.5 when 'postcode' then 0.3 when 'district' then 2.8 else 0.7 end)
  + (case when country_code = ${q.home ?? ''} then 2.2 else 0 end)
  - ${q.proximity ? sql`0.85 * ln(1 + sqrt(power((lat - ${q.proximity[1]}) * 111, 2) + power((lng - ${q.proximity[0]}) * 111 * cos(radians(${q.proximity[1]})), 2)) / 25)` : sql`0`})::float8`

/** Places of which the text is the name or its beginning, best first: 'newcastle' is 'newcastle upon tyne' too. */
export const listPlacesNamed = async (db: Db, q: PlaceQuery): Promise<FoundRow[]> => {
  const name = sql`(case when search = ${q.text} or also @> array[${q.text}] then 5
    when search ~ ${`^${q.text} (upon|on|under|by|in|le) `} then 4.8
    when search like ${`${q.text} %`} then 3 else 2.4 end)`
  return (
    await sql<FoundRow>`select ${columns}, ${score(q, name)} as score, true as named, 1::float8 as likeness from place
    where (search like ${`${escapeLike(q.text)}%`} or (also <> '{}' and also @> array[${q.text}])) and country_code = any(${sql.val(q.countries)}::text[])
    order by score desc, id limit ${q.limit}`.execute(db)
  ).rows
}

/** Places with one of these names in full, best first. */
export const listPlacesCalled = async (db: Db, names: readonly string[], q: PlaceQuery): Promise<FoundRow[]> =>
  names.length === 0
    ? []
    : (
        await sql<FoundRow>`select ${columns}, ${score(q, sql`3.6`)} as score, true as named, 1::float8 as likeness from place
    where (search = any(${sql.val(names)}::text[]) or (also <> '{}' and also && ${sql.val(names)}::text[]))
      and country_code = any(${sql.val(q.countries)}::text[])
    order by score desc, id limit ${q.limit}`.execute(db)
      ).rows

/** Places whose name resembles the text, best first. */
export const listPlacesLike = async (db: Db, q: PlaceQuery): Promise<FoundRow[]> =>
  (
    await sql<FoundRow>`select ${columns}, ${score(q, sql`1.6 * similarity(search, ${q.text})`)} as score, false as named,
      similarity(search, ${q.text})::float8 as likeness from place
    where search % ${q.text} and kind <> 'postcode' and country_code = any(${sql.val(q.countries)}::text[])
    order by score desc, id limit ${q.limit}`.execute(db)
  ).rows

/** The towns of a country in which most people live. */
export const listTownsBySize = async (db: Db, country: string, limit: number): Promise<PlaceRow[]> =>
  (
    await sql<PlaceRow>`select ${columns} from place where country_code = ${country} and kind = 'place' order by population desc, id limit ${limit}`.execute(
      db,
    )
  ).rows

/** The postcode of a country. */
export const findPostcode = async (db: Db, country: string, code: string): Promise<PlaceRow | null> =>
  (
    await sql<PlaceRow>`select ${columns} from place where search = ${code.toLowerCase()} and kind = 'postcode' and country_code = ${country}`.execute(
      db,
    )
  ).rows[0] ?? null

// A district lies over places, it is none of them.
const isPlace = sql`kind not in ('postcode', 'district')`

/** The nearest named places to a point, nearest first by degrees; the caller measures in metres. */
export const listPlacesNear = async (db: Db, lat: number, lng: number, limit = 12): Promise<PlaceRow[]> =>
  (
    await sql<PlaceRow>`select ${columns} from place where ${isPlace} order by point(lng, lat) <-> point(${lng}, ${lat}) limit ${limit}`.execute(
      db,
    )
  ).rows

/** The place of that address in a country. */
export const findPlaceByAddress = async (
  database: Database,
  country: string,
  address: string,
): Promise<AddressedPlace | null> =>
  (
    await database.prepared<AddressedPlace>(
      'place_by_address',
      `select id, country_code, kind, name, slug, locality, region, region_code, population, lat, lng, tz, area, metres, address, label
    from place where country_code = $1 and address = $2`,
      [country, address],
    )
  )[0] ?? null

/** Named places inside a rectangle, largest first: what a map of it writes. */
export const listPlacesInside = async (
  db: Db,
  box: { west: number; south: number; east: number; north: number },
  limit: number,
): Promise<PlaceRow[]> =>
  (
    await sql<PlaceRow>`select ${columns} from place where ${isPlace}
    and point(lng, lat) <@ box(point(${box.west}, ${box.south}), point(${box.east}, ${box.north})) order by population desc, id limit ${limit}`.execute(
      db,
    )
  ).rows

/** The side of a square of the grid, in degrees: how much farther a search by exact columns has to look. */
const SQUARE = 0.01

/** A condition that the rounded position of these columns lies within so many metres of a rounded place. The exact columns are only compared with a wider box, for the index. */
export function buildWithinCondition(
  near: RoundedSpot,
  metres: number,
  [lat, lng]: readonly [RawBuilder<number>, RawBuilder<number>],
): RawBuilder<boolean> {
  const north = metres / 111_195 + SQUARE
  const east = north / Math.max(0.05, Math.cos((near.lat * Math.PI) / 180)) + SQUARE
  return sql<boolean>`(${lat} between ${near.lat - north} and ${near.lat + north} and ${lng} between ${near.lng - east} and ${near.lng + east}
    and earth_distance(${buildRoundedPoint(lat, lng)}, ll_to_earth(${near.lat}, ${near.lng})) <= ${metres})`
}

/** The rounded position of two columns, as a point on the globe. */
export const buildRoundedPoint = (lat: RawBuilder<number>, lng: RawBuilder<number>): RawBuilder<unknown> =>
  sql`ll_to_earth(round(${lat}::numeric, 2)::float8, round(${lng}::numeric, 2)::float8)`
