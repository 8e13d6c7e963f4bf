import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { PaymentRow, PayoutRow, RefundRow, ReversalRow, TransferRow } from './payments.queries.ts'

export type Work = {
  payment: PaymentRow
  refund: RefundRow
  payout_transfer: TransferRow
  payout: PayoutRow
  transfer_reversal: ReversalRow
}
export type ClaimedRow = { id: string; claim: string | null }

const CLAIM_MINUTES = 2

export async function claimNext<T extends keyof Work>(db: Db, table: T, now: Date): Promise<Work[T] | undefined> {
  const until = new Date(now.getTime() + CLAIM_MINUTES * 60_000)
  const { rows } = await sql<Work[T]>`
    update ${sql.table(table)} set claimed_until = ${until}, claim = gen_random_uuid(), attempts = attempts + 1
    where id = (${table === 'payment' ? selectDuePayments(now, 1) : selectDueIds(table, now)})
    returning *`.execute(db)
  return rows[0]
}

const selectDueIds = (table: string, now: Date) => sql`
  select id from ${sql.table(table)} where next_at <= ${now} and (claimed_until is null or claimed_until < ${now})
  order by next_at, id limit 1 for update skip locked`

// No index of `payment` contains `next_at`, so that claims and moves are heap-only updates.
const selectDuePayments = (now: Date, most: number, condition = sql`true`) => sql`
  select p.id from payment_queue q join payment p on p.id = q.payment_id
  where q.next_at <= ${now} and p.next_at <= ${now} and (p.claimed_until is null or p.claimed_until < ${now}) and ${condition}
  order by q.next_at, p.id limit ${most} for update of p skip locked`

/** The batch must be small enough to process before its claim expires. */
export async function claimCaptures(db: Db, now: Date, most: number): Promise<PaymentRow[]> {
  const until = new Date(now.getTime() + CLAIM_MINUTES * 60_000)
  const { rows } = await sql<PaymentRow>`
    update payment set claimed_until = ${until}, claim = gen_random_uuid(), attempts = attempts + 1
    where id in (${selectDuePayments(now, most, sql`p.state = 'capturing' and p.gateway_id is not null`)})
    returning *`.execute(db)
  return rows
}

/** Returns whether a claim is still valid, and locks it until the transaction ends. */
export async function isClaimHeld(db: Db, table: keyof Work, { id, claim }: ClaimedRow): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(table)} where id = ${id} and claim = ${claim} for update`.execute(db)
  return rows.length > 0
}

/** Does nothing if another worker has claimed the row. */
export const releaseClaim = (
  db: Db,
  table: keyof Work,
  { id, claim }: ClaimedRow,
  nextAt: Date | null,
  faultAt: Date | null = null,
) =>
  db
    .updateTable(table as 'refund')
    .set((eb) => ({
      claim: null,
      claimed_until: null,
      next_at: nextAt,
      ...(nextAt ? {} : { attempts: 0 }),
      ...(faultAt && table !== 'payment' ? { faulted_at: eb.fn.coalesce('faulted_at', eb.val(faultAt)) } : {}),
    }))
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute()

/** Switches to the next idempotency key. Returns null if another worker has claimed the row. */
export async function rotateIdempotencyKey(
  db: Db,
  table: Exclude<keyof Work, 'payment'>,
  { id, claim }: ClaimedRow,
): Promise<number | null> {
  const row = await db
    .updateTable(table as 'refund')
    .set((eb) => ({ key_no: eb('key_no', '+', 1), faulted_at: null }))
    .where('id', '=', id)
    .where('claim', '=', claim)
    .returning('key_no')
    .executeTakeFirst()
  return row?.key_no ?? null
}
