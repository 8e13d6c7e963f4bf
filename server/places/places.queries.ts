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
  area: string | null
  metres: number | null
}

export type AddressedPlace = PlaceRow & { address: string; label: string }

const columns = sql`id, country_code, kind, name, slug, locality, region, region_code, population, lat, lng, tz, area, metres`

export type PlaceQuery = {
  text: string
  countries: readonly string[]
  /** The visitor's country, whose places rank before namesakes. */
  home: string | null
  proximity: readonly [number, number] | null
  limit: number
}

export type FoundRow = PlaceRow & { score: number; named: boolean; likeness: number }

// Exact name, prefix, typo, similarity; larger and nearer places first. Quarters are those of large cities, so people of
// the country mean them before a village of the same name.
const score = (q: PlaceQuery, name: ReturnType<typeof sql>) => sql`(${name}
  + 0.28 * ln(population + 10)
  + (case kind when 'neighborhood' then case when country_code = ${q.home ?? ''} then 2.8 else 0.9 end when 'locality' then 0.5 when 'postcode' then 0.3 when 'district' then 2.8 else 0.7 end)
  + (case when country_code = ${q.home ?? ''} then 2.2 else 0 end)
  - ${q.proximity ? sql`1.2 * ln(1 + sqrt(power((lat - ${q.proximity[1]}) * 111, 2) + power((lng - ${q.proximity[0]}) * 111 * cos(radians(${q.proximity[1]})), 2)) / 25)` : sql`0`})::float8`

/** Places that are weighed by the artists who reach them, which takes a query each. */
const weighed = 40

/** Adds the artists who reach a place to its score, and sorts by it. */
const sortByArtists = (places: ReturnType<typeof sql>, limit: number) => sql<FoundRow>`
  select ${columns}, named, likeness, score + 0.3 * ln(1 + coalesce((select max(artists) from place_page where place_id = found.id), 0)) as score
  from (${places} order by score desc, id limit ${Math.max(limit, weighed)}) found
  order by score desc, id limit ${limit}`

/** Best first: 'newcastle' matches 'newcastle upon tyne'. */
export const listPlacesNamed = async (db: Db, q: PlaceQuery): Promise<FoundRow[]> => {
  const name = sql`(case when search = ${q.text} or also @> array[${q.text}] then 5
    when search ~ ${`^${q.text} (upon|on|under|by|in|le) `} then 4.8
    when search like ${`${q.text} %`} then 3 else 2.4 end)`
  return (
    await sortByArtists(
      sql`select ${columns}, ${score(q, name)} as score, true as named, 1::float8 as likeness from place
    where (search like ${`${escapeLike(q.text)}%`} or (also <> '{}' and also @> array[${q.text}])) and country_code = any(${sql.val(q.countries)}::text[])`,
      q.limit,
    ).execute(db)
  ).rows
}

/** Returns places with one of these names, best first. */
export const listPlacesCalled = async (db: Db, names: readonly string[], q: PlaceQuery): Promise<FoundRow[]> =>
  names.length === 0
    ? []
    : (
        await sortByArtists(
          sql`select ${columns}, ${score(q, sql`3.6`)} as score, true as named, 1::float8 as likeness from place
    where (search = any(${sql.val(names)}::text[]) or (also <> '{}' and also && ${sql.val(names)}::text[]))
      and country_code = any(${sql.val(q.countries)}::text[])`,
          q.limit,
        ).execute(db)
      ).rows

export const listPlacesLike = async (db: Db, q: PlaceQuery): Promise<FoundRow[]> =>
  (
    await sql<FoundRow>`select ${columns}, ${score(q, sql`1.6 * similarity(search, ${q.text})`)} as score, false as named,
      similarity(search, ${q.text})::float8 as likeness from place
    where search % ${q.text} and kind <> 'postcode' and country_code = any(${sql.val(q.countries)}::text[])
    order by score desc, id limit ${q.limit}`.execute(db)
  ).rows

export const listTownsBySize = async (db: Db, country: string, limit: number): Promise<PlaceRow[]> =>
  (
    await sql<PlaceRow>`select ${columns} from place where country_code = ${country} and kind = 'place' order by population desc, id limit ${limit}`.execute(
      db,
    )
  ).rows

export const findPostcode = async (db: Db, country: string, code: string): Promise<PlaceRow | null> =>
  (
    await sql<PlaceRow>`select ${columns} from place where search = ${code.toLowerCase()} and kind = 'postcode' and country_code = ${country}`.execute(
      db,
    )
  ).rows[0] ?? null

// Postcodes and districts are not places.
const isPlace = sql`kind not in ('postcode', 'district')`

/** Nearest by degrees; the caller measures metres. */
export const listPlacesNear = async (db: Db, lat: number, lng: number, limit = 12): Promise<PlaceRow[]> =>
  (
    await sql<PlaceRow>`select ${columns} from place where ${isPlace} order by point(lng, lat) <-> point(${lng}, ${lat}) limit ${limit}`.execute(
      db,
    )
  ).rows

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

/** Grid square in degrees: margin of queries on exact columns. */
const SQUARE = 0.01

/**
 * Checks that the rounded position is within metres of a rounded place. Exact columns are compared with a wider box
 * only, for the index.
 */
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

export const buildRoundedPoint = (lat: RawBuilder<number>, lng: RawBuilder<number>): RawBuilder<unknown> =>
  sql`ll_to_earth(round(${lat}::numeric, 2)::float8, round(${lng}::numeric, 2)::float8)`
