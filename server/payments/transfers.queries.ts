import type { Minor } from '#contract/money.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import type { PayoutRow, ReversalRow, TransferRow } from './payments.queries.ts'
import type { Part, Share } from './payout-results.ts'

const part = sql`(p.amount_minor - p.refunded_minor - p.fee_minor + p.fee_refunded_minor)`
const frozen = sql`least(${part}, ceil(coalesce((select sum(c.amount_minor) from charge_back c where c.payment_id = p.id and c.state in ('open', 'sent')), 0)
  * ${part}::numeric / nullif(p.amount_minor - p.refunded_minor, 0)))::int`
const sentOf = sql`coalesce((select sum(t.amount_minor - t.reversed_minor) from payout_transfer t where t.payment_id = p.id and t.state <> 'failed'), 0)::int`

/** Lists shares. Each share is the provider's part minus the transfers that were not reversed. */
export const listShares = async (db: Db, providerId: string, currency: string): Promise<Share[]> => {
  const { rows } = await sql<Share>`
    select id as "paymentId", share as "shareMinor", least(share, coalesce(frozen, 0)) as "frozenMinor" from (
      select p.id, p.captured_at, ${part} - ${sentOf} - greatest(0, coalesce(waiting.minor, 0))::int as share, ${frozen} as frozen
      from payment p
      left join lateral (select -sum(e.amount_minor) as minor from ledger_movement m join ledger_entry e on e.movement_id = m.id
        where m.ref = p.ref and e.account = ${`pending:${providerId}`} and e.currency = p.currency) waiting on true
      where p.provider_id = ${providerId} and p.currency = ${currency} and p.state = 'captured') shares
    where share > 0 order by captured_at desc, id`.execute(db)
  return rows
}

/** Returns whether a payment is disputed. */
export const isFrozen = async (db: Db, paymentId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from payment p where p.id = ${paymentId} and ${frozen} > 0 and ${sentOf} > ${part} - ${frozen}`.execute(db)
  return rows.length > 0
}

export const insertTransfers = (db: Db, payoutId: string, parts: readonly Part[], now: Date) =>
  db
    .insertInto('payout_transfer')
    .values(
      parts.map(({ paymentId, amountMinor }) => ({
        payout_id: payoutId,
        payment_id: paymentId,
        amount_minor: amountMinor,
        next_at: now,
        created_at: now,
      })),
    )
    .execute()

export const listTransfers = (db: Db, payoutId: string): Promise<TransferRow[]> =>
  db.selectFrom('payout_transfer').selectAll().where('payout_id', '=', payoutId).orderBy('id').execute() as Promise<
    TransferRow[]
  >
export const transferById = (db: Db, id: string): Promise<TransferRow | undefined> =>
  db.selectFrom('payout_transfer').selectAll().where('id', '=', id).executeTakeFirst() as Promise<
    TransferRow | undefined
  >
export const lockTransferByName = (db: Db, gatewayId: string): Promise<TransferRow | undefined> =>
  db
    .selectFrom('payout_transfer')
    .selectAll()
    .where('gateway_id', '=', gatewayId)
    .forUpdate()
    .executeTakeFirst() as Promise<TransferRow | undefined>
export const updateTransfer = (db: Db, id: string, set: Partial<Selectable<DB['payout_transfer']>>) =>
  db
    .updateTable('payout_transfer')
    .set(set as never)
    .where('id', '=', id)
    .execute()

export const sumReversed = async (db: Db, payoutId: string): Promise<Minor> =>
  Number(
    (
      await db
        .selectFrom('payout_transfer')
        .select((eb) => eb.fn.sum<number>('reversed_minor').as('minor'))
        .where('payout_id', '=', payoutId)
        .where('state', '=', 'sent')
        .executeTakeFirst()
    )?.minor ?? 0,
  )

export const getServiceBalance = async (
  db: Db,
  { provider_id, currency, gateway }: Pick<PayoutRow, 'provider_id' | 'currency' | 'gateway'>,
): Promise<Minor> => {
  const { rows } = await sql<{ minor: Minor }>`
    select coalesce(sum(case when o.state in ('sent', 'paid') and (o.gateway_id is not null or o.bank_minor is not null)
      then sent.minor - coalesce(o.bank_minor, sent.minor) else sent.minor end), 0)::int as minor
    from payout o
    cross join lateral (select coalesce(sum(t.amount_minor - t.reversed_minor), 0) as minor from payout_transfer t where t.payout_id = o.id and t.state = 'sent') sent
    where o.provider_id = ${provider_id} and o.currency = ${currency} and o.gateway = ${gateway}`.execute(db)
  return Number(rows[0]?.minor ?? 0)
}

export const retryTransfersNow = (db: Db, now: Date) =>
  db
    .updateTable('payout_transfer')
    .set({ next_at: now })
    .where('state', '=', 'queued')
    .where('claim', 'is', null)
    .where('next_at', '>', now)
    .execute()
export const retryPayoutsNow = (db: Db, providerId: string, now: Date) =>
  db
    .updateTable('payout')
    .set({ next_at: now })
    .where('provider_id', '=', providerId)
    .where('state', '=', 'sent')
    .where('claim', 'is', null)
    .where('next_at', '>', now)
    .execute()

type Oversent = { transfer_id: string; payment_id: string; provider_id: string; currency: string; over: Minor }

/**
 * Returns transfers that exceed the provider's part after refunds and are not being reversed: the newest transfer of
 * each payment.
 */
export const listOversentTransfers = async (db: Db): Promise<Oversent[]> => {
  const { rows } = await sql<Oversent>`
    select distinct on (p.id) t.id as transfer_id, p.id as payment_id, o.provider_id, p.currency,
      least(t.amount_minor - t.reversed_minor - coalesce(back.minor, 0),
        all_sent.minor - coalesce(all_back.minor, 0) - (p.amount_minor - p.refunded_minor - p.fee_minor + p.fee_refunded_minor))::int as over
    from payout_transfer t
    join payment p on p.id = t.payment_id
    join payout o on o.id = t.payout_id
    cross join lateral (select sum(s.amount_minor - s.reversed_minor) as minor from payout_transfer s where s.payment_id = p.id and s.state = 'sent') all_sent
    left join lateral (select sum(r.amount_minor) as minor from transfer_reversal r where r.transfer_id = t.id and r.state = 'queued') back on true
    left join lateral (select sum(r.amount_minor) as minor from transfer_reversal r join payout_transfer s on s.id = r.transfer_id where s.payment_id = p.id and r.state = 'queued') all_back on true
    where t.state = 'sent' and p.refunded_minor > 0 and t.amount_minor > t.reversed_minor + coalesce(back.minor, 0)
      and all_sent.minor - coalesce(all_back.minor, 0) > p.amount_minor - p.refunded_minor - p.fee_minor + p.fee_refunded_minor
    order by p.id, t.sent_at desc, t.id limit 100`.execute(db)
  return rows
}

export const sumPendingReversals = async (db: Db, providerId: string, currency: string): Promise<Minor> => {
  const row = await db
    .selectFrom('transfer_reversal')
    .innerJoin('payout_transfer', 'payout_transfer.id', 'transfer_reversal.transfer_id')
    .innerJoin('payout', 'payout.id', 'payout_transfer.payout_id')
    .select((eb) => eb.fn.sum<number>('transfer_reversal.amount_minor').as('minor'))
    .where('transfer_reversal.state', '=', 'queued')
    .where('payout.provider_id', '=', providerId)
    .where('payout.currency', '=', currency)
    .executeTakeFirst()
  return Number(row?.minor ?? 0)
}

export const insertReversal = (
  db: Db,
  row: {
    transfer_id: string
    amount_minor: Minor
    next_at: Date | null
    created_at: Date
    state?: 'done'
    gateway_id?: string
    done_at?: Date
  },
): Promise<ReversalRow | undefined> =>
  db
    .insertInto('transfer_reversal')
    .values(row)
    .onConflict((oc) => oc.column('gateway_id').doNothing())
    .returningAll()
    .executeTakeFirst() as Promise<ReversalRow | undefined>
export const lockReversal = (db: Db, id: string): Promise<ReversalRow | undefined> =>
  db.selectFrom('transfer_reversal').selectAll().where('id', '=', id).forUpdate().executeTakeFirst() as Promise<
    ReversalRow | undefined
  >
export const updateReversal = (db: Db, id: string, set: Partial<Selectable<DB['transfer_reversal']>>) =>
  db
    .updateTable('transfer_reversal')
    .set(set as never)
    .where('id', '=', id)
    .execute()

export const sendReturnedAgain = (db: Db, providerId: string, now: Date): Promise<PayoutRow[]> =>
  db
    .updateTable('payout')
    .set({ state: 'sent', returned_at: null, error: '', next_at: now, attempts: 0, claim: null, claimed_until: null })
    .where('provider_id', '=', providerId)
    .where('state', '=', 'failed')
    .where('returned_at', 'is not', null)
    .returningAll()
    .execute() as Promise<PayoutRow[]>
