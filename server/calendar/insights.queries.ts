import { buildRoundedPoint } from '#server/places/index.ts'
import { sql } from 'kysely'
import type { LostReason } from '#contract/calendar/insights.ts'
import type { Minor } from '#contract/money.ts'
import type { Db } from '#db/database.ts'

type InsightScope = { providerId: string; tz: string; from: string }

const mine = ({ providerId, tz, from }: InsightScope) => sql`
  select r.id, r.event_key, r.search_id, r.state, date_trunc('week', r.confirmed_at at time zone ${tz})::date as week,
    extract(epoch from r.answered_at - r.confirmed_at) / 60 as minutes, o.first_at, o.kind, o.total_minor, o.currency,
    coalesce(o.won, false) as won, r.state = 'requested' or coalesce(o.standing, false) as waiting
  from request r left join lateral (
    select min(o.created_at) as first_at, bool_or(o.state = 'accepted') as won, bool_or(o.state = 'offered') as standing,
      (array_agg(o.kind order by o.version desc))[1] as kind, (array_agg(q.total_minor order by o.version desc))[1] as total_minor,
      (array_agg(q.currency order by o.version desc))[1] as currency
    from offer o join quote q on q.id = o.quote_id where o.request_id = r.id having count(*) > 0) o on true
  where r.provider_id = ${providerId} and r.confirmed_at >= ${from}::date - 1
    and (r.confirmed_at at time zone ${tz})::date >= ${from}::date
    and not exists (select from request n where n.replaces = r.id)`
const isLost = sql`not mine.won and not mine.waiting and mine.state <> 'declined'`

type AskedCount = {
  week: string
  requests: number
  offers: number
  won: number
  lost: number
  declined: number
  waiting: number
  instant: number
  middle: number | null
}

export const countRequestsByWeek = async (db: Db, of: InsightScope): Promise<AskedCount[]> => {
  const { rows } = await sql<AskedCount>`
    with mine as (${mine(of)}),
    asked as (
      select week, count(*)::int as requests, count(first_at)::int as offers, (count(*) filter (where won))::int as won,
        (count(*) filter (where ${isLost}))::int as lost, (count(*) filter (where state = 'declined' and not won and not waiting))::int as declined,
        (count(*) filter (where waiting and not won))::int as waiting, (percentile_cont(0.5) within group (order by minutes))::float8 as middle
      from mine group by week),
    instant as (
      select date_trunc('week', booked_at at time zone ${of.tz})::date as week, count(*)::int as n from appointment
      where provider_id = ${of.providerId} and offer_id is null and rescued_from is null and booked_at >= ${of.from}::date - 1
        and (booked_at at time zone ${of.tz})::date >= ${of.from}::date group by 1)
    select to_char(week, 'YYYY-MM-DD') as week, coalesce(requests, 0) as requests, coalesce(offers, 0) as offers, coalesce(won, 0) as won,
      coalesce(lost, 0) as lost, coalesce(declined, 0) as declined, coalesce(waiting, 0) as waiting, coalesce(n, 0) as instant, middle
    from asked full join instant using (week) order by 1`.execute(db)
  return rows
}

export const countLostByReason = async (db: Db, of: InsightScope): Promise<{ reason: LostReason; n: number }[]> => {
  const { rows } = await sql<{ reason: LostReason; n: number }>`
    with mine as (${mine(of)}),
    lost as (
      select mine.*, w.booked_at, w.total_minor as other_minor, w.currency as other_currency,
        earth_distance(${buildRoundedPoint(sql`s.lat`, sql`s.lng`)}, ${buildRoundedPoint(sql`own.lat`, sql`own.lng`)}) as metres,
        earth_distance(${buildRoundedPoint(sql`s.lat`, sql`s.lng`)}, ${buildRoundedPoint(sql`w.lat`, sql`w.lng`)}) as other_metres
      from mine join search s on s.id = mine.search_id join provider own on own.id = ${of.providerId}
      left join lateral (
        select a.booked_at, a.total_minor, a.currency, p.lat, p.lng from appointment a join provider p on p.id = a.provider_id
        where a.provider_id <> ${of.providerId} and a.rescued_from is null
          and a.search_id in (select e.search_id from request e where e.event_key = mine.event_key union all select mine.event_key)
        order by a.booked_at limit 1) w on true
      where ${isLost})
    select case
      when first_at is null and (state = 'expired' or booked_at is not null) or booked_at < first_at then 'answer'
      when booked_at is null then 'nobody'
      when kind = 'otherTime' then 'time'
      when currency = other_currency and total_minor > other_minor then 'price'
      when metres > other_metres then 'distance'
      else 'other' end as reason, count(*)::int as n
    from lost group by 1 order by 1`.execute(db)
  return rows
}

export const sumUpcomingBookings = async (
  db: Db,
  providerId: string,
  now: Date,
): Promise<{ month: string; bookings: number; yours: Minor }[]> => {
  const { rows } = await sql<{ month: string; bookings: number; yours: Minor }>`
    select to_char(event_date, 'YYYY-MM') as month, count(*)::int as bookings, sum(total_minor - fee_minor)::bigint as yours
    from appointment where provider_id = ${providerId} and state = 'booked' and starts_at > ${now} group by 1 order by 1`.execute(
    db,
  )
  return rows
}
