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
      where created_at > ${near.since} and ${buildWithinCondition(near.at, near.metres, [sql`lat`, sql`lng`])}
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

const groupsWhere = (having: ReturnType<typeof sql>) => sql<DemandGroup>`
  select g.cell, g.event_date, g.category_id from (
    select cell_of(s.lat, s.lng) as cell, s.event_date, s.category_id, max(greatest(s.created_at, coalesce(r.at, s.created_at))) as changed from search s
    left join lateral (select max(greatest(coalesce(confirmed_at, created_at), case when state = 'expired' then ends_at end)) as at from request where request.search_id = s.id) r on true
    group by 1, 2, 3) g
  left join demand_day d on d.cell = g.cell and d.event_date = g.event_date and d.category_id = g.category_id
  where ${having}`

export const listChangedGroups = async (db: Db, today: string, limit: number): Promise<DemandGroup[]> =>
  (
    await sql<DemandGroup>`${groupsWhere(sql`g.event_date >= ${today}::date and (d.refreshed_at is null or g.changed > d.refreshed_at)`)} order by g.changed desc limit ${limit}`.execute(
      db,
    )
  ).rows

export const listOldGroups = async (db: Db, today: string, before: Date, limit: number): Promise<DemandGroup[]> =>
  (
    await sql<DemandGroup>`${groupsWhere(sql`g.event_date >= ${today}::date and (d.refreshed_at is null or d.refreshed_at < ${before})`)} order by d.refreshed_at nulls first limit ${limit}`.execute(
      db,
    )
  ).rows

type Counted = {
  searches: number
  people: number
  unanswered: number
  newest: string[]
  place: string
  country_code: string
  lat: number
  lng: number
}

/** Counts a group's searches, people and unanswered requests. Returns its newest searches, one per person. */
export async function countGroup(db: Db, g: DemandGroup, newest: number): Promise<Counted | undefined> {
  const { rows } = await sql<Counted>`
    with of_group as materialized (
      select id, created_at, area, country_code, lat, lng, coalesce(account_id::text, encode(visitor_hash, 'hex'), id) as who from search
      where cell_of(lat, lng) = ${g.cell} and event_date = ${g.event_date}::date and category_id = ${g.category_id}),
    last_of_each as (select distinct on (who) * from of_group order by who, created_at desc)
    select (select count(*) from of_group)::int as searches, (select count(*) from last_of_each)::int as people,
      (select count(*) from request r join of_group on of_group.id = r.search_id where r.state = 'expired' and r.confirmed_at is not null)::int as unanswered,
      array(select id from last_of_each order by created_at desc limit ${newest}) as newest,
      first.area as place, first.country_code, round(first.lat::numeric, 2)::float8 as lat, round(first.lng::numeric, 2)::float8 as lng
    from (select * from last_of_each order by created_at desc limit 1) first`.execute(db)
  return rows[0]
}

type DemandDay = DemandGroup & {
  searches: number
  people: number
  reaching: number
  booked: number
  without_artist: number
  unanswered: number
  place: string
  country_code: string
  lat: number
  lng: number
  refreshed_at: Date
}

export const saveDemandDay = (db: Db, row: DemandDay) =>
  db
    .insertInto('demand_day')
    .values(row)
    .onConflict((oc) => oc.columns(['cell', 'event_date', 'category_id']).doUpdateSet(row))
    .execute()

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
