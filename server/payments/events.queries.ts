import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { PaymentState } from '#contract/payments/lifecycle-payment.ts'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import type { GatewayName, PaymentRow } from './payments.queries.ts'

export type EventRow = Omit<Selectable<DB['payment_event']>, 'gateway'> & { gateway: GatewayName }
export type NewEvent = {
  gateway: GatewayName
  event_id: string
  kind: string
  account_id: string | null
  raw: string
  occurred_at: Date
  at: Date
  next_at: Date
}

export const insertEvents = (db: Db, rows: readonly NewEvent[]) =>
  db
    .insertInto('payment_event')
    .values([...rows])
    .onConflict((oc) => oc.doNothing())
    .execute()

/** Saves a processed event in the transaction of its effects. Returns false if the event exists already. */
export const insertWorkedEvent = async (db: Db, row: NewEvent, { paymentId, outcome, now }: Done): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('payment_event')
    .values({ ...row, payment_id: paymentId, outcome, worked_at: now, next_at: null })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

type Reserved = { state: PaymentState; chargeId: string | null; row: NewEvent; now: Date }

/**
 * Builds a column that marks an open payment for capture and saves the event as processed. Rolls the statement back if
 * either has already happened.
 */
export const buildSaveAuthorisedPayment = (
  payment: Pick<PaymentRow, 'id' | 'state'>,
  { state, chargeId, row, now }: Reserved,
): RawBuilder<unknown> =>
  sql`save_authorised_payment(${payment.id}::uuid, ${payment.state}, ${state}, ${chargeId}, ${now}::timestamptz,
    jsonb_populate_record(null::payment_event, ${JSON.stringify(row)}::jsonb))`

/** Locks an unprocessed event: the one of the given name, or else the event that has been due longest. */
export const lockEvent = (
  db: Db,
  now: Date,
  named?: { gateway: GatewayName; eventId: string },
): Promise<EventRow | undefined> => {
  const waiting = db.selectFrom('payment_event').selectAll().where('worked_at', 'is', null)
  const one = named
    ? waiting.where('gateway', '=', named.gateway).where('event_id', '=', named.eventId)
    : waiting.where('next_at', '<=', now).orderBy('next_at').orderBy('occurred_at').orderBy('event_id')
  return one.limit(1).forUpdate().skipLocked().executeTakeFirst() as Promise<EventRow | undefined>
}

export type Outcome = 'moved' | 'late' | 'unknown' | 'noted'
type Done = { paymentId: string | null; outcome: Outcome; now: Date }

export const closeEvent = (db: Db, { gateway, event_id }: EventRow, { paymentId, outcome, now }: Done) =>
  db
    .updateTable('payment_event')
    .set({ payment_id: paymentId, outcome, worked_at: now, next_at: null, error: '' })
    .where('gateway', '=', gateway)
    .where('event_id', '=', event_id)
    .execute()

export const postponeEvent = async (
  db: Db,
  { gateway, event_id }: EventRow,
  error: string,
  nextAt: Date,
): Promise<number> =>
  (
    await db
      .updateTable('payment_event')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), error: error.slice(0, 300), next_at: nextAt }))
      .where('gateway', '=', gateway)
      .where('event_id', '=', event_id)
      .where('worked_at', 'is', null)
      .returning('attempts')
      .executeTakeFirst()
  )?.attempts ?? 0

export const deleteEventBodies = (db: Db, before: Date) =>
  sql`update payment_event set raw = null where raw is not null and worked_at < ${before}`.execute(db)
