import type { Minor } from '#contract/money.ts'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { PayoutRhythm } from '#contract/payments/payments.ts'
import { listMovementEntries, type Movement } from './ledger.ts'
import { isOnHold } from '#server/payments/reporting/seller-identity.queries.ts'
import type { DB } from '#db/schema.generated.ts'

type About = {
  fact: string
  currency: string
  at: Date
  providerId: string | null
  ref?: string | null
  paymentId?: string
  refundId?: string
  payoutId?: string
  /** The partner whose account the movement changes. */
  partnerId?: string | null
  note?: string
  source?: string | null
}

export type Posting = { movement: Movement; about: About }

export const postMovement = async (db: Db, movement: Movement, about: About): Promise<boolean> =>
  (await postMovements(db, [{ movement, about }])).has(about.fact)

/** The end of the last closed month of a movement's currency; null without one. */
const closedUntil = ({ currency }: About) =>
  sql<Date>`(select (max(month) + interval '1 month') at time zone 'UTC' from ledger_close where currency = ${currency})`
/** The time at which a movement is booked. A movement of a closed month is booked in the first open month. */
const openFrom = (about: About) => sql<Date>`greatest(${about.at}::timestamptz, ${closedUntil(about)})`

/** Posts movements in a batch. Returns the facts of the inserted movements. */
export async function postMovements(db: Db, all: readonly Posting[]): Promise<ReadonlySet<string>> {
  const moving = new Map(
    all
      .map(({ movement, about }) => ({ movement, about, entries: listMovementEntries(movement) }))
      .filter(({ entries }) => entries.length > 0)
      .map((one) => [one.about.fact, one]),
  )
  if (moving.size === 0) return new Set()
  const made = await db
    .insertInto('ledger_movement')
    .values(
      [...moving.values()].map(({ movement, about }) => ({
        kind: movement.kind,
        fact: about.fact,
        provider_id: about.providerId,
        ref: about.ref ?? null,
        payment_id: about.paymentId ?? null,
        refund_id: about.refundId ?? null,
        payout_id: about.payoutId ?? null,
        partner_id: about.partnerId ?? null,
        note: about.note ?? '',
        source: about.source ?? null,
        at: openFrom(about),
        dated_at: sql<Date | null>`case when ${closedUntil(about)} > ${about.at} then ${about.at}::timestamptz end`,
      })),
    )
    .onConflict((oc) => oc.column('fact').doNothing())
    .returning(['id', 'fact'])
    .execute()
  const entries = made.flatMap(({ id, fact }) => {
    const { entries = [], about } = moving.get(fact) ?? {}
    return entries.map(({ account, amountMinor }) => ({
      movement_id: id,
      account,
      currency: about?.currency ?? '',
      amount_minor: amountMinor,
    }))
  })
  if (entries.length) await db.insertInto('ledger_entry').values(entries).execute()
  return new Set(made.map(({ fact }) => fact))
}

export const hasMovement = async (db: Db, fact: string): Promise<boolean> =>
  Boolean(await db.selectFrom('ledger_movement').select('id').where('fact', '=', fact).executeTakeFirst())

/** Counts the movements of a kind of one booking. */
export const countMovements = async (db: Db, kind: Movement['kind'], ref: string): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('ledger_movement')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('ref', '=', ref)
        .where('kind', '=', kind)
        .executeTakeFirstOrThrow()
    ).n,
  )

/** Serialises writes to a provider's accounts until the transaction ends. */
export const lockAccounts = async (db: Db, providerId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('ledger ' || ${providerId}, 0))`.execute(db)
}

export const listPending = (db: Db, providerId: string, ref: string): Promise<{ currency: string; minor: Minor }[]> =>
  db
    .selectFrom('ledger_entry')
    .innerJoin('ledger_movement', 'ledger_movement.id', 'ledger_entry.movement_id')
    .select(['currency', sql<number>`(-sum(amount_minor))::bigint`.as('minor')])
    .where('account', '=', `pending:${providerId}`)
    .where('ref', '=', ref)
    .groupBy('currency')
    .execute()

export const getPendingAmount = async (
  db: Db,
  { providerId, ref, currency }: { providerId: string; ref: string; currency: string },
): Promise<Minor> => (await listPending(db, providerId, ref)).find((one) => one.currency === currency)?.minor ?? 0

export const getOwedSums = (
  db: Db,
  providerId: string,
): Promise<{ currency: string; pending: number; earned: number }[]> =>
  db
    .selectFrom('ledger_entry')
    .select([
      'currency',
      sql<number>`coalesce(-sum(amount_minor) filter (where account = ${`pending:${providerId}`}), 0)::bigint`.as(
        'pending',
      ),
      sql<number>`coalesce(-sum(amount_minor) filter (where account = ${`earned:${providerId}`}), 0)::bigint`.as(
        'earned',
      ),
    ])
    .where('account', 'in', [`pending:${providerId}`, `earned:${providerId}`])
    .groupBy('currency')
    .execute()

/**
 * Lists providers on these payout schedules with unpaid earnings, payout details and no payout in transit, without
 * those on hold. Includes weekly ones only if due at the given time.
 */
export const listPayableProviders = (
  db: Db,
  { most, rhythms, weeklyDueBy = null }: { most: number; rhythms: readonly PayoutRhythm[]; weeklyDueBy?: Date | null },
  now: Date,
): Promise<{ provider_id: string; currency: string; minor: Minor; country_code: string }[]> =>
  db
    .selectFrom('ledger_entry')
    .innerJoin('provider', (join) => join.on(sql<boolean>`provider.id = substr(ledger_entry.account, 8)::uuid`))
    .innerJoin('payout_account', 'payout_account.provider_id', 'provider.id')
    .select([
      'provider.id as provider_id',
      'ledger_entry.currency',
      'provider.country_code',
      sql<number>`(-sum(amount_minor))::bigint`.as('minor'),
    ])
    .where('account', '>=', 'earned:')
    .where('account', '<', 'earned;')
    .where('payout_account.state', '=', 'ready')
    .where('payout_account.rhythm', 'in', rhythms)
    .where(
      sql<boolean>`(payout_account.rhythm <> 'weekly' or ${weeklyDueBy}::timestamptz is null or exists (
        select from ledger_movement m where m.provider_id = provider.id and m.kind = 'release' and m.at <= ${weeklyDueBy}
          and m.at > coalesce((select max(created_at) from payout where provider_id = provider.id), '-infinity')))`,
    )
    .where('provider.state', '<>', 'suspended')
    .where((eb) => eb.not(isOnHold(now)))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payout')
            .select('payout.id')
            .whereRef('payout.provider_id', '=', 'provider.id')
            .whereRef('payout.currency', '=', 'ledger_entry.currency')
            .where('payout.state', '=', 'queued'),
        ),
      ),
    )
    .groupBy(['provider.id', 'ledger_entry.currency', 'provider.country_code'])
    .having(sql`sum(amount_minor)`, '<', 0)
    .limit(most)
    .execute()

/** Sums the movements after an id that do not balance, per currency. */
export const findUnbalanced = async (
  db: Db,
  after = '0',
): Promise<{ currency: string; minor: Minor; since: Date | null }[]> => {
  const { rows } = await sql<{ currency: string; minor: Minor; since: Date | null }>`
    select currency, sum(sum)::bigint as minor, min(at) as since from (
      select e.movement_id, e.currency, sum(e.amount_minor) as sum, min(m.at) as at
      from ledger_entry e join ledger_movement m on m.id = e.movement_id
      where e.movement_id > ${after}::bigint group by 1, 2 having sum(e.amount_minor) <> 0) off
    group by currency order by currency`.execute(db)
  return rows
}

export const findNewestMovement = async (db: Db): Promise<string> =>
  String(
    (await db.selectFrom('ledger_movement').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0,
  )

export const listAccountBalances = async (db: Db): Promise<{ account: string; currency: string; minor: Minor }[]> => {
  const { rows } = await sql<{ account: string; currency: string; minor: Minor }>`
    select split_part(account, ':', 1) as account, currency, sum(amount_minor)::bigint as minor from ledger_entry group by 1, 2 order by 1, 2`.execute(
    db,
  )
  return rows
}

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
export const sumBankLinesByKind = (db: Db, country: string, from: Date, until: Date): Promise<Sum[]> =>
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

export type LedgerComparison = {
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
 * Compares ledger and gateway between two times, by gateway id and currency. Ignores entries newer than the last read.
 */
export const compareBooks = async (
  db: Db,
  { country, from, until, readAt }: { country: string; from: Date; until: Date; readAt: Date },
): Promise<LedgerComparison[]> => {
  const { rows } = await sql<LedgerComparison>`
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

/** Sums artists' shares that were captured between two times and not transferred. */
export const sumHeldFunds = async (
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

/** SQL: the booking of a movement or payment, found by its reference; null without one. */
export const appointmentOfMovement = (ref: RawBuilder<unknown>) => sql`(
  select a.id from appointment a where a.id = ${ref}
  union all select a.id from appointment a where a.hold_id = ${ref}
  union all select a.id from bill_share b join appointment a on a.hold_id = b.hold_id where b.id = ${ref}
  union all select v.appointment_id from appointment_move v where v.id = ${ref}
  union all select tip.appointment_id from tip where tip.id = ${ref}
  union all select a.id from credit_spend c join appointment a on a.id = c.for_ref where c.id = ${ref}
  union all select a.id from credit_spend c join appointment a on a.hold_id = c.for_ref where c.id = ${ref}
  limit 1)`

/** SQL: the search of a movement; null without one. */
export const searchOfMovement = (ref: RawBuilder<unknown>) =>
  sql`(select booked.search_id from appointment booked where booked.id = ${appointmentOfMovement(ref)})`
