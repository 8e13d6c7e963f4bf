import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import type { ChargeBackTold } from '#server/gateways/payments/gateway.ts'
import { selectExactInstant, fetchSortedPage, type Page, type PageRequest } from '#server/platform/pagination.ts'
import type { GatewayName } from './payments.queries.ts'

export type ChargeBackRow = Omit<Selectable<DB['charge_back']>, 'state' | 'gateway'> & {
  state: 'open' | 'sent' | 'won' | 'lost' | 'closed'
  gateway: GatewayName
}

export const insertChargeBack = (
  db: Db,
  paymentId: string,
  gateway: GatewayName,
  told: ChargeBackTold,
  openedAt: Date,
): Promise<ChargeBackRow | undefined> =>
  db
    .insertInto('charge_back')
    .values({
      payment_id: paymentId,
      gateway,
      gateway_id: told.id,
      amount_minor: told.amountMinor,
      currency: told.currency,
      fee_minor: told.feeMinor,
      reason: told.reason.slice(0, 100),
      due_at: told.dueAt,
      opened_at: openedAt,
    })
    .onConflict((oc) => oc.columns(['gateway', 'gateway_id']).doNothing())
    .returningAll()
    .executeTakeFirst() as Promise<ChargeBackRow | undefined>

export const lockChargeBackByName = (
  db: Db,
  gateway: GatewayName,
  gatewayId: string,
): Promise<ChargeBackRow | undefined> =>
  db
    .selectFrom('charge_back')
    .selectAll()
    .where('gateway', '=', gateway)
    .where('gateway_id', '=', gatewayId)
    .forUpdate()
    .executeTakeFirst() as Promise<ChargeBackRow | undefined>
export const findChargeBackById = (db: Db, id: string): Promise<ChargeBackRow | undefined> =>
  db.selectFrom('charge_back').selectAll().where('id', '=', id).executeTakeFirst() as Promise<ChargeBackRow | undefined>
export const lockChargeBack = (db: Db, id: string): Promise<ChargeBackRow | undefined> =>
  db.selectFrom('charge_back').selectAll().where('id', '=', id).forUpdate().executeTakeFirst() as Promise<
    ChargeBackRow | undefined
  >
export const isReleased = async (db: Db, ref: string): Promise<boolean> =>
  (await db
    .selectFrom('ledger_movement')
    .select('id')
    .where('ref', '=', ref)
    .where('kind', '=', 'release')
    .limit(1)
    .executeTakeFirst()) !== undefined

export const updateChargeBack = (db: Db, id: string, set: Partial<Selectable<DB['charge_back']>>) =>
  db
    .updateTable('charge_back')
    .set(set as never)
    .where('id', '=', id)
    .execute()

const shown = (db: Db) =>
  db
    .selectFrom('charge_back')
    .innerJoin('payment', 'payment.id', 'charge_back.payment_id')
    .leftJoin('provider', 'provider.id', 'payment.provider_id')
    .select([
      'charge_back.id',
      'charge_back.payment_id',
      'charge_back.amount_minor',
      'charge_back.fee_minor',
      'charge_back.currency',
      'charge_back.reason',
      'charge_back.state',
      'charge_back.due_at',
      'charge_back.evidence',
      'charge_back.evidence_sent_at',
      'charge_back.evidence_error',
      'payment.number',
      'payment.description',
      'provider.name as provider',
      selectExactInstant('charge_back.opened_at').as('at'),
    ])
export type ChargeBackRowView = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

export const fetchChargeBacks = (
  db: Db,
  state: ChargeBackRow['state'] | undefined,
  page: { sort?: 'date' | '-date' | 'amount' | '-amount' | undefined } & PageRequest,
): Promise<Page<ChargeBackRowView>> =>
  fetchSortedPage(
    shown(db).$if(state !== undefined, (q) => q.where('charge_back.state', '=', state ?? '')),
    page,
    {
      orders: {
        date: [{ by: sql`charge_back.opened_at`, type: 'timestamptz' }],
        amount: [{ by: sql`charge_back.amount_minor`, type: 'bigint' }],
      },
      usual: '-date',
      id: 'charge_back.id',
    },
  )
export const findChargeBack = (db: Db, id: string): Promise<ChargeBackRowView | undefined> =>
  shown(db).where('charge_back.id', '=', id).executeTakeFirst()

/** Lists disputes whose deadline is near, except those that were answered or whose evidence was rejected. */
export const listUnansweredChargeBacks = (db: Db, dueBefore: Date): Promise<ChargeBackRow[]> =>
  db
    .selectFrom('charge_back')
    .selectAll()
    .where('state', '=', 'open')
    .where('evidence_sent_at', 'is', null)
    .where('evidence_error', '=', '')
    .where('due_at', '<', dueBefore)
    .where('due_at', '>', sql<Date>`${dueBefore}::timestamptz - interval '2 days'`)
    .orderBy('due_at')
    .limit(50)
    .execute() as Promise<ChargeBackRow[]>
