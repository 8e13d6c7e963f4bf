import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Minor } from '#contract/money.ts'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import type { StatementType } from '#contract/payments/statements.ts'
import { appointmentOfMovement } from './ledger.queries.ts'

/** Local days, inclusive: YYYY-MM-DD. */
export type Days = { from: string; to: string }

/** The booking that money belongs to. The event and the name are empty after the customer deleted the account. */
export type BookedJob = {
  bookingNumber: string | null
  customer: string
  event: string
  /** Local day of the event; null without a booking. */
  eventDate: string | null
  /** The text of money without a booking. */
  otherwise: string
}

/** A movement of an artist's money in minor units, on a local day. */
export type StatementLine = BookedJob & {
  at: string
  day: string
  type: StatementType
  payoutId: string | null
  paid: Minor
  fee: Minor
  yours: Minor
  paidOut: Minor
  whole: Minor | null
}

const shown = [
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
  'paid_out',
  'reversal',
]

// SQL: the name under which the customer of booking `a` booked; empty after the customer deleted the account.
const customerName = sql`case when a.account_id is null and a.requester->>'email' = '' then '' else coalesce(a.requester->>'name', '') end`

// SQL: the columns of `BookedJob`, of the booking `a`, the movement's note and the payment `p`.
const jobColumns = (note: RawBuilder<unknown>) => sql`a.number::text as "bookingNumber",
  ${customerName} as customer, coalesce(a.event, '') as event, to_char(a.event_date, 'YYYY-MM-DD') as "eventDate",
  case when a.id is null then concat_ws(': ', nullif(${note}, ''), nullif(p.description, '')) else '' end as otherwise`

// SQL: the type of a payment `p`.
const paymentType = sql`case when p.kind = 'credit' then 'voucher' else p.kind end`

// SQL: the type of a movement `m` of a payment `p`.
const movementType = sql`coalesce(case m.kind
  when 'capture' then ${paymentType}
  when 'refund_refused' then 'refund_reversed'
  when 'charge_back_lost' then 'dispute_lost'
  when 'charge_back_restored' then 'dispute_won'
  when 'hand_off' then 'moved_out'
  when 'hand_on' then 'moved_in'
  when 'share_to_provider' then 'fee_correction'
  when 'share_to_platform' then 'fee_correction'
  when 'paid_out' then 'payout'
  when 'reversal' then 'payout_returned'
  else m.kind end, 'correction')`

export const listStatementLines = async (
  db: Db,
  {
    providerId,
    currency,
    tz,
    days,
    most,
  }: { providerId: string; currency: string; tz: string; days: Days | null; most: number },
): Promise<StatementLine[]> => {
  const { rows } = await sql<StatementLine>`
    select to_char(m.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, to_char(m.at at time zone ${tz}, 'YYYY-MM-DD') as day,
      ${movementType} as type,
      case when m.kind in ('paid_out', 'reversal') then m.payout_id end as "payoutId", ${jobColumns(sql`m.note`)},
      e.paid, e.fee, e.yours, e.paid_out as "paidOut", case when m.kind = 'capture' and p.kind = 'deposit'
        then coalesce((select total_minor from appointment where id = p.ref), (select total_minor from appointment where hold_id = p.ref)) end as whole
    from ledger_movement m
    join lateral (select
      coalesce(sum(amount_minor) filter (where account not like '%:%' and account <> 'fees' and m.kind not in ('paid_out', 'reversal')), 0)::int as paid,
      coalesce(-sum(amount_minor) filter (where account = 'fees'), 0)::int as fee,
      coalesce(-sum(amount_minor) filter (where account like '%:%' and m.kind <> 'reversal'), 0)::int as yours,
      coalesce(-sum(amount_minor) filter (where account = 'bank' and m.kind in ('paid_out', 'reversal')), 0)::int as paid_out,
      count(*) as entries
      from ledger_entry where movement_id = m.id and currency = ${currency}) e on e.entries > 0
    left join payment p on p.id = m.payment_id
    left join appointment a on a.id = ${appointmentOfMovement(sql`m.ref`)}
    where m.provider_id = ${providerId} and m.kind = any(${shown}::text[])
      and (${days?.from ?? null}::date is null or m.at between (${days?.from ?? null}::date - 1)::timestamptz and (${days?.to ?? null}::date + 2)::timestamptz
        and (m.at at time zone ${tz})::date between ${days?.from ?? null}::date and ${days?.to ?? null}::date)
    order by m.at desc, m.id desc limit ${most}`.execute(db)
  return rows.reverse()
}

/**
 * Returns what Primp owes an artist before a time: pending, earned and in transit to the bank. `before` is an instant, a
 * local day (its start), or null for now.
 */
export const getOwedBefore = async (
  db: Db,
  { providerId, currency, tz, before }: { providerId: string; currency: string; tz: string; before: string | null },
): Promise<Minor> => {
  const until = before?.includes('T') ? sql`${before}::timestamptz` : sql`${before}::timestamp at time zone ${tz}`
  const { rows } = await sql<{ owed: string }>`
    select coalesce(-sum(e.amount_minor), 0)::bigint as owed from ledger_movement m join ledger_entry e on e.movement_id = m.id
    where m.provider_id = ${providerId} and e.currency = ${currency}
      and e.account in (${`pending:${providerId}`}, ${`earned:${providerId}`}, 'payouts_due')
      and (${before}::text is null or m.at < ${until})`.execute(db)
  return Number(rows[0]?.owed ?? 0)
}

/** Lists the calendar years with movements, oldest first. */
export const getMovementSpan = async (
  db: Db,
  providerId: string,
  tz: string,
): Promise<{ first: string | null; last: string | null }> => {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select to_char(min(at) at time zone ${tz}, 'YYYY-MM-DD') as first, to_char(max(at) at time zone ${tz}, 'YYYY-MM-DD') as last
    from ledger_movement where provider_id = ${providerId} and kind = any(${shown}::text[])`.execute(db)
  return rows[0] ?? { first: null, last: null }
}

type PayoutPartRow = BookedJob & { type: StatementType; paid: Minor | null; fee: Minor | null; part: Minor }

/** Returns the source payments of a payout with the artist's part. The payment is null for parts without one. */
export const listPayoutParts = async (db: Db, payoutId: string): Promise<PayoutPartRow[]> => {
  const { rows } = await sql<PayoutPartRow>`
    select ${jobColumns(sql`null`)}, coalesce(${paymentType}, 'correction') as type,
      p.amount_minor - p.refunded_minor as paid, p.fee_minor - p.fee_refunded_minor as fee, t.amount_minor as part
    from payout_transfer t left join payment p on p.id = t.payment_id
    left join appointment a on a.id = ${appointmentOfMovement(sql`p.ref`)}
    where t.payout_id = ${payoutId} order by p.captured_at nulls last, t.id`.execute(db)
  return rows
}

/** Lists the bookings of payouts, each once a payout, earliest visit first. */
export const listJobsOfPayouts = async (
  db: Db,
  payoutIds: readonly string[],
): Promise<(BookedJob & { payoutId: string })[]> => {
  if (payoutIds.length === 0) return []
  const { rows } = await sql<BookedJob & { payoutId: string }>`
    select distinct on (t.payout_id, a.starts_at, a.id) t.payout_id as "payoutId", ${jobColumns(sql`null`)}
    from payout_transfer t join payment p on p.id = t.payment_id
    join appointment a on a.id = ${appointmentOfMovement(sql`p.ref`)}
    where t.payout_id = any(${payoutIds}::uuid[]) order by t.payout_id, a.starts_at, a.id`.execute(db)
  return rows
}

/**
 * A fee charged or refunded for a booking, as an invoice stores it: the customer is read when the invoice is shown.
 * Lines from before November 2026 have only the text of the booking.
 */
type FeeLine = { at: string; booking: string; bookingNumber?: string | null; type?: StatementType; feeMinor: Minor }
type FeeRow = BookedJob & { at: string; type: StatementType; feeMinor: Minor }
type Party = { name: string; address: string; taxNumber: string; taxNumberLabel?: string }
/** Content of an invoice as issued, independent of later changes. */
type InvoiceBody = { from: Party; to: Party; corrects?: string[]; lines: FeeLine[] }
type InvoiceRow = Selectable<DB['fee_invoice']> & { body: InvoiceBody }

export const listFeesOfMonth = async (
  db: Db,
  { providerId, currency, tz, month }: { providerId: string; currency: string; tz: string; month: string },
): Promise<FeeRow[]> => {
  const { rows } = await sql<FeeRow>`
    select to_char(m.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, ${movementType} as type,
      ${jobColumns(sql`m.note`)}, (-sum(e.amount_minor))::int as "feeMinor"
    from ledger_movement m join ledger_entry e on e.movement_id = m.id and e.account = 'fees' and e.currency = ${currency}
    left join payment p on p.id = m.payment_id
    left join appointment a on a.id = ${appointmentOfMovement(sql`m.ref`)}
    where m.provider_id = ${providerId} and m.at between (${`${month}-01`}::date - 1)::timestamptz and (${`${month}-01`}::date + interval '1 month 1 day')::timestamptz
      and to_char(m.at at time zone ${tz}, 'YYYY-MM') = ${month}
    group by m.id, p.id, a.id having sum(e.amount_minor) <> 0 order by m.at, m.id`.execute(db)
  return rows
}

/** Returns the customers of bookings by booking number: empty after the customer deleted the account. */
export const findCustomers = async (db: Db, numbers: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (numbers.length === 0) return new Map()
  const { rows } = await sql<{ number: string; customer: string }>`
    select a.number::text as number, ${customerName} as customer from appointment a where a.number = any(${numbers}::bigint[])`.execute(
    db,
  )
  return new Map(rows.map(({ number, customer }) => [number, customer]))
}

/**
 * Lists the markets whose invoices can be issued, with the time since when fees may lack an invoice: 70 days, or as long
 * as invoices have waited for the platform's address. Null before the first invoice.
 */
export const listInvoicingMarkets = async (
  db: Db,
  now: Date,
): Promise<{ countryCode: string; since: Date | null }[]> => {
  const { rows } = await sql<{ countryCode: string; since: Date | null }>`
    select k.country_code as "countryCode",
      case when last.month is not null then least(${now}::timestamptz - interval '70 days', ((last.month || '-01')::date - 1)::timestamptz) end as since
    from market k left join lateral (
      select i.month from fee_invoice i where i.country_code = k.country_code order by i.number desc limit 1) last on true
    where k.tax_number = '' or k.business_address <> '' order by 1`.execute(db)
  return rows
}

/** Lists artists of a market with fees in a finished local month and no invoice, oldest month first. */
export const listUninvoicedProviders = async (
  db: Db,
  { countryCode, since, now, most }: { countryCode: string; since: Date | null; now: Date; most: number },
): Promise<{ providerId: string; currency: string; month: string; tz: string }[]> => {
  const { rows } = await sql<{ providerId: string; currency: string; month: string; tz: string }>`
    select p.id as "providerId", e.currency, to_char(m.at at time zone p.tz, 'YYYY-MM') as month, p.tz
    from ledger_movement m join ledger_entry e on e.movement_id = m.id and e.account = 'fees' join provider p on p.id = m.provider_id
    where p.country_code = ${countryCode} and m.at > ${since ?? '-infinity'}::timestamptz
      and to_char(m.at at time zone p.tz, 'YYYY-MM') < to_char((${now}::timestamptz - interval '1 day') at time zone p.tz, 'YYYY-MM')
      and not exists (select from fee_invoice i where i.provider_id = p.id and i.currency = e.currency and i.month = to_char(m.at at time zone p.tz, 'YYYY-MM'))
    group by 1, 2, 3, 4 having sum(e.amount_minor) <> 0 order by month, p.id limit ${most}`.execute(db)
  return rows
}

/** Locks the number until the transaction ends, so that a rollback releases it and numbers have no gaps. */
export const getNextInvoiceNumber = async (db: Db, countryCode: string): Promise<number> => {
  const { rows } = await sql<{ last: number }>`
    insert into fee_invoice_number (country_code, last) values (${countryCode}, 1)
    on conflict (country_code) do update set last = fee_invoice_number.last + 1 returning last`.execute(db)
  return rows[0]?.last ?? 1
}

/** Lists the numbers of the invoices that charged the fees which a month refunds, oldest first. */
export const listCorrectedInvoices = async (
  db: Db,
  { providerId, currency, tz, month }: { providerId: string; currency: string; tz: string; month: string },
): Promise<number[]> => {
  const { rows } = await sql<{ number: number }>`
    select distinct i.number from ledger_movement m
    join ledger_entry e on e.movement_id = m.id and e.account = 'fees' and e.currency = ${currency} and e.amount_minor > 0
    join ledger_movement charged on charged.payment_id = m.payment_id and charged.provider_id = m.provider_id and charged.kind in ('capture', 'hand_on')
    join fee_invoice i on i.provider_id = m.provider_id and i.currency = e.currency and i.fee_minor > 0
      and i.month = to_char(charged.at at time zone ${tz}, 'YYYY-MM')
    where m.provider_id = ${providerId} and m.at between (${`${month}-01`}::date - 1)::timestamptz and (${`${month}-01`}::date + interval '1 month 1 day')::timestamptz
      and to_char(m.at at time zone ${tz}, 'YYYY-MM') = ${month} and i.month < ${month}
    order by i.number`.execute(db)
  return rows.map(({ number }) => number)
}

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

export const listInvoicesOf = (db: Db, providerId: string) =>
  db
    .selectFrom('fee_invoice')
    .select(['id', 'country_code', 'number', 'month', 'fee_minor', 'currency'])
    .where('provider_id', '=', providerId)
    .orderBy('month', 'desc')
    .limit(240)
    .execute()

export const findInvoiceById = (db: Db, id: string): Promise<InvoiceRow | undefined> =>
  db.selectFrom('fee_invoice').selectAll().where('id', '=', id).executeTakeFirst() as Promise<InvoiceRow | undefined>
