import { sql } from 'kysely'
import type { Minor } from '#contract/money.ts'
import type { Db } from '#db/database.ts'
import { searchOfMovement } from './ledger.queries.ts'
import { selectExactInstant, fetchPage, type PageRequest } from '#server/platform/pagination.ts'

export type CategorySum = { category_id: number | null; yours: number; fee: number; bookings: number }
type MonthSum = CategorySum & { month: string }

/** Amounts are minor units by local month and category. The category is null for money without a booking. */
export const listEarnedByMonth = async (
  db: Db,
  providerId: string,
  currency: string,
  tz: string,
  from: Date,
): Promise<MonthSum[]> => {
  const { rows } = await sql<MonthSum>`
    select to_char(m.at at time zone ${tz}, 'YYYY-MM') as month, b.category_id,
      coalesce(-sum(e.amount_minor) filter (where e.account like '%:%'), 0)::bigint as yours,
      coalesce(-sum(e.amount_minor) filter (where e.account = 'fees'), 0)::bigint as fee,
      (count(distinct case when p.kind = 'deposit' then p.ref when p.part_of = 'deposit' then (select s.for_ref from credit_spend s where s.id = p.ref) end)
        filter (where m.kind in ('capture', 'hand_on')))::int as bookings
    from ledger_movement m join ledger_entry e on e.movement_id = m.id left join payment p on p.id = m.payment_id
    left join lateral (select s.category_id from search s where s.id = ${searchOfMovement(sql`m.ref`)} offset 0) b on true
    where m.provider_id = ${providerId} and e.currency = ${currency} and m.at >= ${from} and m.kind in ('capture', 'refund', 'refund_refused', 'charge_back_lost', 'charge_back_restored', 'hand_off', 'hand_on', 'cash', 'share_to_provider', 'share_to_platform', 'promo')
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

/** Lists what is stored of an artist's months since `first` (YYYY-MM), oldest first. */
export const listStoredMonths = (
  db: Db,
  { providerId, currency, tz, first }: { providerId: string; currency: string; tz: string; first: string },
): Promise<{ month: string; categories: CategorySum[] }[]> =>
  db
    .selectFrom('earned_month')
    .select(['month', 'categories'])
    .where('provider_id', '=', providerId)
    .where('currency', '=', currency)
    .where('tz', '=', tz)
    .where('month', '>=', first)
    .orderBy('month')
    .execute() as Promise<never>

/** Lists artists with at least `bookings` bookings for whom `month` (YYYY-MM, local) is over and not stored yet. */
export const listUnstoredArtists = async (
  db: Db,
  { now, bookings, most }: { now: Date; bookings: number; most: number },
): Promise<{ id: string; tz: string; currency: string; month: string }[]> => {
  const { rows } = await sql<{ id: string; tz: string; currency: string; month: string }>`
    select p.id, p.tz, k.currency, over.month from provider p join market k on k.country_code = p.country_code
    cross join lateral (select to_char(date_trunc('month', (${now}::timestamptz - interval '2 days') at time zone p.tz) - interval '1 day', 'YYYY-MM') as month) over
    where p.booking_count >= ${bookings}
      and not exists (select from earned_month e where e.provider_id = p.id and e.currency = k.currency and e.tz = p.tz and e.month = over.month)
    order by p.id limit ${most}`.execute(db)
  return rows
}

export const saveEarnedMonths = (
  db: Db,
  { providerId, currency, tz }: { providerId: string; currency: string; tz: string },
  months: readonly { month: string; categories: readonly CategorySum[] }[],
) =>
  db
    .insertInto('earned_month')
    .values(
      months.map(({ month, categories }) => ({
        provider_id: providerId,
        currency,
        tz,
        month,
        categories: JSON.stringify(categories),
      })),
    )
    .onConflict((oc) =>
      oc
        .columns(['provider_id', 'currency', 'month'])
        .doUpdateSet(({ ref }) => ({ tz: ref('excluded.tz'), categories: ref('excluded.categories') })),
    )
    .execute()

// The reversed part of a payout, and the amount paid to the bank (the gateway's value, if known).
export const returnedMinor = sql<number>`coalesce((select sum(t.reversed_minor) from payout_transfer t where t.payout_id = payout.id and t.state = 'sent'), 0)::int`
export const bankMinor = sql<number>`coalesce(payout.bank_minor, payout.amount_minor - ${returnedMinor})::int`

export const getPayoutSums = async (
  db: Db,
  providerId: string,
  currency: string,
): Promise<{ onItsWay: number; paid: number }> => {
  const { rows } = await sql<{ onItsWay: number; paid: number }>`
    select coalesce(sum(${bankMinor}) filter (where state in ('queued', 'sent')), 0)::bigint as "onItsWay",
      coalesce(sum(${bankMinor}) filter (where state = 'paid'), 0)::bigint as paid
    from payout where provider_id = ${providerId} and currency = ${currency}`.execute(db)
  return rows[0] ?? { onItsWay: 0, paid: 0 }
}

export const fetchPayoutsOfProvider = (db: Db, providerId: string, page: PageRequest) =>
  fetchPage(
    db
      .selectFrom('payout')
      .select([
        'id',
        'amount_minor',
        'currency',
        'state',
        'error',
        'paid_at',
        selectExactInstant('payout.created_at').as('at'),
      ])
      .select([returnedMinor.as('returned'), bankMinor.as('bank')])
      .where('provider_id', '=', providerId)
      .where('refused_to_us', '=', false),
    page,
    { at: 'created_at', id: 'id' },
  )

/** Sums an artist's payouts by local month of their day, newest first; failed ones do not count. */
export const sumPayoutsByMonth = async (
  db: Db,
  { providerId, currency, tz }: { providerId: string; currency: string; tz: string },
): Promise<{ month: string; minor: Minor }[]> => {
  const { rows } = await sql<{ month: string; minor: Minor }>`
    select to_char(coalesce(paid_at, created_at) at time zone ${tz}, 'YYYY-MM') as month, sum(${bankMinor})::bigint as minor
    from payout where provider_id = ${providerId} and currency = ${currency} and state <> 'failed' and not refused_to_us
    group by 1 order by 1 desc`.execute(db)
  return rows
}
