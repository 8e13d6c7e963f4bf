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

/** Keeps events as they came, each once; those that are known stay as they are. */
export const insertEvents = (db: Db, rows: readonly NewEvent[]) =>
  db
    .insertInto('payment_event')
    .values([...rows])
    .onConflict((oc) => oc.doNothing())
    .execute()

/** Keeps an event with what it has just done, in that transaction; false where it is known. */
export const insertWorkedEvent = async (db: Db, row: NewEvent, { paymentId, outcome, now }: Done): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('payment_event')
    .values({ ...row, payment_id: paymentId, outcome, worked_at: now, next_at: null })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

type Reserved = { state: PaymentState; chargeId: string | null; row: NewEvent; now: Date }

/** An open payment whose amount is reserved is to be taken and the event is kept as one that was worked on: a column of the statement of what was paid for, which undoes it where either has come before. */
export const buildSaveAuthorisedPayment = (
  payment: Pick<PaymentRow, 'id' | 'state'>,
  { state, chargeId, row, now }: Reserved,
): RawBuilder<unknown> =>
  sql`save_authorised_payment(${payment.id}::uuid, ${payment.state}, ${state}, ${chargeId}, ${now}::timestamptz,
    jsonb_populate_record(null::payment_event, ${JSON.stringify(row)}::jsonb))`

/** An event that has not been worked on, kept from every other worker until the transaction ends: one by its name, or the one that is due longest. */
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

/** What an event did. */
export const closeEvent = (db: Db, { gateway, event_id }: EventRow, { paymentId, outcome, now }: Done) =>
  db
    .updateTable('payment_event')
    .set({ payment_id: paymentId, outcome, worked_at: now, next_at: null, error: '' })
    .where('gateway', '=', gateway)
    .where('event_id', '=', event_id)
    .execute()

/** An event that could not be worked on waits for the next time; answers how often that has been. */
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

/** What was worked on so long ago is kept as a fact, no longer as it came. */
export const deleteEventBodies = (db: Db, before: Date) =>
  sql`update payment_event set raw = null where raw is not null and worked_at < ${before}`.execute(db)
