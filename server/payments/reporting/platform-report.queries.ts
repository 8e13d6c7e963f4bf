import { sql } from 'kysely'
import type { SellerState } from '#contract/payments/seller-identity.ts'
import type { Minor } from '#contract/money.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Db } from '#db/database.ts'
import { fetchPage, type Page } from '#server/platform/pagination.ts'
import { selectSellerState } from './seller-identity.queries.ts'

/** Movements that change what a seller has earned. Promo codes of the platform are its own expense. */
const earning = [
  'capture',
  'refund',
  'refund_refused',
  'charge_back_lost',
  'charge_back_restored',
  'hand_off',
  'hand_on',
  'share_to_provider',
  'share_to_platform',
  'cash',
]
/** Movements that settle a payment for a seller, without refunds and cash. */
const settling = ['capture', 'hand_on', 'hand_off']

export type SellerRow = {
  id: string
  name: string
  account_id: string | null
  email: string | null
  state: SellerState
}

const yearStart = (year: number) => sql<Date>`make_timestamptz(${year}::int, 1, 1, 0, 0, 0, 'UTC')`

/** Matches providers of a market with movements in a calendar year, a day more at both ends for time zones. */
const hasMovements = (
  year: number,
) => sql<boolean>`exists (select from ledger_movement m where m.provider_id = provider.id
  and m.kind = any(${[...earning, 'release']}::text[])
  and m.at >= ${yearStart(year)} - interval '1 day' and m.at < ${yearStart(year + 1)} + interval '1 day')`

const selectSellers = (db: Db, { country, year, now }: { country: CountryCode; year: number; now: Date }) =>
  db
    .selectFrom('provider')
    .leftJoin('account', 'account.id', 'provider.account_id')
    .select([
      'provider.id',
      'provider.name',
      'provider.account_id',
      'account.email',
      selectSellerState(now).as('state'),
    ])
    .where('provider.country_code', '=', country)
    .where(hasMovements(year))

type Asked = { country: CountryCode; year: number; now: Date }

export const fetchSellers = async (
  db: Db,
  { state, cursor, ...asked }: Asked & { state?: SellerState | undefined; cursor?: string | undefined },
): Promise<Page<SellerRow>> =>
  fetchPage(
    selectSellers(db, asked).$if(state !== undefined, (all) =>
      all.where(sql<boolean>`${selectSellerState(asked.now)} = ${state}`),
    ),
    { cursor },
    { at: 'provider.created_at', id: 'provider.id' },
  )

export const listSellers = (db: Db, asked: Asked): Promise<SellerRow[]> =>
  selectSellers(db, asked).orderBy('provider.created_at').orderBy('provider.id').execute()

export const countSellers = async (db: Db, asked: Asked): Promise<Record<SellerState, number>> => {
  const rows = await db
    .selectFrom(selectSellers(db, asked).as('seller'))
    .select(['state', sql<number>`count(*)::int`.as('n')])
    .groupBy('state')
    .execute()
  const counts = { missing: 0, provided: 0, verified: 0, overdue: 0 }
  for (const { state, n } of rows) counts[state] = n
  return counts
}

export type MonthSums = { provider_id: string; month: number; gross: Minor; fee: Minor; services: number }

// The booking of a movement: its reference is a booking, a hold, a share of a bill, a tip or a spent credit.
const bookingOf = sql`coalesce((
  select a.id from appointment a where a.id = v.ref
  union all select a.id from appointment a where a.hold_id = v.ref
  union all select a.id from bill_share b join appointment a on a.hold_id = b.hold_id where b.id = v.ref
  union all select t.appointment_id from tip t where t.id = v.ref
  union all select c.for_ref from credit_spend c join appointment a on a.id = c.for_ref where c.id = v.ref
  union all select a.id from credit_spend c join appointment a on a.hold_id = c.for_ref where c.id = v.ref
  limit 1), v.ref)`

const sumMovement = sql`
  coalesce(-sum(e.amount_minor) filter (where e.account = 'fees' or e.account like '%:%'), 0)::bigint as gross,
  coalesce(-sum(e.amount_minor) filter (where e.account = 'fees'), 0)::bigint as fee`

/**
 * Sums what customers paid for completed services, by local month of the calendar year. A movement counts when its
 * earnings were released, a later refund when it was made, so that a past year does not change. Cash counts when it
 * was recorded. A service counts in the month of its first release.
 */
export const sumCompletedServices = async (
  db: Db,
  { providerIds, currency, year }: { providerIds: readonly string[]; currency: string; year: number },
): Promise<MonthSums[]> => {
  const { rows } = await sql<MonthSums>`
    with movement as (
      select m.id, m.provider_id, m.kind, m.ref, coalesce(m.dated_at, m.at) as moved_at, ${sumMovement}
      from ledger_movement m join ledger_entry e on e.movement_id = m.id and e.currency = ${currency}
      where m.provider_id = any(${providerIds}::uuid[]) and m.kind = any(${earning}::text[]) and m.at < ${yearStart(year + 1)} + interval '1 day'
      group by m.id),
    released as (
      select provider_id, ref, min(coalesce(dated_at, at)) as at from ledger_movement
      where kind = 'release' and provider_id = any(${providerIds}::uuid[]) group by 1, 2),
    credited as (
      select v.provider_id, v.gross, v.fee, ${bookingOf} as booking,
        case when v.kind = 'cash' then v.moved_at else greatest(v.moved_at, r.at) end at time zone p.tz as at
      from movement v join provider p on p.id = v.provider_id
      left join released r on r.provider_id = v.provider_id and r.ref = v.ref
      where v.kind = 'cash' or r.at is not null),
    service as (select provider_id, booking, min(at) as at from credited group by 1, 2 having sum(gross) > 0),
    summed as (
      select provider_id, date_trunc('month', at) as month, sum(gross) as gross, sum(fee) as fee, 0 as services
      from credited group by 1, 2
      union all select provider_id, date_trunc('month', at), 0, 0, count(*) from service group by 1, 2)
    select provider_id, extract(month from month)::int as month, sum(gross)::bigint as gross, sum(fee)::bigint as fee, sum(services)::int as services
    from summed where extract(year from month) = ${year} group by 1, 2 order by 1, 2`.execute(db)
  return rows.map(toNumbers)
}

/**
 * Sums payments by local month of the calendar year, with their number, as Form 1099-K reports them: before refunds
 * and fees, on the day of the payment, without cash.
 */
export const sumPayments = async (
  db: Db,
  { providerIds, currency, year }: { providerIds: readonly string[]; currency: string; year: number },
): Promise<MonthSums[]> => {
  const { rows } = await sql<MonthSums>`
    with movement as (
      select m.id, m.provider_id, m.kind, coalesce(m.dated_at, m.at) at time zone p.tz as at, ${sumMovement}
      from ledger_movement m join ledger_entry e on e.movement_id = m.id and e.currency = ${currency} join provider p on p.id = m.provider_id
      where m.provider_id = any(${providerIds}::uuid[]) and m.kind = any(${settling}::text[]) group by m.id, p.tz)
    select provider_id, extract(month from at)::int as month, sum(gross)::bigint as gross, sum(fee)::bigint as fee,
      sum(case kind when 'hand_off' then -1 else 1 end)::int as services
    from movement where extract(year from at) = ${year} group by 1, 2 order by 1, 2`.execute(db)
  return rows.map(toNumbers)
}

const toNumbers = ({ gross, fee, ...row }: MonthSums): MonthSums => ({ ...row, gross: Number(gross), fee: Number(fee) })
