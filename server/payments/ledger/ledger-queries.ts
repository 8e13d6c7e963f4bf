import type { Minor } from '#contract/money.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { PayoutRhythm } from '#contract/payments/payments.ts'
import { entriesOf, type Movement } from './ledger.ts'

export type About = {
  fact: string
  currency: string
  at: Date
  providerId: string | null
  ref?: string | null
  paymentId?: string
  refundId?: string
  payoutId?: string
  note?: string
  /** What it is at the payment service, by its name there. */
  source?: string | null
}

export type Posted = { movement: Movement; about: About }

/** Appends a movement of money, once for each fact; false where it stands already or moves nothing. */
export const post = async (db: Db, movement: Movement, about: About): Promise<boolean> =>
  (await postAll(db, [{ movement, about }])).has(about.fact)

/** The same of many at once; answers the facts of those that were appended. */
export async function postAll(db: Db, all: readonly Posted[]): Promise<ReadonlySet<string>> {
  const moving = new Map(
    all
      .map(({ movement, about }) => ({ movement, about, entries: entriesOf(movement) }))
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
        note: about.note ?? '',
        source: about.source ?? null,
        at: about.at,
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

/** Whether the movement of a fact has been written down. */
export const stands = async (db: Db, fact: string): Promise<boolean> =>
  Boolean(await db.selectFrom('ledger_movement').select('id').where('fact', '=', fact).executeTakeFirst())

/** One writer of a provider's accounts at a time, until the transaction ends: what is read of them stays so. */
export const lockAccounts = async (db: Db, providerId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('ledger ' || ${providerId}, 0))`.execute(db)
}

/** What a provider is owed for one thing and waits for the job: by currency, above zero. */
export const pendingOf = (db: Db, providerId: string, ref: string): Promise<{ currency: string; minor: Minor }[]> =>
  db
    .selectFrom('ledger_entry')
    .innerJoin('ledger_movement', 'ledger_movement.id', 'ledger_entry.movement_id')
    .select(['currency', sql<number>`(-sum(amount_minor))::bigint`.as('minor')])
    .where('account', '=', `pending:${providerId}`)
    .where('ref', '=', ref)
    .groupBy('currency')
    .execute()

/** The same in one currency. */
export const pendingFor = async (
  db: Db,
  { providerId, ref, currency }: { providerId: string; ref: string; currency: string },
): Promise<Minor> => (await pendingOf(db, providerId, ref)).find((one) => one.currency === currency)?.minor ?? 0

/** What is owed to a provider: still waiting for its job, and earned but not paid out; by currency, above zero. */
export const owedTo = (db: Db, providerId: string): Promise<{ currency: string; pending: number; earned: number }[]> =>
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

/** Everybody paid out by these rhythms to whom something earned has not been paid out, who can be paid out and has nothing on its way. Of those paid weekly, with an instant, only to whom it was due by then. */
export const payable = (
  db: Db,
  { most, rhythms, weeklyDueBy = null }: { most: number; rhythms: readonly PayoutRhythm[]; weeklyDueBy?: Date | null },
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

/** By currency what all entries together are off by, and since when; nothing where they balance. */
export const offBalance = async (db: Db): Promise<{ currency: string; minor: Minor; since: Date | null }[]> => {
  const { rows } = await sql<{ currency: string; minor: Minor; since: Date | null }>`
    select currency, sum(sum)::bigint as minor, min(at) as since from (
      select e.movement_id, e.currency, sum(e.amount_minor) as sum, min(m.at) as at
      from ledger_entry e join ledger_movement m on m.id = e.movement_id group by 1, 2 having sum(e.amount_minor) <> 0) off
    group by currency order by currency`.execute(db)
  return rows
}

/** The balance of each kind of account by currency; those of single providers are summed up. */
export const balances = async (db: Db): Promise<{ account: string; currency: string; minor: Minor }[]> => {
  const { rows } = await sql<{ account: string; currency: string; minor: Minor }>`
    select split_part(account, ':', 1) as account, currency, sum(amount_minor)::bigint as minor from ledger_entry group by 1, 2 order by 1, 2`.execute(
    db,
  )
  return rows
}
