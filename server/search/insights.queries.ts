import { type RoundedSpot, buildWithinCondition } from '#server/places/index.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { SearchRow } from './search.queries.ts'

export type Impressions = { searchId: string; found: number; shown: readonly { no: number; place: number }[] }

/** Saves the number of fits at first view, and counts one impression per artist and local day. */
export async function saveImpressions(db: Db, seen: readonly Impressions[], now: Date): Promise<void> {
  const places = seen.flatMap(({ searchId, shown }) => shown.map((one) => ({ ...one, searchId })))
  await sql`
    with noted as (
      update search s set quotes_found = seen.found
      from unnest(${seen.map(({ searchId }) => searchId)}::text[], ${seen.map(({ found }) => found)}::int[]) seen(id, found)
      where s.id = seen.id and (s.quotes_found is null or (s.quotes_found = 0 and seen.found > 0))
      returning s.id)
    insert into artist_day (provider_id, day, shown_first, shown_near, shown_further)
    select p.id, (${now}::timestamptz at time zone p.tz)::date, count(*) filter (where place <= 3),
      count(*) filter (where place between 4 and 10), count(*) filter (where place > 10)
    from unnest(${places.map(({ searchId }) => searchId)}::text[], ${places.map(({ no }) => no)}::int[], ${places.map(({ place }) => place)}::int[]) shown(id, no, place)
    join noted using (id) join provider p on p.no = shown.no
    group by 1, 2 order by 1
    on conflict (provider_id, day) do update set shown_first = artist_day.shown_first + excluded.shown_first,
      shown_near = artist_day.shown_near + excluded.shown_near, shown_further = artist_day.shown_further + excluded.shown_further`.execute(
    db,
  )
}

export async function saveProfileViews(db: Db, views: readonly (readonly [slug: string, n: number])[], now: Date) {
  await sql`
    insert into artist_day (provider_id, day, views)
    select p.id, (${now}::timestamptz at time zone p.tz)::date, v.n
    from unnest(${views.map(([slug]) => slug)}::text[], ${views.map(([, n]) => n)}::int[]) v(slug, n)
    join provider p on p.slug = v.slug and p.state in ('approved', 'paused')
    order by p.id
    on conflict (provider_id, day) do update set views = artist_day.views + excluded.views`.execute(db)
}

type SeenWeek = { week: string; views: number; first: number; near: number; further: number }

export async function sumViewsByWeek(db: Db, providerId: string, from: string): Promise<SeenWeek[]> {
  const { rows } = await sql<SeenWeek>`
    select to_char(date_trunc('week', day), 'YYYY-MM-DD') as week, sum(views)::int as views, sum(shown_first)::int as first,
      sum(shown_near)::int as near, sum(shown_further)::int as further
    from artist_day where provider_id = ${providerId} and day >= ${from}::date group by 1 order by 1`.execute(db)
  return rows
}

export type SearchAround = Pick<
  SearchRow,
  | 'id'
  | 'category_id'
  | 'country_code'
  | 'location'
  | 'area'
  | 'lat'
  | 'lng'
  | 'tz'
  | 'event_date'
  | 'finish_time'
  | 'start_time'
  | 'time_constraint'
  | 'people'
> & { created_at: Date }

export async function listSearchesAround(
  db: Db,
  near: { at: RoundedSpot; countryCode: string; metres: number; since: Date; but: string | null; most: number },
): Promise<SearchAround[]> {
  const { rows } = await sql<SearchAround>`
    select s.id, s.created_at, s.category_id, s.country_code, s.location, s.area, s.lat, s.lng, s.tz, s.event_date, s.finish_time, s.start_time,
      s.time_constraint, s.people
    from search s
    where s.created_at > ${near.since} and s.country_code = ${near.countryCode}
      and ${buildWithinCondition(near.at, near.metres, [sql`s.lat`, sql`s.lng`])}
      and s.account_id is distinct from ${near.but}::uuid
      and not exists (select from search later where later.previous_search = s.id)
    order by s.created_at desc limit ${near.most}`.execute(db)
  return rows
}

export type BusyTime = { no: number; from: number; until: number }

/** Includes busy times that start before these event days. */
export async function listBusyTimes(db: Db, providerId: string, from: string, until: string): Promise<BusyTime[]> {
  const { rows } = await sql<BusyTime>`
    select provider_no as no, extract(epoch from lower(during))::int as "from", extract(epoch from upper(during))::int as "until"
    from busy where provider_id = ${providerId} and event_date <= ${until}::date + 1 and upper(during) > ${from}::date - 1 order by lower(during)`.execute(
    db,
  )
  return rows
}
