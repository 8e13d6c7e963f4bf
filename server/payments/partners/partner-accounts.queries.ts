import { sql } from 'kysely'
import type { StatementLine } from '#contract/payments/partner-accounts.ts'
import type { Minor } from '#contract/money.ts'
import type { Db } from '#db/database.ts'
import { appointmentOfMovement } from '#server/payments/ledger.queries.ts'

const accountOf = (db: Db, partnerId: string) =>
  db.selectFrom('partner_account').selectAll().where('partner_id', '=', partnerId)
export const findPartnerAccount = (db: Db, partnerId: string) => accountOf(db, partnerId).executeTakeFirst()
export type PartnerAccountRow = NonNullable<Awaited<ReturnType<typeof findPartnerAccount>>>

/** Locks a partner's account until the transaction ends, so that concurrent bookings count each other. */
export const lockPartnerAccount = (db: Db, partnerId: string) => accountOf(db, partnerId).forUpdate().executeTakeFirst()

export const upsertPartnerAccount = (
  db: Db,
  row: { partner_id: string; currency: string; limit_minor: Minor; opened_at: Date },
): Promise<PartnerAccountRow> =>
  db
    .insertInto('partner_account')
    .values(row)
    .onConflict((oc) =>
      oc.column('partner_id').doUpdateSet({ currency: row.currency, limit_minor: row.limit_minor, closed_at: null }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

export const closePartnerAccountAt = (db: Db, partnerId: string, at: Date): Promise<PartnerAccountRow> =>
  db
    .updateTable('partner_account')
    .set({ closed_at: at })
    .where('partner_id', '=', partnerId)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Returns what a partner owes before a time (null: now), in minor units: the sum of its entries in the ledger. */
export const getOwedByPartner = async (db: Db, partnerId: string, before: Date | null = null): Promise<Minor> => {
  const { rows } = await sql<{ minor: string }>`
    select coalesce(sum(e.amount_minor), 0)::bigint as minor
    from ledger_movement m join ledger_entry e on e.movement_id = m.id and e.account = 'partners'
    where m.partner_id = ${partnerId} and (${before}::timestamptz is null or m.at < ${before})`.execute(db)
  return Number(rows[0]?.minor ?? 0)
}

export const hasAccountMovements = async (db: Db, partnerId: string): Promise<boolean> =>
  Boolean(
    await db.selectFrom('ledger_movement').select('id').where('partner_id', '=', partnerId).limit(1).executeTakeFirst(),
  )

export type AccountLineRow = {
  at: Date
  kind: StatementLine['kind']
  amount_minor: Minor
  reference: string | null
  appointment_id: string | null
  number: number | null
  event_date: string | null
  artist: string | null
}

/** Lists the movements of a partner's account between two times, oldest first. Null has no bound. */
export const listAccountLines = async (
  db: Db,
  partnerId: string,
  { from = null, to = null }: { from?: Date | null; to?: Date | null } = {},
): Promise<AccountLineRow[]> => {
  const { rows } = await sql<AccountLineRow>`
    select m.at, e.amount_minor::float8 as amount_minor,
      case m.kind when 'capture' then 'deposit' when 'refunded' then 'refund'
        else case when e.amount_minor < 0 then 'payment' else 'undone' end end as kind,
      paid.reference, a.id as appointment_id, a.number, to_char(a.event_date, 'YYYY-MM-DD') as event_date, provider.name as artist
    from ledger_movement m join ledger_entry e on e.movement_id = m.id and e.account = 'partners'
    left join partner_payment paid on m.kind = 'partner_paid' and paid.id = m.ref
    left join appointment a on m.kind <> 'partner_paid' and a.id = ${appointmentOfMovement(sql`m.ref`)}
    left join provider on provider.id = a.provider_id
    where m.partner_id = ${partnerId} and (${from}::timestamptz is null or m.at >= ${from})
      and (${to}::timestamptz is null or m.at < ${to})
    order by m.at, m.id`.execute(db)
  return rows
}

type NewPayment = {
  partner_id: string
  currency: string
  amount_minor: Minor
  reference: string
  received_on: string
  created_at: Date
  created_by: string | null
}
/** Returns undefined if a payment with this reference is recorded and not undone. */
export const insertPartnerPayment = (db: Db, row: NewPayment) =>
  db
    .insertInto('partner_payment')
    .values(row)
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst()
export type PartnerPaymentRow = NonNullable<Awaited<ReturnType<typeof insertPartnerPayment>>>

/** Marks a payment as undone. Returns undefined if it is another partner's or already undone. */
export const undoPartnerPaymentAt = (db: Db, partnerId: string, id: string, at: Date) =>
  db
    .updateTable('partner_payment')
    .set({ undone_at: at })
    .where('id', '=', id)
    .where('partner_id', '=', partnerId)
    .where('undone_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

const MOST_PAYMENTS = 200

export const listPartnerPayments = (db: Db, partnerId: string) =>
  db
    .selectFrom('partner_payment')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MOST_PAYMENTS)
    .execute()

export const hasPartnerPayment = async (db: Db, partnerId: string, id: string): Promise<boolean> =>
  Boolean(
    await db
      .selectFrom('partner_payment')
      .select('id')
      .where('partner_id', '=', partnerId)
      .where('id', '=', id)
      .executeTakeFirst(),
  )

/** Returns the names of the partners that paid on account, by their ids. */
export const listPartnerNames = async (
  db: Db,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> => {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  if (wanted.length === 0) return new Map()
  const rows = await db.selectFrom('partner').select(['id', 'name']).where('id', 'in', wanted).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
