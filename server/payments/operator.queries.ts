import { sql } from 'kysely'
import type { PaymentState } from '#contract/payments/lifecycle-payment.ts'
import type { Minor } from '#contract/money.ts'
import type { StorySubject } from '#contract/operator/hub.ts'
import type { Db } from '#db/database.ts'
import { bankMinor, returnedMinor } from './earnings.queries.ts'
import { appointmentOfMovement } from './ledger.queries.ts'
import {
  toContainsPattern,
  selectExactInstant,
  fetchSortedPage,
  type Page,
  type PageRequest,
} from '#server/platform/pagination.ts'
import type { PayoutState } from './payments.queries.ts'

// Condition: the payment was decided but the decision was not executed, or it was opened and never queried. Abandoned
// payments are known to be open.
const unanswered = sql<boolean>`(payment.id in (select payment_id from payment_queue) and (payment.state in ('authorised', 'capturing', 'voiding') or (payment.state = 'open' and payment.asked_at is null)))`

const WEEK_MS = 7 * 86_400_000

/** Payments declined by the bank and ended or voided in the last seven days. */
export const buildFailedLatelyCondition = (now: Date) =>
  // A payment ends within 31 days of its creation, and only the creation has an index.
  sql<boolean>`(payment.created_at > ${new Date(now.getTime() - WEEK_MS - 31 * 86_400_000)} and payment.last_error is not null and payment.state in ('ended', 'voided') and payment.ended_at > ${new Date(now.getTime() - WEEK_MS)})`

const payments = (db: Db) =>
  db
    .selectFrom('payment')
    .leftJoin('provider', 'provider.id', 'payment.provider_id')
    .select([
      'payment.id',
      'payment.number',
      'payment.kind',
      'payment.state',
      'payment.description',
      'payment.account_id',
      'payment.email',
      'payment.amount_minor',
      'payment.fee_minor',
      'payment.fee_refunded_minor',
      'payment.refunded_minor',
      'payment.currency',
      'payment.country_code',
      'payment.gateway',
      'payment.gateway_id',
      'payment.last_error',
      'payment.asked_times',
      'payment.asked_at',
      'payment.sample',
      'provider.name as provider',
      selectExactInstant('payment.created_at').as('at'),
    ])
export type OperatorPaymentRow = Awaited<ReturnType<ReturnType<typeof payments>['execute']>>[number]

type ByDateOrAmount = 'date' | '-date' | 'amount' | '-amount' | undefined

/** The orders of a table of movements of money, which has an index of each with the id. */
const createOrders = (table: 'payment' | 'refund' | 'payout') =>
  ({
    date: [{ by: sql.ref(`${table}.created_at`), type: 'timestamptz' }],
    amount: [{ by: sql.ref(`${table}.amount_minor`), type: 'bigint' }],
  }) as const

// SQL: the day of a payment in the time zone of its artist. The bounds beside it use the index.
const localDay = sql`(payment.created_at at time zone coalesce(provider.tz, 'UTC'))::date`

export const fetchPayments = (
  db: Db,
  {
    text,
    state,
    open,
    failed,
    from,
    to,
    accountId,
    providerId,
    ...page
  }: StorySubject & {
    text?: string | undefined
    state?: PaymentState | undefined
    open?: boolean | undefined
    failed?: Date | undefined
    from?: string | undefined
    to?: string | undefined
    sort?: ByDateOrAmount
  } & PageRequest,
): Promise<Page<OperatorPaymentRow>> =>
  fetchSortedPage(
    payments(db)
      .$if(Boolean(text), (q) =>
        q.where(
          sql<boolean>`(lower(payment.number || ' ' || payment.email::text || ' ' || payment.description || ' ' || coalesce(provider.name, '') || ' ' || coalesce(payment.gateway_id, '')) like ${toContainsPattern(text ?? '')} or payment.id::text = ${(text ?? '').toLowerCase()})`,
        ),
      )
      .$if(state !== undefined, (q) => q.where('payment.state', '=', state ?? ''))
      .$if(open === true, (q) => q.where(unanswered))
      .$if(failed !== undefined, (q) => q.where(buildFailedLatelyCondition(failed as Date)))
      .$if(from !== undefined, (q) =>
        q.where(sql<boolean>`(payment.created_at > ${from}::date - 1 and ${localDay} >= ${from}::date)`),
      )
      .$if(to !== undefined, (q) =>
        q.where(sql<boolean>`(payment.created_at < ${to}::date + 2 and ${localDay} <= ${to}::date)`),
      )
      .$if(accountId !== undefined, (q) => q.where('payment.account_id', '=', accountId ?? ''))
      .$if(providerId !== undefined, (q) => q.where('payment.provider_id', '=', providerId ?? '')),
    page,
    { orders: createOrders('payment'), usual: '-date', id: 'payment.id' },
  )

export const sumPaymentsSince = async (
  db: Db,
  since: Date,
): Promise<{ currency: string; payments: number; taken: Minor; returned: Minor }[]> => {
  const { rows } = await sql<{ currency: string; payments: number; taken: Minor; returned: Minor }>`
    select currency, count(*)::int as payments, sum(amount_minor)::bigint as taken, sum(refunded_minor)::bigint as returned
    from payment where state = 'captured' and created_at >= ${since} group by currency order by taken desc`.execute(db)
  return rows
}

export const findOperatorPayment = (db: Db, id: string): Promise<OperatorPaymentRow | undefined> =>
  payments(db).where('payment.id', '=', id).executeTakeFirst()

export const countUnanswered = async (db: Db, before: Date): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('payment')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where(unanswered)
        .where('created_at', '<', before)
        .executeTakeFirst()
    )?.n ?? 0,
  )

export const listPaymentEvents = async (db: Db, id: string) => {
  const { rows } = await sql<{
    booking_id: string | null
    provider_id: string | null
    state: PaymentState
    begun: Date
    held: Date | null
    taken: Date | null
    ended: Date | null
    earned: Date | null
    paid_out: Date | null
  }>`select booking.id as booking_id, p.provider_id, p.state, p.created_at as begun, p.authorised_at as held, p.captured_at as taken, p.ended_at as ended,
      (select min(m.at) from ledger_movement m where m.kind = 'release' and m.ref = booking.id) as earned,
      (select min(o.paid_at) from payout o join ledger_movement m on m.payout_id = o.id where m.kind = 'payout' and m.ref = booking.id) as paid_out
    from payment p left join lateral (select coalesce((select a.id from appointment a where a.id = p.ref), (select a.id from appointment a where a.hold_id = p.ref)) as id) booking on true
    where p.id = ${id}`.execute(db)
  return rows[0]
}

export const listEvents = (db: Db, paymentId: string) =>
  db
    .selectFrom('payment_event')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('at', 'desc')
    .orderBy('event_id')
    .limit(100)
    .execute()

const refunds = (db: Db) =>
  db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .leftJoin('account', 'account.id', 'refund.asked_by')
    .select([
      'refund.id',
      'refund.payment_id',
      'refund.amount_minor',
      'refund.fee_back_minor',
      'refund.borne_by',
      'refund.reason',
      'refund.state',
      'refund.asked_by',
      'refund.voucher_id',
      'refund.error',
      'payment.number',
      'payment.description',
      'payment.currency',
      'payment.country_code',
      'account.name as asker',
      selectExactInstant('refund.created_at').as('at'),
    ])
export type OperatorRefundRow = Awaited<ReturnType<ReturnType<typeof refunds>['execute']>>[number]

export const listPendingRefunds = (db: Db): Promise<OperatorRefundRow[]> =>
  refunds(db).where('refund.state', '=', 'asked').orderBy('refund.created_at').limit(100).execute()

export const fetchRefunds = (db: Db, page: { sort?: ByDateOrAmount } & PageRequest): Promise<Page<OperatorRefundRow>> =>
  fetchSortedPage(refunds(db).where('refund.state', '<>', 'asked'), page, {
    orders: createOrders('refund'),
    usual: '-date',
    id: 'refund.id',
  })

export const findOperatorRefund = (db: Db, id: string): Promise<OperatorRefundRow | undefined> =>
  refunds(db).where('refund.id', '=', id).executeTakeFirst()
export const listOperatorRefunds = (db: Db, paymentId: string): Promise<OperatorRefundRow[]> =>
  refunds(db).where('refund.payment_id', '=', paymentId).orderBy('refund.created_at', 'desc').execute()

const payouts = (db: Db) =>
  db
    .selectFrom('payout')
    .innerJoin('provider', 'provider.id', 'payout.provider_id')
    .select([
      'payout.id',
      'payout.amount_minor',
      'payout.currency',
      'payout.country_code',
      'payout.state',
      'payout.gateway_id',
      'payout.error',
      'payout.paid_at',
      'payout.sample',
      'provider.name as provider',
      selectExactInstant('payout.created_at').as('at'),
      returnedMinor.as('returned'),
      bankMinor.as('bank'),
    ])
export type OperatorPayoutRow = Awaited<ReturnType<ReturnType<typeof payouts>['execute']>>[number]

/** Returns the beginning of a payout's id in its number (P-1A2B3C4D) or id, or null for other text. */
const toPayoutNumber = (text: string): string | null =>
  text.toLowerCase().match(/^(?:p-)?([0-9a-f]{8}(?:-[0-9a-f-]{4,27})?)$/)?.[1] ?? null

export const fetchPayouts = (
  db: Db,
  {
    text,
    state,
    providerId,
    ...page
  }: {
    text?: string | undefined
    state?: PayoutState | undefined
    providerId?: string | undefined
    sort?: ByDateOrAmount
  } & PageRequest,
): Promise<Page<OperatorPayoutRow>> =>
  fetchSortedPage(
    payouts(db)
      .$if(Boolean(text), (q) => {
        const number = toPayoutNumber(text ?? '')
        return q.where(
          number === null
            ? sql<boolean>`lower(provider.name || ' ' || coalesce(payout.gateway_id, '')) like ${toContainsPattern(text ?? '')}`
            : sql<boolean>`payout.id::text like ${`${number}%`}`,
        )
      })
      .$if(state !== undefined, (q) => q.where('payout.state', '=', state ?? ''))
      .$if(providerId !== undefined, (q) => q.where('payout.provider_id', '=', providerId ?? '')),
    page,
    { orders: createOrders('payout'), usual: '-date', id: 'payout.id' },
  )

export const findOperatorPayout = (db: Db, id: string): Promise<OperatorPayoutRow | undefined> =>
  payouts(db).where('payout.id', '=', id).executeTakeFirst()

export const fetchMovements = (
  db: Db,
  { account, from, to }: { account?: string | undefined; from?: string | undefined; to?: string | undefined },
  page: { sort?: 'date' | '-date' | undefined } & PageRequest,
) =>
  fetchSortedPage(
    db
      .selectFrom('ledger_movement as m')
      .leftJoin('provider', 'provider.id', 'm.provider_id')
      .leftJoin('payment', 'payment.id', 'm.payment_id')
      .select([
        'm.id',
        'm.kind',
        'm.fact',
        'provider.name as provider',
        'payment.number',
        sql<
          string | null
        >`(select b.number::text from appointment b where b.id = ${appointmentOfMovement(sql`m.ref`)})`.as(
          'booking_number',
        ),
        selectExactInstant('m.at').as('at'),
      ])
      .$if(from !== undefined, (q) => q.where(sql<boolean>`m.at >= ${from}::date`))
      .$if(to !== undefined, (q) => q.where(sql<boolean>`m.at < ${to}::date + 1`))
      .$if(account !== undefined, (q) =>
        q.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('ledger_entry as e')
              .select('e.movement_id')
              .whereRef('e.movement_id', '=', 'm.id')
              .where((eb) =>
                account?.includes(':')
                  ? eb('e.account', '=', account)
                  : eb(sql<string>`split_part(e.account, ':', 1)`, '=', account ?? ''),
              ),
          ),
        ),
      ),
    page,
    {
      orders: { date: [{ by: sql`m.at`, type: 'timestamptz' }] },
      usual: '-date',
      id: 'm.id',
      idType: 'bigint',
    },
  )

export const listEntriesOfMovements = (db: Db, ids: readonly number[]) =>
  ids.length
    ? db.selectFrom('ledger_entry').selectAll().where('movement_id', 'in', ids).orderBy('account').execute()
    : Promise.resolve([])

/** Lists fee invoices by number: GB-000012, 000012, 12 or 'invoice 12'. Empty for other text. */
export const listInvoicesByNumber = async (db: Db, text: string, most: number) => {
  const found = text.match(/^(?:invoice\s*)?#?(?:([a-z]{2})-)?0*(\d{1,9})$/i)
  if (!found?.[2]) return []
  const country = found[1]?.toUpperCase()
  return db
    .selectFrom('fee_invoice')
    .innerJoin('provider', 'provider.id', 'fee_invoice.provider_id')
    .select([
      'fee_invoice.id',
      'fee_invoice.country_code',
      'fee_invoice.number',
      'fee_invoice.month',
      'fee_invoice.provider_id',
      'provider.name as provider',
    ])
    .where('fee_invoice.number', '=', Number(found[2]))
    .$if(country !== undefined, (q) => q.where('fee_invoice.country_code', '=', country ?? ''))
    .orderBy('fee_invoice.country_code')
    .limit(most)
    .execute()
}
