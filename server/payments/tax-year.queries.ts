import { sql } from 'kysely'
import type { Minor } from '#contract/money.ts'
import type { Db } from '#db/database.ts'
import { appointmentOfMovement } from './ledger.queries.ts'
import type { Days } from './statements.queries.ts'

/** A movement of an artist's income in minor units, in the local month in which it counts. */
export type IncomeLine = {
  month: string
  bookingId: string | null
  /** True if it was before the booking was earned, so that it is part of what was earned then. */
  beforeEarned: boolean
  tip: boolean
  fee: Minor
  yours: Minor
  /** The tax in the price; null if the booking was made without a registration. */
  taxPercent: number | null
  /** True if the artist was registered when the fee was charged. */
  registered: boolean
  /** The tax in the fee; null if the platform charged none. */
  feeTaxPercent: number | null
}

type Whose = { providerId: string; currency: string; tz: string; days: Days }

const income = [
  'capture',
  'refund',
  'refund_refused',
  'charge_back_lost',
  'charge_back_restored',
  'hand_off',
  'hand_on',
  'cash',
  'share_to_provider',
  'share_to_platform',
  'promo',
  'release',
]

/**
 * Lists the income that counts on some local days. A booking is earned when it is completed, or when kept money is
 * released after a cancellation; a booking that is not earned does not count. `feeTaxPercent` is the tax on fees that no
 * invoice has yet.
 */
export const listIncome = async (
  db: Db,
  { providerId, currency, tz, days, feeTaxPercent }: Whose & { feeTaxPercent: number | null },
): Promise<IncomeLine[]> => {
  const { rows } = await sql<IncomeLine>`
    with moved as materialized (
      select m.id, m.at, m.kind, m.payment_id, s.fee, s.yours, ${appointmentOfMovement(sql`m.ref`)} as booking_id
      from ledger_movement m join lateral (select count(*) as entries,
        coalesce(-sum(amount_minor) filter (where account = 'fees'), 0)::int as fee,
        coalesce(-sum(amount_minor) filter (where account like '%:%'), 0)::int as yours
        from ledger_entry where movement_id = m.id and currency = ${currency}) s on s.entries > 0
      where m.provider_id = ${providerId} and m.kind = any(${income}::text[])),
    earned as (
      select v.booking_id, (a.body->'tax'->>'percent')::float8 as tax_percent,
        coalesce(a.completed_at, min(v.at) filter (where v.kind = 'release')) as at
      from moved v join appointment a on a.id = v.booking_id group by v.booking_id, a.id)
    select to_char(greatest(v.at, e.at) at time zone ${tz}, 'YYYY-MM') as month, v.booking_id as "bookingId",
      coalesce(v.at <= e.at, false) as "beforeEarned", coalesce(p.kind = 'tip', false) as tip, v.fee, v.yours,
      case when v.booking_id is null then sale.percent else e.tax_percent end as "taxPercent",
      charged.id is not null as registered,
      case when i.id is null then ${feeTaxPercent}::float8 else i.tax_percent::float8 end as "feeTaxPercent"
    from moved v left join earned e on e.booking_id = v.booking_id left join payment p on p.id = v.payment_id
    left join tax_registration charged on charged.provider_id = ${providerId} and charged.since <= v.at and (charged.until is null or charged.until > v.at)
    left join lateral (select percent::float8 as percent from tax_rate t where t.country_code = charged.country_code and t.region = charged.region
      and t.starts_on <= (v.at at time zone 'UTC')::date order by starts_on desc limit 1) sale on true
    left join fee_invoice i on i.provider_id = ${providerId} and i.currency = ${currency} and i.month = to_char(v.at at time zone ${tz}, 'YYYY-MM')
    where v.kind <> 'release' and (v.booking_id is null or e.at is not null)
      and (greatest(v.at, e.at) at time zone ${tz})::date between ${days.from}::date and ${days.to}::date
    order by greatest(v.at, e.at), v.id`.execute(db)
  return rows
}

/** Returns what was paid out to an artist on some local days, by month and less what was returned. */
export const sumPaidOut = async (
  db: Db,
  { providerId, currency, tz, days }: Whose,
): Promise<ReadonlyMap<string, Minor>> => {
  const { rows } = await sql<{ month: string; minor: string }>`
    select to_char(m.at at time zone ${tz}, 'YYYY-MM') as month, (-sum(e.amount_minor))::bigint as minor
    from ledger_movement m join ledger_entry e on e.movement_id = m.id and e.account = 'bank' and e.currency = ${currency}
    where m.provider_id = ${providerId} and m.kind in ('paid_out', 'reversal')
      and (m.at at time zone ${tz})::date between ${days.from}::date and ${days.to}::date
    group by 1`.execute(db)
  return new Map(rows.map(({ month, minor }) => [month, Number(minor)]))
}
