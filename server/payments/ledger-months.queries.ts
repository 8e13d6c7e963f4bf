import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** A month of the ledger in UTC; its balances by kind of account are those of its end. */
type LedgerMonthRow = {
  currency: string
  month: string
  closed_at: Date | null
  closed_by: string | null
  balances: Record<string, number>
}

/** Lists the months with movements that are over, newest first, closed and open ones. */
export async function listLedgerMonths(db: Db, now: Date): Promise<LedgerMonthRow[]> {
  const { rows } = await sql<LedgerMonthRow>`
    with first as (
      select e.currency, date_trunc('month', min(m.at) at time zone 'UTC') as month
      from ledger_entry e join ledger_movement m on m.id = e.movement_id group by 1),
    over as (
      select first.currency, series.month::date as month from first,
        generate_series(first.month, date_trunc('month', ${now}::timestamptz at time zone 'UTC') - interval '1 month', interval '1 month') series(month)),
    changes as (
      select e.currency, split_part(e.account, ':', 1) as account, date_trunc('month', m.at at time zone 'UTC')::date as month, sum(e.amount_minor) as minor
      from ledger_entry e join ledger_movement m on m.id = e.movement_id group by 1, 2, 3)
    select over.currency, to_char(over.month, 'YYYY-MM') as month, c.closed_at, a.name as closed_by,
      coalesce(c.balances, (select jsonb_object_agg(account, minor) from (
        select account, sum(minor)::float8 as minor from changes
        where changes.currency = over.currency and changes.month <= over.month group by account having sum(minor) <> 0) sums), '{}') as balances
    from over left join ledger_close c on c.currency = over.currency and c.month = over.month
    left join account a on a.id = c.closed_by
    order by over.month desc, over.currency limit 240`.execute(db)
  return rows
}

/** Waits, for at most a second, until no posting is in progress, and prevents others until the transaction ends. */
export async function lockLedger(db: Db): Promise<void> {
  await sql`set local lock_timeout = '1s'`.execute(db)
  await sql`lock table ledger_movement, ledger_entry in share row exclusive mode`.execute(db)
}

/**
 * Returns the month (YYYY-MM) after the last closed month, or else the first month with movements. Returns null if
 * there are no movements.
 */
export async function findFirstOpenMonth(db: Db, currency: string): Promise<string | null> {
  const { rows } = await sql<{ month: string | null }>`
    select to_char(coalesce(
      (select max(month) + interval '1 month' from ledger_close where currency = ${currency}),
      (select min(m.at) at time zone 'UTC' from ledger_entry e join ledger_movement m on m.id = e.movement_id where e.currency = ${currency})
    ), 'YYYY-MM') as month`.execute(db)
  return rows[0]?.month ?? null
}

/** Closes a month with its final balances. */
export async function insertLedgerClose(
  db: Db,
  { currency, month, now, by }: { currency: string; month: string; now: Date; by: string | null },
): Promise<void> {
  await sql`
    insert into ledger_close (currency, month, closed_at, closed_by, balances)
    select ${currency}, ${`${month}-01`}::date, ${now}, ${by}, coalesce(jsonb_object_agg(account, minor), '{}')
    from (select split_part(e.account, ':', 1) as account, sum(e.amount_minor)::float8 as minor
      from ledger_entry e join ledger_movement m on m.id = e.movement_id
      where e.currency = ${currency} and m.at < (${`${month}-01`}::date + interval '1 month') at time zone 'UTC'
      group by 1 having sum(e.amount_minor) <> 0) sums`.execute(db)
}
