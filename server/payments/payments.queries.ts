import type { Minor } from '#contract/money.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { PaymentState } from '#contract/payments/lifecycle-payment.ts'
import type { Bearer } from '#contract/payments/refund.ts'
import type { PaymentKind } from '#contract/payments/payments.ts'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import type { Context } from '#server/platform/context.ts'
import { rethrowConstraintAs } from '#server/platform/refusal.ts'

export type GatewayName = 'test' | 'stripe'
export type PaymentRow = Omit<Selectable<DB['payment']>, 'state' | 'kind' | 'gateway' | 'part_of'> & {
  state: PaymentState
  kind: PaymentKind
  gateway: GatewayName | 'credit' | 'account'
  part_of: PartOf | null
}
export type PartOf = 'deposit' | 'balance'
type RefundState = 'asked' | 'queued' | 'done' | 'failed' | 'refused'
export type RefundRow = Omit<Selectable<DB['refund']>, 'state'> & { state: RefundState }

/** Returns the provider of a payment. Throws for a voucher. */
export function getProviderOfPayment({ id, provider_id }: Pick<PaymentRow, 'id' | 'provider_id'>): string {
  if (!provider_id) throw new Error(`payment ${id} has no provider`)
  return provider_id
}

/** Returns the gateway of a payment. Throws for a credit and for a payment on account. */
export function getGatewayOfPayment({ id, gateway }: Pick<PaymentRow, 'id' | 'gateway'>): GatewayName {
  if (gateway === 'credit' || gateway === 'account') throw new Error(`payment ${id} has no gateway (${gateway})`)
  return gateway
}

export const findPaymentById = (db: Db, id: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst() as Promise<PaymentRow | undefined>

export const lockPayment = (db: Db, id: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst() as Promise<
    PaymentRow | undefined
  >

export const findPaymentByGatewayId = (
  db: Db,
  gateway: GatewayName,
  gatewayId: string,
  locked = false,
): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('gateway', '=', gateway)
    .where('gateway_id', '=', gatewayId)
    .$if(locked, (q) => q.forUpdate())
    .executeTakeFirst() as Promise<PaymentRow | undefined>

// The condition must equal the condition of the unique index literally.
const alive = sql<boolean>`not let_go`

export const findLivingPayment = (db: Db, kind: PaymentKind, ref: string): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('kind', '=', kind)
    .where('ref', '=', ref)
    .where(alive)
    .executeTakeFirst() as Promise<PaymentRow | undefined>

type NewPayment = {
  id?: string
  kind: PaymentKind
  ref: string
  account_id: string | null
  visitor_hash: Buffer | null
  provider_id: string | null
  country_code: string
  currency: string
  amount_minor: Minor
  fee_minor: Minor
  description: string
  email: string
  gateway: GatewayName
  gateway_id?: string
  client_secret?: string | null
  created_at: Date
}

export const insertPayment = (db: Db, row: NewPayment): Promise<PaymentRow | undefined> =>
  insertingPayment(db, row)
    .onConflict((oc) => oc.columns(['kind', 'ref']).where(alive).doNothing())
    .returningAll()
    .executeTakeFirst() as Promise<PaymentRow | undefined>

const insertingPayment = (db: Db, row: NewPayment) => db.insertInto('payment').values(row)

export const buildPaymentSave = (db: Db, row: NewPayment) =>
  insertingPayment(db, row) as unknown as RawBuilder<Record<string, unknown>>

export const insertCredit = (
  db: Db,
  row: Omit<NewPayment, 'kind' | 'gateway' | 'visitor_hash'> & { part_of: PartOf },
): Promise<PaymentRow> =>
  db
    .insertInto('payment')
    .values({
      ...row,
      kind: 'credit',
      gateway: 'credit',
      state: 'captured',
      authorised_at: row.created_at,
      captured_at: row.created_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<PaymentRow>

/** Inserts the captured deposit of a hold that a partner owes on its account. Throws `state_changed` for a second one. */
export const insertOnAccount = (
  db: Db,
  row: Omit<NewPayment, 'kind' | 'gateway' | 'visitor_hash'> & { partner_id: string },
): Promise<PaymentRow> =>
  db
    .insertInto('payment')
    .values({
      ...row,
      kind: 'deposit',
      gateway: 'account',
      state: 'captured',
      authorised_at: row.created_at,
      captured_at: row.created_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(rethrowConstraintAs('payment_alive', 'state_changed')) as Promise<PaymentRow>

export const updatePayment = (db: Db, id: string, set: Partial<Selectable<DB['payment']>>): Promise<PaymentRow> =>
  db
    .updateTable('payment')
    .set(set as never)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<PaymentRow>

export const listPaymentsOf = (db: Db, refs: readonly string[]): Promise<PaymentRow[]> =>
  (refs.length
    ? db.selectFrom('payment').selectAll().where('ref', 'in', refs).orderBy('created_at').orderBy('number').execute()
    : Promise.resolve([])) as Promise<PaymentRow[]>

export const listPaymentsByIds = (db: Db, ids: readonly string[]): Promise<PaymentRow[]> =>
  (ids.length
    ? db.selectFrom('payment').selectAll().where('id', 'in', ids).orderBy('captured_at').orderBy('number').execute()
    : Promise.resolve([])) as Promise<PaymentRow[]>

/** A fixed lock order prevents deadlocks. */
export async function lockPayments(db: Db, refs: readonly string[]): Promise<PaymentRow[]> {
  if (refs.length)
    await db.selectFrom('payment').select('id').where('ref', 'in', refs).orderBy('id').forUpdate().execute()
  return listPaymentsOf(db, refs)
}

export const lockPaymentsById = (db: Db, ids: readonly string[]): Promise<PaymentRow[]> =>
  db.selectFrom('payment').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute() as Promise<
    PaymentRow[]
  >

export const markCaptured = async (
  db: Db,
  taken: readonly { id: string; chargeId: string | null }[],
  now: Date,
): Promise<PaymentRow[]> => {
  const { rows } = await sql<PaymentRow>`
    update payment p set state = 'captured', captured_at = ${now}, authorised_at = coalesce(p.authorised_at, ${now}),
      charge_id = coalesce(t.charge_id, p.charge_id), next_at = null, attempts = 0, claim = null, claimed_until = null
    from unnest(${taken.map(({ id }) => id)}::uuid[], ${taken.map(({ chargeId }) => chargeId)}::text[]) as t (id, charge_id)
    where p.id = t.id returning p.*`.execute(db)
  return rows
}

/** Skips payments that another transaction has locked. */
export const lockFreeOf = (db: Db, refs: readonly string[]): Promise<PaymentRow[]> =>
  (refs.length
    ? db
        .selectFrom('payment')
        .selectAll()
        .where('ref', 'in', refs)
        .where('state', 'in', ['open', 'authorised'])
        .orderBy('id')
        .forUpdate()
        .skipLocked()
        .execute()
    : Promise.resolve([])) as Promise<PaymentRow[]>

/** Payments are queried after two minutes, four, eight and so on. */
export const listUnansweredPayments = (db: Db, openedBefore: Date, now: Date, most: number): Promise<PaymentRow[]> =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('id', 'in', (eb) => eb.selectFrom('payment_queue').select('payment_queue.payment_id'))
    .where('state', 'not in', ['captured', 'voided', 'ended'])
    .where('created_at', '<', openedBefore)
    .where((eb) =>
      eb.or([
        eb('asked_at', 'is', null),
        eb('asked_at', '<', sql<Date>`${now}::timestamptz - interval '2 minutes' * power(2, least(asked_times, 9))`),
      ]),
    )
    .orderBy('asked_at', (ob) => ob.asc().nullsFirst())
    .limit(most)
    .execute() as Promise<PaymentRow[]>

type NewRefund = {
  payment_id: string
  amount_minor: Minor
  fee_back_minor: Minor
  borne_by: Bearer | null
  reason: string
  voucher_id: string | null
  fact: string
  state: 'queued' | 'asked'
  asked_by: string | null
  released_by: string | null
  next_at: Date | null
  created_at: Date
}

export const insertRefund = (db: Db, row: NewRefund): Promise<RefundRow | undefined> =>
  db
    .insertInto('refund')
    .values(row)
    .onConflict((oc) => oc.column('fact').doNothing())
    .returningAll()
    .executeTakeFirst() as Promise<RefundRow | undefined>

export const findRefundByFact = (db: Db, fact: string): Promise<RefundRow | undefined> =>
  db.selectFrom('refund').selectAll().where('fact', '=', fact).executeTakeFirst() as Promise<RefundRow | undefined>
export const findRefund = (db: Db, id: string): Promise<RefundRow | undefined> =>
  db.selectFrom('refund').selectAll().where('id', '=', id).executeTakeFirst() as Promise<RefundRow | undefined>
export const lockRefund = (db: Db, id: string): Promise<RefundRow | undefined> =>
  db.selectFrom('refund').selectAll().where('id', '=', id).forUpdate().executeTakeFirst() as Promise<
    RefundRow | undefined
  >
export const listRefundsOf = (db: Db, paymentIds: readonly string[]): Promise<RefundRow[]> =>
  (paymentIds.length
    ? db.selectFrom('refund').selectAll().where('payment_id', 'in', paymentIds).orderBy('created_at').execute()
    : Promise.resolve([])) as Promise<RefundRow[]>
export const updateRefund = (db: Db, id: string, set: Partial<Selectable<DB['refund']>>): Promise<RefundRow> =>
  db
    .updateTable('refund')
    .set(set as never)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<RefundRow>

/** Locks an operator's account until the transaction ends, so that their limit counts concurrent refunds. */
const lockOperator = (db: Db, operatorId: string) =>
  db.selectFrom('account').select('id').where('id', '=', operatorId).forNoKeyUpdate().executeTakeFirst()

export const listRecordedWaitingRefunds = (db: Db, paymentIds: readonly string[]): Promise<RefundRow[]> =>
  (paymentIds.length
    ? db
        .selectFrom('refund')
        .selectAll()
        .where('payment_id', 'in', paymentIds)
        .where('state', '=', 'asked')
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('ledger_movement')
              .select('ledger_movement.id')
              .where('ledger_movement.fact', '=', sql<string>`'refund:' || refund.id`),
          ),
        )
        .orderBy('created_at')
        .orderBy('id')
        .execute()
    : Promise.resolve([])) as Promise<RefundRow[]>

export const findRefundProvider = async (db: Db, refundId: string): Promise<string | null | undefined> =>
  (
    await db
      .selectFrom('ledger_movement')
      .select('provider_id')
      .where('fact', '=', `refund:${refundId}`)
      .executeTakeFirst()
  )?.provider_id

/**
 * Returns the operator who decides in this request, also while impersonating. Null for customers, artists, jobs and
 * webhooks.
 */
export const getDecidingOperator = ({ viewer }: Pick<Context, 'viewer'>): string | null =>
  viewer.actorId ?? (viewer.operates ? viewer.accountId : null)

/**
 * Locks the deciding operator, if any, until the transaction ends. Call it before locking a payment: the fixed order
 * prevents deadlocks.
 */
export async function lockDecidingOperator(ctx: Context): Promise<void> {
  const operatorId = getDecidingOperator(ctx)
  if (operatorId) await lockOperator(ctx.db, operatorId)
}

/** Excludes pending refunds, which must not look like completed ones. */
export async function hidePendingRefunds<T extends Pick<PaymentRow, 'id' | 'refunded_minor'>>(
  db: Db,
  payments: readonly T[],
): Promise<T[]> {
  const refunded = payments.filter(({ refunded_minor }) => refunded_minor > 0)
  const waiting = await listRecordedWaitingRefunds(
    db,
    refunded.map(({ id }) => id),
  )
  const waitingOf = (id: string): Minor =>
    waiting.reduce((sum, { payment_id, amount_minor }) => sum + (payment_id === id ? amount_minor : 0), 0)
  return payments.map((payment) => ({ ...payment, refunded_minor: payment.refunded_minor - waitingOf(payment.id) }))
}

export type TransferRow = Omit<Selectable<DB['payout_transfer']>, 'state'> & { state: 'queued' | 'sent' | 'failed' }
export type ReversalRow = Omit<Selectable<DB['transfer_reversal']>, 'state'> & { state: 'queued' | 'done' | 'dropped' }
export type PayoutState = 'queued' | 'sent' | 'paid' | 'failed'
export type PayoutRow = Omit<Selectable<DB['payout']>, 'state' | 'gateway'> & {
  state: PayoutState
  gateway: GatewayName
}

export const refundByGatewayId = (db: Db, paymentId: string, gatewayId: string): Promise<RefundRow | undefined> =>
  db
    .selectFrom('refund')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('gateway_id', '=', gatewayId)
    .executeTakeFirst() as Promise<RefundRow | undefined>
