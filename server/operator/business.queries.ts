import { type RawBuilder, sql } from 'kysely'
import type { Minor } from '#contract/money.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Db } from '#db/database.ts'
import { searchOfMovement } from '#server/payments/index.ts'

export type BusinessScope = { from: string; until: string; countryCode: string | null; categoryId: number | null }

// Weeks start on Monday in the market's time zone. A day of margin lets the query use the index.
const weekOf = (at: RawBuilder<unknown>) => sql`date_trunc('week', ${at} at time zone m.default_tz)::date`
const within = (at: RawBuilder<unknown>, { from, until }: Pick<BusinessScope, 'from' | 'until'>) =>
  sql`${at} >= ${from}::date - 1 and ${at} < ${until}::date + 1
    and ${weekOf(at)} >= ${from}::date and ${weekOf(at)} < ${until}::date`
const chosen = (
  country: RawBuilder<unknown>,
  category: RawBuilder<unknown>,
  of: Pick<BusinessScope, 'countryCode' | 'categoryId'>,
) =>
  sql`(${of.countryCode}::text is null or ${country} = ${of.countryCode}) and (${of.categoryId}::int is null or ${category} = ${of.categoryId})`

// Bookings that took place or are active.
const kept = sql`a.state <> 'cancelled' and a.no_show_of is null`

type FunnelCount = {
  week: string
  country_code: CountryCode
  category_id: number
  searches: number
  seen: number
  asked: number
  booked: number
  kept: number
}

/**
 * Counts events first searched in these weeks by how far they came. Edits count as one event, and replacement searches
 * belong to the original.
 */
export const listFunnelRows = async (db: Db, of: BusinessScope): Promise<FunnelCount[]> => {
  const { rows } = await sql<FunnelCount>`
    with recursive chain as (
      select s.id as event, s.id, s.quotes_found, s.country_code, s.category_id, ${weekOf(sql`s.created_at`)} as week
      from search s join market m on m.country_code = s.country_code
      where s.previous_search is null and not s.is_sandbox and ${within(sql`s.created_at`, of)} and ${chosen(sql`s.country_code`, sql`s.category_id`, of)}
      union all
      select chain.event, s.id, s.quotes_found, chain.country_code, chain.category_id, chain.week
      from chain join search s on s.previous_search = chain.id),
    event as (
      select event, min(week) as week, min(country_code) as country_code, min(category_id) as category_id, coalesce(max(quotes_found), 0) > 0 as seen,
        bool_or(exists (select from request r where r.search_id = chain.id and r.confirmed_at is not null)
          or exists (select from hold h where h.search_id = chain.id)) as asked,
        bool_or(exists (select from appointment a where a.search_id = chain.id)) as booked,
        bool_or(exists (select from appointment a where a.search_id = chain.id and ${kept})) as kept
      from chain group by event),
    counted as (
      select week, country_code, category_id, count(*)::int as searches,
      (count(*) filter (where seen or asked or booked))::int as seen, (count(*) filter (where asked or booked))::int as asked,
      (count(*) filter (where booked))::int as booked, (count(*) filter (where kept))::int as kept
      from event group by week, country_code, category_id)
    select to_char(week, 'YYYY-MM-DD') as week, country_code, category_id, searches, seen, asked, booked, kept from counted order by 1, 2, 3`.execute(
    db,
  )
  return rows
}

type MoneyCount = {
  week: string
  country_code: CountryCode
  category_id: number | null
  currency: string
  bookings: number
  gross: Minor
  take: Minor
  refunds: Minor
  refunded: number
  disputes: number
}

/** Sums the bookings of these weeks, and fees and refunds from the ledger by the booking's payables. */
export const listMoneyRows = async (db: Db, of: BusinessScope): Promise<MoneyCount[]> => {
  const { rows } = await sql<MoneyCount>`
    with booked as (
      select ${weekOf(sql`a.booked_at`)} as week, a.country_code, s.category_id, a.currency, a.total_minor::bigint as gross
      from appointment a join market m on m.country_code = a.country_code join search s on s.id = a.search_id
      where ${within(sql`a.booked_at`, of)} and a.rescued_from is null and ${chosen(sql`a.country_code`, sql`s.category_id`, of)}),
    moved as (
      select ${weekOf(sql`l.at`)} as week, m.country_code, s.category_id, e.currency,
        case when e.account in ('fees', 'promos') then -e.amount_minor else 0 end as take,
        case when e.account = 'refunds_due' and l.kind in ('refund', 'refund_refused') then -e.amount_minor else 0 end as refunds
      from ledger_movement l join ledger_entry e on e.movement_id = l.id and e.account in ('fees', 'promos', 'refunds_due')
      join market m on m.currency = e.currency
      left join search s on s.id = ${searchOfMovement(sql`l.ref`)}
      where ${within(sql`l.at`, of)} and ${chosen(sql`m.country_code`, sql`s.category_id`, of)}),
    disputed as (
      select ${weekOf(sql`d.created_at`)} as week, a.country_code, s.category_id, a.currency
      from dispute d join appointment a on a.id = d.appointment_id join market m on m.country_code = a.country_code
      join search s on s.id = a.search_id
      where ${within(sql`d.created_at`, of)} and ${chosen(sql`a.country_code`, sql`s.category_id`, of)}),
    every as (
      select week, country_code, category_id, currency, 1 as bookings, gross, 0::bigint as take, 0::bigint as refunds, 0 as refunded, 0 as disputes from booked
      union all select week, country_code, category_id, currency, 0, 0, take, refunds, (refunds > 0)::int, 0 from moved where take <> 0 or refunds <> 0
      union all select week, country_code, category_id, currency, 0, 0, 0, 0, 0, 1 from disputed)
    select to_char(week, 'YYYY-MM-DD') as week, country_code, category_id, currency, sum(bookings)::int as bookings, sum(gross)::bigint as gross,
      sum(take)::bigint as take, sum(refunds)::bigint as refunds, sum(refunded)::int as refunded, sum(disputes)::int as disputes
    from every group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db)
  return rows
}

type WaitCount = {
  week: string | null
  country_code: CountryCode | null
  category_id: number | null
  asked: number
  answered: number
  middle: number | null
  most: number | null
}

/** Returns the time from first request to first price of each event, in total and by week, market and category. */
export const listFirstQuoteRows = async (db: Db, of: BusinessScope): Promise<WaitCount[]> => {
  const { rows } = await sql<WaitCount>`
    with asked as (
      select r.event_key, ${weekOf(sql`r.confirmed_at`)} as week, s.country_code, s.category_id, r.confirmed_at
      from request r join search s on s.id = r.event_key join market m on m.country_code = s.country_code
      where r.confirmed_at is not null and ${within(sql`r.confirmed_at`, of)} and ${chosen(sql`s.country_code`, sql`s.category_id`, of)}
        and not exists (select from request b where b.event_key = r.event_key and (b.confirmed_at, b.id) < (r.confirmed_at, r.id))),
    waited as (
      select week, country_code, category_id, extract(epoch from first.at - confirmed_at) / 60 as minutes
      from asked left join lateral (
        select min(o.created_at) as at from request r join offer o on o.request_id = r.id
        where r.event_key = asked.event_key) first on true)
    select to_char(week, 'YYYY-MM-DD') as week, country_code, category_id, count(*)::int as asked, count(minutes)::int as answered,
      (percentile_cont(0.5) within group (order by minutes))::float8 as middle, (percentile_cont(0.9) within group (order by minutes))::float8 as most
    from waited group by grouping sets ((), (week), (country_code), (category_id)) order by 1, 2, 3`.execute(db)
  return rows
}

export const listSupplyRows = async (db: Db, countryCode: string | null) => {
  const { rows } = await sql<{
    cell: number
    country_code: CountryCode
    place: string
    lat: number
    lng: number
    artists: number
    instant: number
  }>`
    select pm.cell, min(pm.country_code) as country_code, coalesce(mode() within group (order by p.city), '') as place,
      avg(pm.lat)::float8 as lat, avg(pm.lng)::float8 as lng, count(*)::int as artists, (count(*) filter (where pm.instant_booking))::int as instant
    from provider_match pm join provider p on p.id = pm.provider_id
    where ${countryCode}::text is null or pm.country_code = ${countryCode}
    group by pm.cell order by artists desc, pm.cell`.execute(db)
  return rows
}

type CohortCount = { kind: 'customers' | 'artists'; month: string; active: string | null; n: number }

export const listCohortRows = async (db: Db, of: BusinessScope): Promise<CohortCount[]> => {
  const months = sql`a.booked_at >= ${of.from}::date - 1 and a.booked_at < ${of.until}::date + 1`
  const monthOf = (at: RawBuilder<unknown>) => sql`date_trunc('month', ${at} at time zone m.default_tz)::date`
  const { rows } = await sql<CohortCount>`
    with made as materialized (
      select a.account_id, a.provider_id, ${monthOf(sql`a.booked_at`)} as month
      from appointment a join market m on m.country_code = a.country_code join search s on s.id = a.search_id
      where ${months} and ${kept} and ${chosen(sql`a.country_code`, sql`s.category_id`, of)}),
    customer as (
      select c.who, c.month from (select account_id as who, min(month) as month from made where account_id is not null group by 1) c
      where c.month >= ${of.from}::date and c.month < ${of.until}::date and not exists (
        select from appointment a join market m on m.country_code = a.country_code join search s on s.id = a.search_id
        where a.account_id = c.who and ${monthOf(sql`a.booked_at`)} < c.month and ${kept} and ${chosen(sql`a.country_code`, sql`s.category_id`, of)})),
    artist as (
      select p.id as who, ${monthOf(sql`p.approved_at`)} as month from provider p join market m on m.country_code = p.country_code
      where p.approved_at >= ${of.from}::date - 1 and p.approved_at < ${of.until}::date + 1
        and ${monthOf(sql`p.approved_at`)} >= ${of.from}::date and ${monthOf(sql`p.approved_at`)} < ${of.until}::date
        and (${of.countryCode}::text is null or p.country_code = ${of.countryCode})
        and (${of.categoryId}::int is null or exists (select from provider_service ps join service on service.id = ps.service_id
          where ps.provider_id = p.id and ps.status = 'active' and service.category_id = ${of.categoryId})))
    select kind, to_char(month, 'YYYY-MM-DD') as month, to_char(active, 'YYYY-MM-DD') as active, n from (
      select 'customers' as kind, month, null::date as active, count(*)::int as n from customer group by month
      union all select 'customers', c.month, made.month, count(distinct c.who)::int from customer c join made on made.account_id = c.who
        where made.month < ${of.until}::date group by c.month, made.month
      union all select 'artists', month, null, count(*)::int from artist group by month
      union all select 'artists', t.month, made.month, count(distinct t.who)::int from artist t join made on made.provider_id = t.who
        where made.month >= t.month and made.month < ${of.until}::date group by t.month, made.month) counted
    order by kind, month, active nulls first`.execute(db)
  return rows
}
