import { type RoundedSpot, buildWithinCondition } from '#server/places/index.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { SearchRow } from './search.queries.ts'

/** What was seen of one search: how many fitted, and who of them stood on its first page, each with their place in their list. */
export type Impressions = { searchId: string; found: number; shown: readonly { no: number; place: number }[] }

/** Keeps of each of these searches how many artists fitted when its quotes were first read, or first fitted at all, and counts that once for those who stood on the page, by the day where they work. */
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

/** Adds views of public pages, by the artist's name in their address, to the day where they work. */
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

/** How often somebody was seen, by week from a Monday on. */
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

/** Searches of others within a circle since then, the last edit of each event, newest first. */
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

/** A busy time of a provider, by the provider's number, in seconds since the epoch. */
export type BusyTime = { no: number; from: number; until: number }

/** Returns a provider's busy times that touch these event days, also those that began earlier. */
export async function listBusyTimes(db: Db, providerId: string, from: string, until: string): Promise<BusyTime[]> {
  const { rows } = await sql<BusyTime>`
    select provider_no as no, extract(epoch from lower(during))::int as "from", extract(epoch from upper(during))::int as "until"
    from busy where provider_id = ${providerId} and event_date <= ${until}::date + 1 and upper(during) > ${from}::date - 1 order by lower(during)`.execute(
    db,
  )
  return rows
}
