import type { Minor } from '#contract/money.ts'
import { type Insertable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

/** Keeps a line of the service's books; false where it is known. */
export const insertLine = async (db: Db, row: Insertable<DB['bank_line']>): Promise<boolean> =>
  Boolean(
    await db
      .insertInto('bank_line')
      .values(row)
      .onConflict((oc) => oc.doNothing())
      .returning('line_id')
      .executeTakeFirst(),
  )

type Sum = { category: string; currency: string; lines: number; net: Minor }
/** What the service moved between two instants, by kind. */
export const kindsBetween = (db: Db, country: string, from: Date, until: Date): Promise<Sum[]> =>
  db
    .selectFrom('bank_line')
    .select((eb) => [
      'category',
      'currency',
      sql<number>`count(*)::int`.as('lines'),
      sql<Minor>`${eb.fn.sum('net_minor')}::bigint`.as('net'),
    ])
    .where('country_code', '=', country)
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .groupBy(['category', 'currency'])
    .orderBy('currency')
    .orderBy('category')
    .execute()

export type Compared = {
  name: string
  category: string | null
  currency: string
  service: Minor
  ledger: Minor
  at: Date
  payment_id: string | null
  number: number | null
}

/**
 * Everything that either side moved between two instants, by the service's own name of it and currency: what each side
 * says of it in all. What was written down after the service's books were last read is not missed there yet.
 */
export const compareBooks = async (
  db: Db,
  { country, from, until, readAt }: { country: string; from: Date; until: Date; readAt: Date },
): Promise<Compared[]> => {
  const { rows } = await sql<Compared>`
    with theirs as (
      select coalesce(source, line_id) as name, currency, min(category) as category, sum(net_minor) as net, min(created_at) as at
      from bank_line where country_code = ${country} and coalesce(source, line_id) in (
        select coalesce(source, line_id) from bank_line where country_code = ${country} and created_at >= ${from} and created_at < ${until})
      group by 1, 2),
    moved as (
      select coalesce(m.source, 'movement ' || m.id) as name, e.currency, e.amount_minor, m.at, m.payment_id
      from ledger_movement m join ledger_entry e on e.movement_id = m.id and e.account = 'bank'
      left join payment p on p.id = m.payment_id left join payout o on o.id = m.payout_id
      where m.source in (select name from theirs)
        or (m.at >= ${from} and m.at < least(${until}::timestamptz, ${readAt}::timestamptz) and coalesce(p.gateway, o.gateway) = 'stripe'
          and coalesce(p.country_code, o.country_code) = ${country}
          and not exists (select from bank_line l where coalesce(l.source, l.line_id) = m.source))),
    ours as (
      select name, currency, sum(amount_minor) as net, min(at) as at, (array_agg(payment_id) filter (where payment_id is not null))[1] as payment_id
      from moved group by 1, 2)
    select coalesce(t.name, o.name) as name, t.category, coalesce(t.currency, o.currency) as currency,
      coalesce(t.net, 0)::bigint as service, coalesce(o.net, 0)::bigint as ledger, coalesce(t.at, o.at) as at, p.id as payment_id, p.number
    from theirs t full join ours o on o.name = t.name and o.currency = t.currency left join payment p on p.id = o.payment_id
    order by at, name`.execute(db)
  return rows
}

/** Artists' parts of what was taken between two instants and has not been passed on, as far as they are owed it in all: by currency, of how many payments, how much, and since when. */
export const heldOf = async (
  db: Db,
  country: string,
  { from = new Date(0), before }: { from?: Date; before: Date },
): Promise<{ currency: string; payments: number; minor: Minor; since: Date }[]> => {
  const { rows } = await sql<{ currency: string; payments: number; minor: Minor; since: Date }>`
    with held as (
      select p.provider_id, p.currency, p.captured_at, p.captured_at >= ${from} and p.captured_at < ${before} as asked,
        p.amount_minor - p.refunded_minor - p.fee_minor + p.fee_refunded_minor
        - coalesce((select sum(t.amount_minor - t.reversed_minor) from payout_transfer t where t.payment_id = p.id and t.state = 'sent'), 0) as minor
      from payment p where p.country_code = ${country} and p.gateway = 'stripe' and p.state = 'captured'),
    owed as (
      select currency, count(*) filter (where asked and minor > 0) as payments, min(captured_at) filter (where asked and minor > 0) as since,
        least(coalesce(sum(minor) filter (where asked and minor > 0), 0), greatest(0, sum(minor))) as minor
      from held group by provider_id, currency)
    select currency, sum(payments)::int as payments, sum(minor)::bigint as minor, min(since) as since
    from owed where minor > 0 group by currency order by currency`.execute(db)
  return rows
}
