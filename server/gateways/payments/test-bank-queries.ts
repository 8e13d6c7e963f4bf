import type { Minor } from '#contract/money.ts'
import { testCards } from '#contract/payments/test-cards.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

export type BankIntent = Selectable<DB['test_bank_intent']>

export const findIntentById = (db: Db, id: string): Promise<BankIntent | undefined> =>
  db.selectFrom('test_bank_intent').selectAll().where('id', '=', id).executeTakeFirst()
/** The ID of an intent, with which its client secret begins, as at Stripe. */
const toIntentId = (secret: string): string => secret.split('_secret_', 1)[0] ?? ''

export const findIntentBySecret = (db: Db, secret: string): Promise<BankIntent | undefined> =>
  db
    .selectFrom('test_bank_intent')
    .selectAll()
    .where('id', '=', toIntentId(secret))
    .where('client_secret', '=', secret)
    .executeTakeFirst()

export async function createIntent(
  db: Db,
  row: {
    id: string
    client_secret: string
    made_by: string
    amount_minor: Minor
    currency: string
    customer_id: string | null
    created_at: Date
  },
): Promise<BankIntent> {
  const made = await db
    .insertInto('test_bank_intent')
    .values(row)
    .onConflict((oc) => oc.column('made_by').doNothing())
    .returningAll()
    .executeTakeFirst()
  return (
    made ?? db.selectFrom('test_bank_intent').selectAll().where('made_by', '=', row.made_by).executeTakeFirstOrThrow()
  )
}

export const moveIntent = (
  db: Db,
  id: string,
  from: readonly string[],
  set: { status?: string; error?: string | null; last_four?: string },
): Promise<BankIntent | undefined> =>
  db
    .updateTable('test_bank_intent')
    .set(set)
    .where('id', '=', id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst()

/** Idempotent by key. Returns null if the intent has less left. */
export async function createRefund(
  db: Db,
  row: { id: string; made_by: string; intent_id: string; amount_minor: Minor; created_at: Date },
): Promise<{ id: string; fresh: boolean } | null> {
  const known = await db
    .selectFrom('test_bank_refund')
    .select('id')
    .where('made_by', '=', row.made_by)
    .executeTakeFirst()
  if (known) return { id: known.id, fresh: false }
  const taken = await db
    .updateTable('test_bank_intent')
    .set((eb) => ({ refunded_minor: eb('refunded_minor', '+', row.amount_minor) }))
    .where('id', '=', row.intent_id)
    .where('status', '=', 'succeeded')
    .whereRef('amount_minor', '>=', (eb) => eb('refunded_minor', '+', row.amount_minor))
    .returning('id')
    .executeTakeFirst()
  if (!taken) return null
  await db.insertInto('test_bank_refund').values(row).execute()
  return { id: row.id, fresh: true }
}

export async function createAccount(
  db: Db,
  row: { id: string; made_by: string; holder: string; created_at: Date },
): Promise<string> {
  const made = await db
    .insertInto('test_bank_account')
    .values(row)
    .onConflict((oc) => oc.column('made_by').doNothing())
    .returning('id')
    .executeTakeFirst()
  return (
    made?.id ??
    (await db.selectFrom('test_bank_account').select('id').where('made_by', '=', row.made_by).executeTakeFirstOrThrow())
      .id
  )
}

export const findAccountById = (db: Db, id: string) =>
  db.selectFrom('test_bank_account').selectAll().where('id', '=', id).executeTakeFirst()
export const setAccount = (db: Db, id: string, set: { holder: string; last_four: string }) =>
  db.updateTable('test_bank_account').set(set).where('id', '=', id).execute()

export async function createTransfer(
  db: Db,
  row: { id: string; made_by: string; account_id: string; amount_minor: Minor; currency: string; created_at: Date },
): Promise<string> {
  const made = await db
    .insertInto('test_bank_transfer')
    .values(row)
    .onConflict((oc) => oc.column('made_by').doNothing())
    .returning('id')
    .executeTakeFirst()
  return (
    made?.id ??
    (
      await db
        .selectFrom('test_bank_transfer')
        .select('id')
        .where('made_by', '=', row.made_by)
        .executeTakeFirstOrThrow()
    ).id
  )
}

/** Idempotent by key. Returns false if the transfer has less left. */
export async function reverseTransfer(db: Db, id: string, minor: Minor, key: string): Promise<boolean> {
  const known = await db
    .selectFrom('test_bank_transfer')
    .select('id')
    .where('id', '=', id)
    .where(sql<boolean>`${key} = any(reversed_by)`)
    .executeTakeFirst()
  if (known) return true
  const { numUpdatedRows } = await db
    .updateTable('test_bank_transfer')
    .set((eb) => ({
      reversed_minor: eb('reversed_minor', '+', minor),
      reversed_by: sql<string[]>`reversed_by || ${key}::text`,
    }))
    .where('id', '=', id)
    .whereRef('amount_minor', '>=', (eb) => eb('reversed_minor', '+', minor))
    .executeTakeFirst()
  return Number(numUpdatedRows) > 0
}

export type NewBankEvent = { id: string; body: string; created_at: Date }

export const insertBankEvent = (db: Db, row: NewBankEvent) => db.insertInto('test_bank_event').values(row).execute()

/** Returns undefined unless the intent is authorised. */
export const captureIntent = (db: Db, id: string, event: NewBankEvent): Promise<BankIntent | undefined> =>
  db
    .with('moved', (cte) =>
      cte
        .updateTable('test_bank_intent')
        .set({ status: 'succeeded' })
        .where('id', '=', id)
        .where('status', '=', 'requires_capture')
        .returningAll(),
    )
    .with('told', (cte) =>
      cte
        .insertInto('test_bank_event')
        .columns(['id', 'body', 'created_at'])
        .expression((eb) =>
          eb
            .selectFrom('moved')
            .select([
              sql<string>`${event.id}`.as('id'),
              sql<string>`${event.body}::jsonb`.as('body'),
              sql<Date>`${event.created_at}::timestamptz`.as('created_at'),
            ]),
        ),
    )
    .selectFrom('moved')
    .selectAll()
    .executeTakeFirst()

/** Authorises an open intent with its event, for immediate delivery. Returns undefined in another state. */
export const authoriseIntent = (
  db: Db,
  clientSecret: string,
  set: { last_four: string },
  event: NewBankEvent,
  kept: RawBuilder<unknown>,
): Promise<{ id: string; body: unknown } | undefined> =>
  db
    .with('moved', (cte) =>
      cte
        .updateTable('test_bank_intent')
        .set({ ...set, status: 'requires_capture', error: null })
        .where('id', '=', toIntentId(clientSecret))
        .where('client_secret', '=', clientSecret)
        .where('status', 'in', ['requires_payment_method', 'requires_action'])
        .returning('id'),
    )
    .with('told', (cte) =>
      cte
        .insertInto('test_bank_event')
        .columns(['id', 'body', 'created_at', 'attempts'])
        .expression((eb) =>
          eb
            .selectFrom('moved')
            .select([
              sql<string>`${event.id}`.as('id'),
              sql<string>`${event.body}::jsonb || jsonb_build_object('intent', moved.id)`.as('body'),
              sql<Date>`${event.created_at}::timestamptz`.as('created_at'),
              sql<number>`1`.as('attempts'),
            ]),
        )
        .returning(['id', 'body']),
    )
    .selectFrom('told')
    .select(['id', 'body', kept.as('kept')])
    .executeTakeFirst()

export const tryEvents = async (
  db: Db,
  most: number,
  clientSecret?: string,
): Promise<{ id: string; body: unknown }[]> => {
  const waiting = db
    .selectFrom('test_bank_event')
    .select('id')
    .where('acknowledged_at', 'is', null)
    .where('attempts', '<', 200)
  const own =
    clientSecret === undefined
      ? waiting
      : waiting.where(sql<string>`body ->> 'intent'`, '=', (eb) =>
          eb
            .selectFrom('test_bank_intent')
            .select('test_bank_intent.id')
            .where('id', '=', toIntentId(clientSecret))
            .where('client_secret', '=', clientSecret),
        )
  const tried = await db
    .updateTable('test_bank_event')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', own.orderBy('created_at').orderBy('id').limit(most))
    .returning(['id', 'body', 'created_at'])
    .execute()
  return tried.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1))
}

export const acknowledgeEvents = (db: Db, ids: readonly string[], now: Date) =>
  db.updateTable('test_bank_event').set({ acknowledged_at: now }).where('id', 'in', ids).execute()

export type BankSetup = Selectable<DB['test_bank_setup']>

export async function createSetup(
  db: Db,
  row: { id: string; client_secret: string; made_by: string; customer_id: string; created_at: Date },
): Promise<BankSetup> {
  const made = await db
    .insertInto('test_bank_setup')
    .values(row)
    .onConflict((oc) => oc.column('made_by').doNothing())
    .returningAll()
    .executeTakeFirst()
  return (
    made ?? db.selectFrom('test_bank_setup').selectAll().where('made_by', '=', row.made_by).executeTakeFirstOrThrow()
  )
}

export const findSetupById = (db: Db, id: string): Promise<BankSetup | undefined> =>
  db.selectFrom('test_bank_setup').selectAll().where('id', '=', id).executeTakeFirst()

type SavedTestCard = Pick<BankSetup, 'status' | 'customer_id' | 'last_four'> & { answers: string | null }

/** Returns a card saved by a setup (`pm_…`) or with a payment (`pm_of_…`), which answers as it did then. */
export async function findSavedTestCard(db: Db, cardId: string): Promise<SavedTestCard | undefined> {
  if (!cardId.startsWith('pm_of')) return findSetupById(db, cardId.replace(/^pm/, 'seti'))
  const intent = await findIntentById(db, cardId.replace(/^pm_of/, 'pi'))
  if (!intent?.customer_id) return undefined
  const last_four = intent.last_four ?? ''
  const [answers = 'declined'] =
    Object.entries({ success: testCards.success, proof: testCards.challenge }).find(([, known]) =>
      known.endsWith(last_four),
    ) ?? []
  return { status: 'succeeded', customer_id: intent.customer_id, last_four, answers }
}

/** Returns false if the intent's card was not saved. */
export const detachCardOfIntent = async (db: Db, id: string): Promise<boolean> =>
  (
    await db
      .updateTable('test_bank_intent')
      .set({ customer_id: null })
      .where('id', '=', id)
      .where('customer_id', 'is not', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

/** Returns false if a card is saved, null without a setup. */
export async function saveTestSetup(
  db: Db,
  secret: string,
  card: { answers: string; last_four: string; expires: string },
): Promise<boolean | null> {
  const filled = await db
    .updateTable('test_bank_setup')
    .set({ ...card, status: 'succeeded' })
    .where('client_secret', '=', secret)
    .where('status', '=', 'requires_payment_method')
    .returning('id')
    .executeTakeFirst()
  if (filled) return true
  const known = await db
    .selectFrom('test_bank_setup')
    .select('id')
    .where('client_secret', '=', secret)
    .executeTakeFirst()
  return known ? false : null
}

export const detachCard = async (db: Db, id: string): Promise<boolean> =>
  (
    await db
      .updateTable('test_bank_setup')
      .set({ status: 'detached' })
      .where('id', '=', id)
      .where('status', '=', 'succeeded')
      .executeTakeFirst()
  ).numUpdatedRows > 0n
