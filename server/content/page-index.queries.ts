import { sql } from 'kysely'
import type { Database, Db } from '#db/database.ts'
import type { PageEvidence } from './page-index.ts'
import type { Country } from '#contract/words.ts'
import { hasOccasionTexts } from './place-texts.ts'
import { day } from './directory.queries.ts'

/** The nearest named place of a spot: its bookings, quotes and reviews are from there. */
const nearestPlace = sql`(select id from place where country_code = spot.country_code and kind not in ('postcode', 'district')
  order by point(lng, lat) <-> point(spot.lng, spot.lat) limit 1)`

/** Counts the last year's bookings, the last 90 days' quotes and all reviews of bookings by the place of the event. */
export const countOwnFigures = async (db: Db, now: Date): Promise<void> => {
  const spot = (table: string) =>
    sql`round(${sql.ref(`${table}.lat`)}::numeric, 2)::float8 as lat, round(${sql.ref(`${table}.lng`)}::numeric, 2)::float8 as lng, ${sql.ref(`${table}.country_code`)}`
  await sql`
    with spot as (
      select lat, lng, country_code, category_id, sum(bookings) as bookings, sum(quotes) as quotes, sum(reviews) as reviews from (
        select ${spot('a')}, s.category_id, 1 as bookings, 0 as quotes, 0 as reviews from appointment a join search s on s.id = a.search_id
          where a.booked_at > ${now}::timestamptz - interval '365 days' and a.state <> 'cancelled'
        union all select ${spot('s')}, s.category_id, 0, 1, 0 from quote q join search s on s.id = q.search_id
          where q.created_at > ${now}::timestamptz - interval '90 days' and q.created_at <= ${now}::timestamptz and q.total_minor > 0 and not s.is_sandbox
        union all select ${spot('a')}, r.category_id, 0, 0, 1 from review r join appointment a on a.id = r.appointment_id
          where r.hidden_at is null and r.counted) counted
      group by 1, 2, 3, 4),
    placed as (
      select ${nearestPlace} as place_id, category_id, sum(bookings)::int as bookings, sum(quotes)::int as quotes, sum(reviews)::int as reviews
      from spot group by 1, 2)
    update place_page pp set bookings = coalesce(f.bookings, 0), quotes = coalesce(f.quotes, 0), reviews = coalesce(f.reviews, 0)
    from place_page o left join placed f on f.place_id = o.place_id and f.category_id = o.category_id
    where o.place_id = pp.place_id and o.category_id = pp.category_id
      and (pp.bookings, pp.quotes, pp.reviews) is distinct from (coalesce(f.bookings, 0), coalesce(f.quotes, 0), coalesce(f.reviews, 0))`.execute(
    db,
  )
}

const evidence = sql`p.name, p.country_code as country, pp.home as residents, pp.residents_elsewhere as "residentsElsewhere", pp.bookings, pp.quotes, pp.reviews`

type PlaceEvidence = PageEvidence & { place_id: number; category_id: number; is_indexed: boolean }

/** Lists what place pages have of their own, without the many pages that have nothing. */
export const listPlaceEvidence = async (db: Db): Promise<PlaceEvidence[]> =>
  (
    await sql<Omit<PlaceEvidence, 'occasion'>>`select pp.place_id, pp.category_id, pp.is_indexed, ${evidence}
      from place_page pp join place p on p.id = pp.place_id where pp.home > 0 or pp.bookings > 0 or pp.is_indexed`.execute(
      db,
    )
  ).rows.map((row) => ({ ...row, occasion: null }))

export const saveIndexed = async (
  db: Db,
  pages: readonly { place_id: number; category_id: number }[],
  indexed: boolean,
): Promise<void> => {
  if (pages.length === 0) return
  await sql`update place_page pp set is_indexed = ${indexed}
    from unnest(${sql.val(pages.map((page) => page.place_id))}::int[], ${sql.val(pages.map((page) => page.category_id))}::int[]) as changed(place_id, category_id)
    where pp.place_id = changed.place_id and pp.category_id = changed.category_id`.execute(db)
}

export type OccasionEvidence = PageEvidence & { place_id: number; category_id: number; event: string }

/** Lists the occasions of each place with enough quotable reviews by clients of its residents. */
export const listOccasionEvidence = async (
  db: Db,
  eventsByName: ReadonlyMap<string, string>,
  leastReviews: number,
): Promise<OccasionEvidence[]> =>
  (
    await sql<
      Omit<OccasionEvidence, 'occasion'> & { category: string; occasion_artists: number; occasion_reviews: number }
    >`with resident as (
      select p.id, p.country_code, p.lat, p.lng, n.name from provider p
      cross join lateral (select p.city as name where p.city <> '' union select p.area where p.area <> '') n where p.state = 'approved'),
    named as (
      select r.country_code, r.name, near.id as place_id
      from (select country_code, name, avg(lat) as lat, avg(lng) as lng from resident group by 1, 2) r cross join lateral (${placeNamed(sql`r`)}) near),
    reviewed as (
      select n.place_id, r.category_id, called.event, count(distinct r.id)::int as reviews, count(distinct r.provider_id)::int as artists
      from resident d join named n on n.country_code = d.country_code and n.name = d.name
      join review r on r.provider_id = d.id
      join unnest(${sql.val([...eventsByName.keys()])}::text[], ${sql.val([...eventsByName.values()])}::text[]) as called(name, event) on called.name = r.event
      where r.hidden_at is null and r.counted and r.score >= 4 and length(r.comments) between 60 and 220
      group by 1, 2, 3 having count(distinct r.id) >= ${leastReviews})
    select v.place_id, v.category_id, c.slug as category, v.event, ${evidence}, v.artists as occasion_artists, v.reviews as occasion_reviews
    from reviewed v join place_page pp on pp.place_id = v.place_id and pp.category_id = v.category_id join place p on p.id = pp.place_id join category c on c.id = v.category_id`.execute(
      db,
    )
  ).rows.map(({ category, occasion_artists, occasion_reviews, ...row }) => ({
    ...row,
    occasion: { artists: occasion_artists, reviews: occasion_reviews, hasOwnText: hasOccasionTexts(category) },
  }))

/** Selects the place that artists mean by the name of their city or area: the nearest of that name. */
export const placeNamed = (of: ReturnType<typeof sql>) => sql`
  select pl.id from place pl where pl.country_code = ${of}.country_code and pl.kind <> 'postcode'
    and pl.slug in (slug_of(${of}.name), case when ${of}.name = 'New York' then 'new-york-city' end)
  order by point(pl.lng, pl.lat) <-> point(${of}.lng, ${of}.lat) limit 1`

/** Replaces the indexed occasions. */
export const saveOccasions = async (db: Db, rows: readonly OccasionEvidence[]): Promise<void> => {
  const ints = (of: (row: OccasionEvidence) => number) => sql`${sql.val(rows.map(of))}::int[]`
  const made = sql`unnest(${ints((row) => row.category_id)}, ${ints((row) => row.place_id)}, ${sql.val(rows.map((row) => row.event))}::text[],
    ${ints((row) => row.occasion?.artists ?? 0)}, ${ints((row) => row.occasion?.reviews ?? 0)}) as made(category_id, place_id, event, artists, reviews)`
  await sql`delete from place_occasion where (category_id, place_id, event) not in (select category_id, place_id, event from ${made})`.execute(
    db,
  )
  await sql`insert into place_occasion as known (category_id, place_id, event, artists, reviews)
    select category_id, place_id, event, artists, reviews from ${made}
    on conflict (category_id, place_id, event) do update set artists = excluded.artists, reviews = excluded.reviews
      where (known.artists, known.reviews) <> (excluded.artists, excluded.reviews)`.execute(db)
}

export const listIndexedOccasions = async (
  database: Database,
  placeId: number,
  categoryId: number,
): Promise<string[]> =>
  (
    await database.prepared<{ event: string }>(
      'occasions_of_place',
      'select event from place_occasion where place_id = $1 and category_id = $2',
      [placeId, categoryId],
    )
  ).map(({ event }) => event)

/** The nearest indexed place page, which a page that is not indexed names as its canonical page. */
export const findNearestIndexed = async (
  database: Database,
  at: { lat: number; lng: number; country: string; categoryId: number },
): Promise<string | null> =>
  (
    await database.prepared<{ address: string }>(
      'nearest_indexed',
      `select p.address from place_page pp join place p on p.id = pp.place_id
      where pp.category_id = $1 and pp.is_indexed and p.country_code = $4 order by point(p.lng, p.lat) <-> point($3, $2) limit 1`,
      [at.categoryId, at.lat, at.lng, at.country],
    )
  )[0]?.address ?? null

// The place page (event '') and the pages of its occasions, in the order of the sitemap.
const indexedPages = `
  select pp.category_id, pp.place_id, '' as event, pp.changed_at from place_page pp where pp.is_indexed
  union all select o.category_id, o.place_id, o.event, pp.changed_at from place_occasion o
    join place_page pp on pp.category_id = o.category_id and pp.place_id = o.place_id where pp.is_indexed`

const pagePath = `'/' || lower(p.country_code) || '/' || c.slug || '/' || p.address || case when l.event = '' then '' else '/' || l.event end`

export type IndexedPage = {
  path: string
  country_code: Country
  name: string
  label: string
  changed_on: string
}

/** Lists indexed pages with the day on which their content last changed. */
export const listIndexedPages = (database: Database, part: number, size: number): Promise<IndexedPage[]> =>
  database.prepared(
    'indexed_pages',
    `select ${pagePath} as path, p.country_code, p.name, p.label, ${day('coalesce(k.changed_at, l.changed_at)')} as changed_on
    from (select * from (${indexedPages}) listed order by category_id, place_id, event offset $1 limit $2) l
    join place p on p.id = l.place_id join category c on c.id = l.category_id left join page_content k on k.path = ${pagePath}
    order by l.category_id, l.place_id, l.event`,
    [(part - 1) * size, size],
  )

export const listIndexedParts = (database: Database, size: number): Promise<{ part: number; changed_on: string }[]> =>
  database.prepared(
    'indexed_parts',
    `select part, ${day('max(changed_at)')} as changed_on from (
      select coalesce(k.changed_at, l.changed_at) as changed_at,
        ((row_number() over (order by l.category_id, l.place_id, l.event) - 1) / $1 + 1)::int as part
      from (${indexedPages}) l join place p on p.id = l.place_id join category c on c.id = l.category_id
      left join page_content k on k.path = ${pagePath}) numbered
    group by part order by part`,
    [size],
  )

export type IndexCounts = {
  places: number
  indexed_places: number
  indexed_occasions: number
  artists: number
}

export const countIndex = async (db: Db): Promise<IndexCounts> =>
  (
    await sql<IndexCounts>`select (select count(*)::int from place_page) as places,
      (select count(*)::int from place_page where is_indexed) as indexed_places,
      (select count(*)::int from (${sql.raw(indexedPages)}) l where event <> '') as indexed_occasions,
      (select count(*)::int from provider where state = 'approved') as artists`.execute(db)
  ).rows[0] as IndexCounts

/** Lists indexed pages whose content may have changed since it was last compared, and those compared a day ago. */
export const listPagesToCompare = async (db: Db, now: Date): Promise<{ path: string }[]> =>
  (
    await sql<{ path: string }>`select ${sql.raw(pagePath)} as path from (${sql.raw(indexedPages)}) l
      join place p on p.id = l.place_id join category c on c.id = l.category_id left join page_content k on k.path = ${sql.raw(pagePath)}
      where k.path is null or l.changed_at >= k.checked_at or k.checked_at < ${now}::timestamptz - interval '1 day'
      order by 1`.execute(db)
  ).rows

export const savePageContent = async (
  db: Db,
  { path, hash, changedOn }: { path: string; hash: string; changedOn: string },
  now: Date,
): Promise<void> => {
  await sql`insert into page_content as known (path, hash, changed_at, checked_at) values (${path}, ${hash}, ${changedOn}::timestamp at time zone 'UTC', ${now})
    on conflict (path) do update set hash = excluded.hash, checked_at = excluded.checked_at,
      changed_at = case when known.hash = excluded.hash then known.changed_at else excluded.checked_at end`.execute(db)
}

export const findContentDay = async (database: Database, path: string): Promise<string | null> =>
  (
    await database.prepared<{ changed_on: string }>(
      'content_day',
      `select ${day('changed_at')} as changed_on from page_content where path = $1`,
      [path],
    )
  )[0]?.changed_on ?? null

export const deleteUnindexedContent = async (db: Db): Promise<void> => {
  await sql`delete from page_content where path not in (
    select ${sql.raw(pagePath)} from (${sql.raw(indexedPages)}) l join place p on p.id = l.place_id join category c on c.id = l.category_id)`.execute(
    db,
  )
}
