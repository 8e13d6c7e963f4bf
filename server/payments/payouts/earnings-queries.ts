import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { pageRows, type After, exactInstant, olderThan } from '#server/platform/pages-of.ts'

export type MonthSum = { month: string; yours: number; fee: number; bookings: number }

/** What a provider has earned by month of their own zone, from a day on: yours and the platform's fee in minor units, and how many deposits were paid. */
export const earnedByMonth = async (
  db: Db,
  providerId: string,
  currency: string,
  tz: string,
  from: Date,
): Promise<MonthSum[]> => {
  const { rows } = await sql<MonthSum>`
    select to_char(m.at at time zone ${tz}, 'YYYY-MM') as month,
      coalesce(-sum(e.amount_minor) filter (where e.account like '%:%'), 0)::bigint as yours,
      coalesce(-sum(e.amount_minor) filter (where e.account = 'fees'), 0)::bigint as fee,
      (count(distinct m.payment_id) filter (where m.kind in ('capture', 'hand_on') and p.kind = 'deposit'))::int as bookings
    from ledger_movement m join ledger_entry e on e.movement_id = m.id left join payment p on p.id = m.payment_id
    where m.provider_id = ${providerId} and e.currency = ${currency} and m.at >= ${from} and m.kind in ('capture', 'refund', 'charge_back_lost', 'hand_off', 'hand_on', 'cash', 'share_to_provider', 'share_to_platform')
    group by 1 order by 1`.execute(db)
  return rows
}

export const paidOutEver = async (db: Db, providerId: string, currency: string): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('payout')
        .select((eb) => eb.fn.sum<number>('amount_minor').as('minor'))
        .where('provider_id', '=', providerId)
        .where('currency', '=', currency)
        .where('state', '=', 'paid')
        .executeTakeFirst()
    )?.minor ?? 0,
  )

export type StatementLine = { at: string; booking: string; paid: number; fee: number; yours: number; paid_out: number }

/** The movements of a provider's money between two instants of their zone, oldest first, in minor units. */
export const statementOf = async (
  db: Db,
  providerId: string,
  currency: string,
  tz: string,
  month: string | null,
  most: number,
): Promise<StatementLine[]> => {
  const { rows } = await sql<StatementLine>`
    select to_char(m.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, concat_ws(': ', nullif(m.note, ''), nullif(max(p.description), '')) as booking,
      coalesce(sum(e.amount_minor) filter (where e.account in ('bank', 'refunds_due', 'charge_backs', 'handed_on') and m.kind <> 'paid_out'), 0)::bigint as paid,
      coalesce(-sum(e.amount_minor) filter (where e.account = 'fees'), 0)::bigint as fee,
      coalesce(-sum(e.amount_minor) filter (where e.account like '%:%'), 0)::bigint as yours,
      coalesce(-sum(e.amount_minor) filter (where e.account = 'bank' and m.kind = 'paid_out'), 0)::bigint as paid_out
    from ledger_movement m join ledger_entry e on e.movement_id = m.id left join payment p on p.id = m.payment_id
    where m.provider_id = ${providerId} and e.currency = ${currency} and m.kind in ('capture', 'refund', 'charge_back_lost', 'hand_off', 'hand_on', 'cash', 'share_to_provider', 'share_to_platform', 'paid_out')
      and (${month}::text is null or to_char(m.at at time zone ${tz}, 'YYYY-MM') = ${month})
    group by m.id order by m.at desc, m.id desc limit ${most}`.execute(db)
  return rows.reverse()
}

/** A page of a provider's payouts, newest first, and one row more. */
export const payoutsOf = (db: Db, providerId: string, after: After | null) =>
  db
    .selectFrom('payout')
    .select(['id', 'amount_minor', 'currency', 'state', 'error', 'paid_at', exactInstant('payout.created_at').as('at')])
    .where('provider_id', '=', providerId)
    .where('refused_to_us', '=', false)
    .where(olderThan('created_at', 'id', after))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageRows + 1)
    .execute()
