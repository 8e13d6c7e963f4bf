import { type Selectable, sql } from 'kysely'
import type { Minor } from '#contract/money.ts'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

/** What was charged for one booking, or given back. */
export type FeeLine = { at: string; booking: string; feeMinor: Minor }
type Party = { name: string; address: string; taxNumber: string }
/** As an invoice was issued: nothing of it changes with what either side is called later. */
export type InvoiceBody = { from: Party; to: Party; lines: FeeLine[] }
export type InvoiceRow = Selectable<DB['fee_invoice']> & { body: InvoiceBody }

/** The fees of a month of the artist's zone, oldest first. */
export const feesOfMonth = async (
  db: Db,
  { providerId, currency, tz, month }: { providerId: string; currency: string; tz: string; month: string },
): Promise<FeeLine[]> => {
  const { rows } = await sql<FeeLine>`
    select to_char(m.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
      concat_ws(': ', nullif(m.note, ''), nullif(p.description, '')) as booking, (-sum(e.amount_minor))::int as "feeMinor"
    from ledger_movement m join ledger_entry e on e.movement_id = m.id and e.account = 'fees' and e.currency = ${currency}
    left join payment p on p.id = m.payment_id
    where m.provider_id = ${providerId} and m.at between (${`${month}-01`}::date - 1)::timestamptz and (${`${month}-01`}::date + interval '1 month 1 day')::timestamptz
      and to_char(m.at at time zone ${tz}, 'YYYY-MM') = ${month}
    group by m.id, p.description having sum(e.amount_minor) <> 0 order by m.at, m.id`.execute(db)
  return rows
}

/** Artists who owe the platform an invoice for a month that is over in their zone: fees moved and none has been issued. */
export const uninvoiced = async (
  db: Db,
  now: Date,
  most: number,
): Promise<{ providerId: string; currency: string; month: string; tz: string }[]> => {
  const { rows } = await sql<{ providerId: string; currency: string; month: string; tz: string }>`
    select p.id as "providerId", e.currency, to_char(m.at at time zone p.tz, 'YYYY-MM') as month, p.tz
    from ledger_movement m join ledger_entry e on e.movement_id = m.id and e.account = 'fees' join provider p on p.id = m.provider_id
    where m.at > ${now}::timestamptz - interval '70 days'
      and to_char(m.at at time zone p.tz, 'YYYY-MM') < to_char((${now}::timestamptz - interval '1 day') at time zone p.tz, 'YYYY-MM')
      and not exists (select from fee_invoice i where i.provider_id = p.id and i.currency = e.currency and i.month = to_char(m.at at time zone p.tz, 'YYYY-MM'))
    group by 1, 2, 3, 4 having sum(e.amount_minor) <> 0 order by month, p.id limit ${most}`.execute(db)
  return rows
}

/** The next number of a market's invoices, kept from others until the transaction ends: one that is not used is given again. */
export const nextInvoiceNumber = async (db: Db, countryCode: string): Promise<number> => {
  const { rows } = await sql<{ last: number }>`
    insert into fee_invoice_number (country_code, last) values (${countryCode}, 1)
    on conflict (country_code) do update set last = fee_invoice_number.last + 1 returning last`.execute(db)
  return rows[0]?.last ?? 1
}

/** Whether an artist's invoice for a month has been issued. */
export const isInvoiced = async (db: Db, providerId: string, month: string, currency: string): Promise<boolean> =>
  Boolean(
    await db
      .selectFrom('fee_invoice')
      .select('id')
      .where('provider_id', '=', providerId)
      .where('month', '=', month)
      .where('currency', '=', currency)
      .executeTakeFirst(),
  )

export const insertInvoice = (
  db: Db,
  row: Omit<Selectable<DB['fee_invoice']>, 'id' | 'body'> & { body: InvoiceBody },
) =>
  db
    .insertInto('fee_invoice')
    .values({ ...row, body: JSON.stringify(row.body) })
    .execute()

/** The invoices to an artist, newest first. */
export const invoicesOf = (db: Db, providerId: string) =>
  db
    .selectFrom('fee_invoice')
    .select(['id', 'country_code', 'number', 'month', 'fee_minor', 'currency'])
    .where('provider_id', '=', providerId)
    .orderBy('month', 'desc')
    .limit(240)
    .execute()

export const invoiceById = (db: Db, id: string): Promise<InvoiceRow | undefined> =>
  db.selectFrom('fee_invoice').selectAll().where('id', '=', id).executeTakeFirst() as Promise<InvoiceRow | undefined>
