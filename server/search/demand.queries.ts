import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { type RoundedSpot, buildWithinCondition } from '#server/places/index.ts'

type DemandRow = { customers: number; pairs: number; hair_and_makeup: number; best: number }

export async function getDemandNear(
  db: Db,
  near: { at: RoundedSpot; metres: number; since: Date },
): Promise<DemandRow> {
  const {
    rows: [row],
  } = await sql<DemandRow>`
    with around as materialized (
      select id, people, coalesce(account_id::text, encode(visitor_hash, 'hex'), id) as who from search
      where created_at > ${near.since} and not is_sandbox and ${buildWithinCondition(near.at, near.metres, [sql`lat`, sql`lng`])}
      order by created_at desc limit 5000),
    kinds as (
      select distinct around.id, service.service_type_id as kind from around
      cross join lateral jsonb_array_elements(around.people) look cross join lateral jsonb_array_elements_text(look->'services') wanted(id)
      join service on service.id = wanted.id),
    pairs as (
      select a.kind as one, b.kind as two, count(*) as n from kinds a join kinds b on a.id = b.id and a.kind < b.kind group by 1, 2)
    select (select count(distinct who) from around)::int as customers, coalesce((select sum(n) from pairs), 0)::int as pairs,
      coalesce((select n from pairs where one = 'hair' and two = 'makeup'), 0)::int as hair_and_makeup, coalesce((select max(n) from pairs), 0)::int as best`.execute(
    db,
  )
  return row ?? { customers: 0, pairs: 0, hair_and_makeup: 0, best: 0 }
}

export type DemandGroup = { cell: number; event_date: string; category_id: number }

/**
 * Lists the groups of coming days whose searches or requests changed after their last count. Reads the searches and
 * requests since `since`; older changes are counted by the nightly job.
 */
export const listChangedGroups = async (db: Db, today: string, since: Date): Promise<DemandGroup[]> =>
  (
    await sql<DemandGroup>`
    with asked as (
      select r.search_id, greatest(r.confirmed_at, r.created_at) as at from request r where r.confirmed_at > ${since}::timestamptz
      union all select r.search_id, r.ends_at from request r where r.state = 'expired' and r.ends_at > ${since}::timestamptz),
    changed as (
      select s.lat, s.lng, s.event_date, s.category_id, s.created_at as at from search s where s.created_at > ${since}::timestamptz and not s.is_sandbox
      union all select s.lat, s.lng, s.event_date, s.category_id, asked.at from asked join search s on s.id = asked.search_id),
    groups as (
      select cell_of(lat, lng) as cell, event_date, category_id, max(at) as changed
      from changed where event_date >= ${today}::date group by 1, 2, 3)
    select g.cell, g.event_date, g.category_id from groups g
    left join demand_day d on d.cell = g.cell and d.event_date = g.event_date and d.category_id = g.category_id
    where d.refreshed_at is null or g.changed > d.refreshed_at`.execute(db)
  ).rows

/** Lists all groups of coming days that were not counted after `before`. */
export const listOldGroups = async (db: Db, today: string, before: Date): Promise<DemandGroup[]> =>
  (
    await sql<DemandGroup>`
    select g.cell, g.event_date, g.category_id
    from (select distinct cell_of(lat, lng) as cell, event_date, category_id from search where event_date >= ${today}::date and not is_sandbox) g
    left join demand_day d on d.cell = g.cell and d.event_date = g.event_date and d.category_id = g.category_id
    where d.refreshed_at is null or d.refreshed_at < ${before}`.execute(db)
  ).rows

type Counted = DemandGroup & {
  searches: number
  people: number
  unanswered: number
  newest: string[]
  place: string
  country_code: string
  lat: number
  lng: number
}

/** Counts the searches, people and unanswered requests of groups, with the newest searches of each, one per person. */
export const countGroups = async (db: Db, groups: readonly DemandGroup[], newest: number): Promise<Counted[]> =>
  (
    await sql<Counted>`
    with of_group as materialized (
      select g.cell, g.event_date, g.category_id, s.id, s.created_at, s.area, s.country_code, s.lat, s.lng,
        coalesce(s.account_id::text, encode(s.visitor_hash, 'hex'), s.id) as who
      from unnest(${sql.val(groups.map(({ cell }) => cell))}::int[], ${sql.val(groups.map((g) => g.event_date))}::date[],
        ${sql.val(groups.map((g) => g.category_id))}::int[]) g(cell, event_date, category_id)
      join search s on s.event_date = g.event_date and s.category_id = g.category_id and cell_of(s.lat, s.lng) = g.cell and not s.is_sandbox),
    last_of_each as (
      select distinct on (cell, event_date, category_id, who) * from of_group
      order by cell, event_date, category_id, who, created_at desc),
    ranked as (
      select *, row_number() over (partition by cell, event_date, category_id order by created_at desc) as rank from last_of_each),
    people as (
      select cell, event_date, category_id, count(*)::int as people,
        array_agg(id order by rank) filter (where rank <= ${newest}) as newest from ranked group by 1, 2, 3),
    totals as (
      select cell, event_date, category_id, count(*)::int as searches, coalesce(sum(r.unanswered), 0)::int as unanswered
      from of_group left join lateral (
        select count(*) as unanswered from request
        where search_id = of_group.id and state = 'expired' and confirmed_at is not null) r on true
      group by 1, 2, 3)
    select cell, event_date, category_id, searches, people, unanswered, newest,
      first.area as place, first.country_code, round(first.lat::numeric, 2)::float8 as lat, round(first.lng::numeric, 2)::float8 as lng
    from people join totals using (cell, event_date, category_id) join ranked first using (cell, event_date, category_id)
    where first.rank = 1`.execute(db)
  ).rows

type DemandDay = Omit<Counted, 'newest'> & {
  reaching: number
  booked: number
  without_artist: number
  refreshed_at: Date
}

export const saveDemandDays = async (db: Db, rows: readonly DemandDay[]): Promise<void> => {
  if (rows.length === 0) return
  await db
    .insertInto('demand_day')
    .values([...rows])
    .onConflict((oc) =>
      oc.columns(['cell', 'event_date', 'category_id']).doUpdateSet((eb) => ({
        searches: eb.ref('excluded.searches'),
        people: eb.ref('excluded.people'),
        reaching: eb.ref('excluded.reaching'),
        booked: eb.ref('excluded.booked'),
        without_artist: eb.ref('excluded.without_artist'),
        unanswered: eb.ref('excluded.unanswered'),
        place: eb.ref('excluded.place'),
        country_code: eb.ref('excluded.country_code'),
        lat: eb.ref('excluded.lat'),
        lng: eb.ref('excluded.lng'),
        refreshed_at: eb.ref('excluded.refreshed_at'),
      })),
    )
    .execute()
}

export const deletePastDemand = (db: Db, today: string) =>
  db.deleteFrom('demand_day').where('event_date', '<', today).execute()

const LONGEST_DAYS = 732

/** Returns the booked artists by event date, for each day that an entry touches until 5 AM. Holds do not count. */
export async function listBusyByDay(
  db: Db,
  nos: readonly number[],
  from: string,
  until: string,
): Promise<{ event_date: string; nos: number[] }[]> {
  const { rows } = await sql<{ event_date: string; nos: number[] }>`
    select to_char(d.day, 'YYYY-MM-DD') as event_date, array_agg(distinct p.no) as nos from provider p join busy b on b.provider_id = p.id
    cross join lateral (select greatest(b.event_date, ((upper(b.during) - interval '5 hours 1 microsecond') at time zone p.tz)::date) as day) last
    cross join lateral generate_series(greatest(b.event_date, least((lower(b.during) at time zone p.tz)::date, last.day)), last.day, interval '1 day') d(day)
    where p.no = any(${sql.val(nos)}::int[]) and b.kind <> 'hold'
      and b.event_date between ${from}::date - ${sql.lit(LONGEST_DAYS)} and ${until}::date and d.day between ${from}::date and ${until}::date
    group by 1`.execute(db)
  return rows
}

export const listDemandDays = (db: Db, from: string, country: string | null) =>
  db
    .selectFrom('demand_day')
    .innerJoin('category', 'category.id', 'demand_day.category_id')
    .selectAll('demand_day')
    .select('category.label')
    .where('event_date', '>=', from)
    .$if(country !== null, (q) => q.where('demand_day.country_code', '=', country as string))
    .orderBy('event_date')
    .execute()
