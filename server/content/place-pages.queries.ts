import type { Minor } from '#contract/money.ts'
import type { Database, Db } from '#db/database.ts'
import type { AddressedPlace } from '#server/places/index.ts'
import { sql } from 'kysely'
import { placeNamed } from './page-index.queries.ts'

type PageRow = { artists: number; home: number; is_indexed: boolean; first_on: string; changed_on: string }

export const findPageRow = async (database: Database, placeId: number, categoryId: number): Promise<PageRow | null> =>
  (
    await database.prepared<PageRow>(
      'page_row',
      `select artists, home, is_indexed, to_char(first_on, 'YYYY-MM-DD') as first_on, to_char(changed_at at time zone 'UTC', 'YYYY-MM-DD') as changed_on
    from place_page where place_id = $1 and category_id = $2`,
      [placeId, categoryId],
    )
  )[0] ?? null

export type NearbyRow = {
  label: string
  name: string
  address: string
  artists: number
  from_minor: Minor
  metres: number
}

const metresTo = `2 * 6371008.8 * asin(least(1, sqrt(power(sin(radians(p.lat - $2) / 2), 2) + cos(radians($2)) * cos(radians(p.lat)) * power(sin(radians(p.lng - $3) / 2), 2))))`

/** Near places first, and of two at one distance the one where more artists are based. */
export const listPlacesNearby = (
  database: Database,
  at: { placeId: number; country: string; lat: number; lng: number; categoryId: number },
  limit: number,
): Promise<NearbyRow[]> => {
  const north = 0.36
  const east = north / Math.max(0.1, Math.cos((at.lat * Math.PI) / 180))
  return database.prepared<NearbyRow>(
    'places_nearby',
    `
    select label, name, address, artists, from_minor, metres from (
      select p.label, p.name, p.address, pp.artists, pp.from_minor, pp.home, p.id, ${metresTo} as metres
      from place p join place_page pp on pp.place_id = p.id and pp.category_id = $5
      where p.kind <> 'postcode' and p.country_code = $4 and p.id <> $1
        and point(p.lng, p.lat) <@ box(point($3::float8 - $6::float8, $2::float8 - $7::float8), point($3::float8 + $6::float8, $2::float8 + $7::float8))) near
    order by ln(home + 2) / power(1 + metres / 8000, 2) desc, id limit $8`,
    [at.placeId, at.lat, at.lng, at.country, at.categoryId, east, north, limit],
  )
}

export const findNearestWithArtists = async (
  database: Database,
  at: { lat: number; lng: number; country: string; categoryId: number },
): Promise<NearbyRow | null> =>
  (
    await database.prepared<NearbyRow>(
      'nearest_with_artists',
      `
    select label, name, address, artists, from_minor, ${metresTo} as metres
    from place_page pp join place p on p.id = pp.place_id
    where pp.category_id = $1 and pp.home > 0 and p.country_code = $4 and p.kind = 'place'
    order by metres limit 1`,
      [at.categoryId, at.lat, at.lng, at.country],
    )
  )[0] ?? null

/** The town whose page stands for an airport's or a hospital's. */
export const findNearestTown = async (
  database: Database,
  { country_code, lat, lng }: { country_code: string; lat: number; lng: number },
): Promise<AddressedPlace | null> =>
  (
    await database.prepared<AddressedPlace>(
      'nearest_town',
      `select id, country_code, kind, name, slug, locality, region, region_code, population, lat, lng, tz, area, metres, address, label
      from place where country_code = $1 and kind = 'place' and population >= 1000 order by point(lng, lat) <-> point($3, $2) limit 1`,
      [country_code, lat, lng],
    )
  )[0] ?? null

type Town = { name: string; label: string; address: string }

export const findTownAround = async (
  database: Database,
  { country_code, locality, lat, lng }: { country_code: string; locality: string | null; lat: number; lng: number },
): Promise<Town | null> =>
  (
    await database.prepared<Town>(
      'town_around',
      `select name, label, address from place where country_code = $1 and kind = 'place' and slug in (slug_of($2), slug_of($2) || '-city')
    and abs(lat - $3) < 0.6 and abs(lng - $4) < 0.9 order by population desc limit 1`,
      [country_code, locality, lat, lng],
    )
  )[0] ?? null

type AreaFigures = {
  reviews: number
  score_sum: number
  quotes: number
  least_minor: Minor | null
  most_minor: Minor | null
  changed_on: string | null
}

export const getAreaFigures = async (
  database: Database,
  country: string,
  categoryId: number,
  reviewCells: readonly number[],
  tradeCells: readonly number[],
): Promise<AreaFigures> =>
  (
    await database.prepared<AreaFigures>(
      'area_figures',
      `
    select coalesce(r.reviews, 0)::int as reviews, coalesce(round(r.score_sum::numeric, 2), 0)::float8 as score_sum, coalesce(t.quotes, 0)::int as quotes, t.least_minor, t.most_minor, to_char(r.changed_at at time zone 'UTC', 'YYYY-MM-DD') as changed_on from
      (select sum(reviews) as reviews, sum(score_sum) as score_sum, max(changed_at) as changed_at from review_cell where cell = any($1::int[]) and category_id = $3) r,
      (select sum(quotes) as quotes, min(least_minor) as least_minor, max(most_minor) as most_minor from trade_cell where cell = any($2::int[]) and country_code = $4 and category_id = $3) t`,
      [reviewCells, tradeCells, categoryId, country],
    )
  )[0] as AreaFigures

export const listLeadTimes = (
  database: Database,
  country: string,
  categoryId: number,
  cells: readonly number[],
): Promise<{ weeks: number; bookings: number }[]> =>
  database.prepared(
    'lead_of',
    `select weeks, sum(bookings)::int as bookings from lead_cell where cell = any($1::int[]) and country_code = $2 and category_id = $3 group by weeks order by weeks`,
    [cells, country, categoryId],
  )

export type AreaReview = {
  id: number
  no: number
  author: string
  score: number
  event: string
  comments: string
  place: string
}

export const listReviewsOfArea = (
  database: Database,
  cells: readonly number[],
  categoryId: number,
  limit: number,
): Promise<AreaReview[]> =>
  database.prepared(
    'reviews_of_area',
    `
    select r.id, p.no, r.author, r.score, r.event, r.comments, 
      -- The area that a booking was in, never the address.
      case when a.id is null then p.area else (select name from place where kind not in ('postcode', 'district') order by point(lng, lat) <-> point(a.lng, a.lat) limit 1) end as place
    from unnest($1::int[]) with ordinality as wanted(cell, at)
    cross join lateral (
      select * from review where cell = wanted.cell and hidden_at is null and counted and score >= 4 and event <> '' and length(comments) between 60 and 220 and category_id = $2
      order by created_at desc, id desc limit $3) r
    join provider p on p.id = r.provider_id and p.state = 'approved'
    left join appointment a on a.id = r.appointment_id
    order by wanted.at, r.created_at desc, r.id desc limit $3`,
    [cells, categoryId, limit],
  )

/** Quotable reviews of these artists, the first artist first, optionally of some occasions only. */
export const listReviewsOfArtists = (
  database: Database,
  nos: readonly number[],
  categoryId: number,
  events: readonly string[] | null,
  limit: number,
): Promise<AreaReview[]> =>
  database.prepared(
    'reviews_of_artists',
    `
    select r.id, p.no, r.author, r.score, r.event, r.comments,
      case when a.id is null then p.area else (select name from place where kind not in ('postcode', 'district') order by point(lng, lat) <-> point(a.lng, a.lat) limit 1) end as place
    from unnest($1::int[]) with ordinality as wanted(no, at)
    join provider p on p.no = wanted.no and p.state = 'approved'
    cross join lateral (
      select * from review where provider_id = p.id and hidden_at is null and counted and score >= 4 and event <> '' and length(comments) between 60 and 220 and category_id = $2
        and ($3::text[] is null or event = any($3::text[]))
      order by created_at desc, id desc limit $4) r
    left join appointment a on a.id = r.appointment_id
    order by wanted.at, r.created_at desc, r.id desc`,
    [nos, categoryId, events, limit],
  )

export type ArtistBase = { no: number; bio: string; area: string; city: string }

export const listArtistBases = async (
  database: Database,
  nos: readonly number[],
): Promise<ReadonlyMap<number, ArtistBase>> =>
  new Map(
    (
      await database.prepared<ArtistBase>(
        'artist_bases',
        'select no, bio, area, city from provider where no = any($1::int[])',
        [nos],
      )
    ).map((base) => [base.no, base]),
  )

type HomeCity = {
  country_code: string
  name: string
  label: string
  address: string
  artists: number
  from_minor: Minor
}

export const listHomeCities = (
  database: Database,
  categoryId: number,
  ofCountry: number,
  all: number,
  first: string | null,
): Promise<HomeCity[]> =>
  database.prepared(
    'home_cities',
    `
    select country_code, name, label, address, artists, from_minor from (
      select p.country_code, p.name, p.label, p.address, pp.home, pp.artists, pp.from_minor, row_number() over (partition by p.country_code order by pp.home desc, p.population desc, p.id) as turn
      from place_page pp join place p on p.id = pp.place_id where pp.category_id = $1 and pp.home > 0 and p.kind = 'place') ranked
    where turn <= $2 order by (country_code = $4) desc nulls last, home desc, country_code, label limit $3`,
    [categoryId, ofCountry, all, first],
  )

export type DueCell = { cell: number; mark: number }

export const listDueCells = async (db: Db, limit: number): Promise<DueCell[]> =>
  (await sql<DueCell>`select cell, mark from place_page_due order by cell limit ${limit}`.execute(db)).rows

export const isSmallMarket = async (db: Db, most: number): Promise<boolean> =>
  ((
    await sql<{
      n: number
    }>`select count(*)::int as n from (select from provider_match limit ${most + 1}) counted`.execute(db)
  ).rows[0]?.n ?? 0) <= most

export const listReviewChanges = async (
  db: Db,
  cells: readonly number[],
): Promise<{ cell: number; category_id: number; changed: number }[]> =>
  (
    await sql<{
      cell: number
      category_id: number
      changed: number
    }>`select cell, category_id, floor(extract(epoch from changed_at))::int as changed from review_cell where cell = any(${sql.val(cells)}::int[])`.execute(
      db,
    )
  ).rows

export type NamedPlace = {
  id: number
  name: string
  country_code: string
  kind: string
  population: number
  metres: number | null
  lat: number
  lng: number
}

export const listPlacesOfCells = async (db: Db, cells: readonly number[]): Promise<NamedPlace[]> =>
  (
    await sql<NamedPlace>`select id, name, country_code, kind, population, metres, lat, lng from place where kind <> 'postcode' and cell_of(lat, lng) = any(${sql.val(cells)}::int[])
    order by floor(lat), floor(lng), id`.execute(db)
  ).rows

export const lockPages = (db: Db) => sql`select pg_advisory_xact_lock(hashtextextended('place pages', 0))`.execute(db)

export type PlaceFigures = { placeId: number; artists: number; fromMinor: Minor; since: number; changed: number }

/** A place has a page from its first artist on. The page counts as changed when its figures change. */
export const writePages = async (
  db: Db,
  categoryId: number,
  places: readonly number[],
  pages: readonly PlaceFigures[],
  now: Date,
): Promise<void> => {
  const column = (of: (page: PlaceFigures) => number) => sql.val(pages.map(of))
  await sql`delete from place_page where category_id = ${categoryId} and place_id = any(${sql.val(places)}::int[]) and place_id <> all(${column((p) => p.placeId)}::int[])`.execute(
    db,
  )
  if (pages.length === 0) return
  await sql`
    insert into place_page as known (category_id, place_id, artists, from_minor, first_on, changed_at)
    select ${categoryId}, place_id, artists, from_minor, date '1970-01-01' + since, to_timestamp(changed)
    from unnest(${column((p) => p.placeId)}::int[], ${column((p) => p.artists)}::int[], ${column((p) => p.fromMinor)}::int[], ${column((p) => p.since)}::int[], ${column((p) => p.changed)}::int[])
      as made(place_id, artists, from_minor, since, changed)
    on conflict (category_id, place_id) do update set artists = excluded.artists, from_minor = excluded.from_minor, first_on = least(known.first_on, excluded.first_on),
      -- An artist who has left changed the page too.
      changed_at = greatest(known.changed_at, excluded.changed_at, case when (known.artists, known.from_minor) <> (excluded.artists, excluded.from_minor) then ${now}::timestamptz end)`.execute(
    db,
  )
}

export const deleteDueCells = async (db: Db, cells: readonly DueCell[]): Promise<void> => {
  await sql`delete from place_page_due d using unnest(${sql.val(cells.map((c) => c.cell))}::int[], ${sql.val(cells.map((c) => c.mark))}::bigint[]) as done(cell, mark) where d.cell = done.cell and d.mark = done.mark`.execute(
    db,
  )
}

export const hasHomes = async (db: Db): Promise<boolean> =>
  (await sql`select from place_page where home > 0 limit 1`.execute(db)).rows.length > 0

/** Counts the artists of map squares by city, area and category again; of all squares without `cells`. */
export const saveHomeCells = async (db: Db, cells: readonly number[] | null): Promise<void> => {
  const within = cells ? sql`cell = any(${sql.val(cells)}::int[])` : sql`true`
  await sql`delete from home_cell where ${within}`.execute(db)
  await sql`
    with offered as (select category_id, array_agg(no) as nos from service group by 1)
    insert into home_cell (cell, country_code, city, area, category_id, lat_sum, lng_sum, artists)
    select m.cell, p.country_code, p.city, p.area, o.category_id, sum(p.lat), sum(p.lng), count(*)
    from (select * from provider_match where ${within}) m join provider p on p.no = m.provider_no join offered o on o.nos && m.service_nos
    group by 1, 2, 3, 4, 5`.execute(db)
}

/** Counts the residents of each place: artists whose city or area has its name. A part of a city has those of the rest of it, too. */
export const countHomes = async (db: Db): Promise<void> => {
  await sql`
    with based as (
      select country_code, city, area, category_id, sum(lat_sum) / sum(artists) as lat, sum(lng_sum) / sum(artists) as lng, sum(artists)::int as artists
      from home_cell group by 1, 2, 3, 4),
    named as (
      select country_code, city as name, category_id, sum(lat * artists) / sum(artists) as lat, sum(lng * artists) / sum(artists) as lng, sum(artists)::int as artists, null::int as elsewhere from based where city <> '' group by 1, 2, 3
      union all select country_code, area, category_id, sum(lat * artists) / sum(artists), sum(lng * artists) / sum(artists), sum(artists)::int, max(case when city <> '' then in_city - artists end)::int
        from (select *, sum(artists) over (partition by country_code, city, category_id) as in_city from based) b where area <> city group by 1, 2, 3),
    found as (
      select near.id, n.category_id, sum(n.artists)::int as artists, case when bool_and(n.elsewhere is not null) then max(n.elsewhere) end as elsewhere from named n cross join lateral (${placeNamed(sql`n`)}) near
      group by 1, 2)
    update place_page pp set home = coalesce(f.artists, 0), residents_elsewhere = f.elsewhere from place_page o left join found f on f.id = o.place_id and f.category_id = o.category_id
    where o.place_id = pp.place_id and o.category_id = pp.category_id and (pp.home, pp.residents_elsewhere) is distinct from (coalesce(f.artists, 0), f.elsewhere)`.execute(
    db,
  )
}

export const countTrade = async (db: Db, now: Date): Promise<void> => {
  await sql`delete from trade_cell`.execute(db)
  await sql`
    insert into trade_cell select cell_of(s.lat, s.lng), s.country_code, s.category_id, count(*), min(q.total_minor), max(q.total_minor)
    from quote q join search s on s.id = q.search_id where q.created_at > ${now}::timestamptz - interval '90 days' and q.created_at <= ${now}::timestamptz and q.total_minor > 0 and not s.is_sandbox group by 1, 2, 3`.execute(
    db,
  )
  await sql`delete from lead_cell`.execute(db)
  await sql`
    insert into lead_cell select cell_of(a.lat, a.lng), a.country_code, s.category_id, least(104, greatest(0, a.event_date - (a.booked_at at time zone 'UTC')::date) / 7), count(*)
    from appointment a join search s on s.id = a.search_id
    where a.booked_at > ${now}::timestamptz - interval '365 days' and a.state <> 'cancelled' group by 1, 2, 3, 4`.execute(
    db,
  )
}
