import type { Minor } from '#contract/money.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

export type DueCell = { cell: number; mark: number }

/** Squares in which something has changed since the pages around them were reckoned. */
export const dueCells = async (db: Db, limit: number): Promise<DueCell[]> =>
  (await sql<DueCell>`select cell, mark from place_page_due order by cell limit ${limit}`.execute(db)).rows

/** Whether there are no more artists than that. */
export const isSmallMarket = async (db: Db, most: number): Promise<boolean> =>
  ((
    await sql<{
      n: number
    }>`select count(*)::int as n from (select from provider_match limit ${most + 1}) counted`.execute(db)
  ).rows[0]?.n ?? 0) <= most

/** When something last changed in the reviews of squares, by category: seconds since 1970. */
export const reviewChanges = async (
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
  country_code: string
  kind: string
  population: number
  metres: number | null
  lat: number
  lng: number
}

/** The named places of these squares. */
export const placesOfCells = async (db: Db, cells: readonly number[]): Promise<NamedPlace[]> =>
  (
    await sql<NamedPlace>`select id, country_code, kind, population, metres, lat, lng from place where kind <> 'postcode' and cell_of(lat, lng) = any(${sql.val(cells)}::int[])
    order by floor(lat), floor(lng), id`.execute(db)
  ).rows

/** One writer at a time; to be held to the end of the transaction. */
export const holdPages = (db: Db) => sql`select pg_advisory_xact_lock(hashtextextended('place pages', 0))`.execute(db)

export type Reckoned = { placeId: number; artists: number; fromMinor: Minor; since: number; changed: number }

/** Writes what was reckoned of places in a category: whom somebody reaches has a page since the first of them, changed when its figures did. */
export const writePages = async (
  db: Db,
  categoryId: number,
  places: readonly number[],
  pages: readonly Reckoned[],
  now: Date,
): Promise<void> => {
  const column = (of: (page: Reckoned) => number) => sql.val(pages.map(of))
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
      -- Somebody who has left changed the page too.
      changed_at = greatest(known.changed_at, excluded.changed_at, case when (known.artists, known.from_minor) <> (excluded.artists, excluded.from_minor) then ${now}::timestamptz end)`.execute(
    db,
  )
}

/** These squares are reckoned with, unless something has changed meanwhile. */
export const settleDue = async (db: Db, cells: readonly DueCell[]): Promise<void> => {
  await sql`delete from place_page_due d using unnest(${sql.val(cells.map((c) => c.cell))}::int[], ${sql.val(cells.map((c) => c.mark))}::bigint[]) as done(cell, mark) where d.cell = done.cell and d.mark = done.mark`.execute(
    db,
  )
}

/** Whether it has been counted who has their base where. */
export const hasHomes = async (db: Db): Promise<boolean> =>
  (await sql`select from place_page where home > 0 limit 1`.execute(db)).rows.length > 0

/** Counts how many artists have their base in each place that has a page: by its city, and by its area. */
export const countHomes = async (db: Db): Promise<void> => {
  await sql`
    with offered as (select category_id, array_agg(no) as nos from service group by 1),
    based as (
      select p.country_code, p.city, p.area, o.category_id, avg(p.lat) as lat, avg(p.lng) as lng, count(*)::int as artists
      from provider_match m join provider p on p.no = m.provider_no join offered o on o.nos && m.service_nos
      group by 1, 2, 3, 4),
    named as (
      select country_code, city as name, category_id, sum(lat * artists) / sum(artists) as lat, sum(lng * artists) / sum(artists) as lng, sum(artists)::int as artists from based where city <> '' group by 1, 2, 3
      union all select country_code, area, category_id, sum(lat * artists) / sum(artists), sum(lng * artists) / sum(artists), sum(artists)::int from based where area <> city group by 1, 2, 3),
    found as (
      select near.id, n.category_id, sum(n.artists)::int as artists from named n cross join lateral (
        select pl.id from place pl where pl.country_code = n.country_code and pl.kind <> 'postcode' and pl.slug in (slug_of(n.name), case when n.name = 'New York' then 'new-york-city' end)
        order by point(pl.lng, pl.lat) <-> point(n.lng, n.lat) limit 1) near
      group by 1, 2)
    update place_page pp set home = coalesce(f.artists, 0) from place_page o left join found f on f.id = o.place_id and f.category_id = o.category_id
    where o.place_id = pp.place_id and o.category_id = pp.category_id and pp.home <> coalesce(f.artists, 0)`.execute(db)
}

/** Counts anew what whole quotes cost in the last 90 days, and how far ahead people booked in the last year. */
export const countTrade = async (db: Db, now: Date): Promise<void> => {
  await sql`delete from trade_cell`.execute(db)
  await sql`
    insert into trade_cell select cell_of(s.lat, s.lng), s.country_code, s.category_id, count(*), min(q.total_minor), max(q.total_minor)
    from quote q join search s on s.id = q.search_id where q.created_at > ${now}::timestamptz - interval '90 days' and q.created_at <= ${now}::timestamptz and q.total_minor > 0 group by 1, 2, 3`.execute(
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
