import { randomBytes } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import { CompactSign, compactVerify, errors } from 'jose'
import { testCards } from '#contract/payments/test-cards.ts'
import type { Database, Db } from '#db/database.ts'
import type { Context } from '#server/platform/context.ts'
import { toFaultFields } from '#server/platform/log.ts'
import { getSiteSecret } from '#server/platform/settings.ts'
import { GatewayRefused, type GatewayEvent, type Intent, type PaymentsGateway } from './gateway.ts'
import {
  findAccountById,
  type BankIntent,
  authoriseIntent,
  captureIntent,
  acknowledgeEvents,
  findIntentById,
  findIntentBySecret,
  insertBankEvent,
  detachCard,
  detachCardOfIntent,
  saveTestSetup,
  createAccount,
  createSetup,
  findSetupById,
  findSavedTestCard,
  createIntent,
  createRefund,
  createTransfer,
  moveIntent,
  type NewBankEvent,
  reverseTransfer,
  setAccount,
  tryEvents,
} from './test-bank-queries.ts'

const named = (kind: string): string => `${kind}_test_${randomBytes(12).toString('hex')}`

const statuses: Readonly<Record<string, Intent['status']>> = {
  requires_capture: 'authorised',
  succeeded: 'captured',
  canceled: 'cancelled',
}
const shown = (row: BankIntent): Intent => ({
  id: row.id,
  clientSecret: row.client_secret,
  status: statuses[row.status] ?? 'open',
  error: row.error as Intent['error'],
  chargeId: row.id,
})

/** The embedded test bank keeps its books in the database, accepts test cards only and moves no real money. */
export function openTestBank(ctx: Pick<Context, 'transaction' | 'now' | 'db'>): PaymentsGateway {
  const change = (work: (db: Db) => Promise<BankIntent>): Promise<Intent> =>
    ctx.transaction(async (inner) => shown(await work(inner.db)))
  const known = async (db: Db, id: string): Promise<BankIntent> => {
    const row = await findIntentById(db, id)
    if (!row) throw new GatewayRefused(`no such payment: ${id}`)
    return row
  }
  return {
    createIntent: async ({ key, amountMinor, currency, customerId }) => {
      const id = named('pi')
      return shown(
        await createIntent(ctx.db, {
          id,
          client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
          made_by: key,
          amount_minor: amountMinor,
          currency,
          customer_id: customerId,
          created_at: ctx.now,
        }),
      )
    },
    retrieve: async (id) => shown(await known(ctx.db, id)),
    capture: async (id) => {
      const moved = await captureIntent(ctx.db, id, eventOf('captured', { id, error: null }, ctx.now))
      const row = moved ?? (await known(ctx.db, id))
      if (row.status !== 'succeeded') throw new GatewayRefused(`this payment cannot be captured: ${row.status}`)
      return shown(row)
    },
    cancel: (id) =>
      change(async (db) => {
        const moved = await moveIntent(db, id, ['requires_payment_method', 'requires_action', 'requires_capture'], {
          status: 'canceled',
        })
        if (moved) await tell(db, 'cancelled', moved, ctx.now)
        const row = moved ?? (await known(db, id))
        if (row.status !== 'canceled') throw new GatewayRefused(`this payment cannot be voided: ${row.status}`)
        return row
      }),
    refund: async ({ intentId, amountMinor, key }) =>
      ctx.transaction(async ({ db }) => {
        const made = await createRefund(db, {
          id: named('re'),
          made_by: key,
          intent_id: intentId,
          amount_minor: amountMinor,
          created_at: ctx.now,
        })
        if (!made) throw new GatewayRefused('the refund exceeds the remaining amount of this payment')
        return { id: made.id, state: 'done' as const }
      }),
    createCustomer: async ({ key }) => `cus_test_${key.replace(/\W/g, '')}`,
    createSetup: async ({ key, customerId }) => {
      const id = named('seti')
      const row = await createSetup(ctx.db, {
        id,
        client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
        made_by: key,
        customer_id: customerId,
        created_at: ctx.now,
      })
      return { id: row.id, clientSecret: row.client_secret }
    },
    retrieveSetup: async (id) => {
      const row = await findSetupById(ctx.db, id)
      return row?.status === 'succeeded'
        ? { cardId: row.id.replace(/^seti/, 'pm'), brand: 'visa', lastFour: row.last_four, expires: row.expires }
        : null
    },
    payByCard: (id, { customerId, cardId }) =>
      change(async (db) => {
        const card = await findSavedTestCard(db, cardId)
        const intent = await known(db, id)
        if (card?.status !== 'succeeded' || card.customer_id !== customerId)
          throw new GatewayRefused('this customer has no such card')
        const open = ['requires_payment_method', 'requires_action']
        if (!open.includes(intent.status)) return intent
        if (card.answers === 'success') {
          await authorise(ctx, db, id, open, card.last_four)
          return known(db, id)
        }
        const error = card.answers === 'proof' ? 'challenge' : 'declined'
        const row = await moveIntent(db, id, open, {
          status: 'requires_payment_method',
          error,
          last_four: card.last_four,
        })
        return row ?? known(db, id)
      }),
    retrieveCardOf: async (id) => {
      const { customer_id, last_four } = await known(ctx.db, id)
      return customer_id && last_four ? { customerId: customer_id, cardId: id.replace(/^pi/, 'pm_of') } : null
    },
    removeCard: async (id) => {
      const detached = id.startsWith('pm_of')
        ? await detachCardOfIntent(ctx.db, id.replace(/^pm_of/, 'pi'))
        : await detachCard(ctx.db, id.replace(/^pm/, 'seti'))
      if (!detached) throw new GatewayRefused(`no such card: ${id}`)
    },
    createAccount: async ({ key, name }) => ({
      id: await createAccount(ctx.db, { id: named('acct'), made_by: key, holder: name, created_at: ctx.now }),
    }),
    accountLink: async (_, { back }) => back,
    accountState: async (id) => {
      const account = await findAccountById(ctx.db, id)
      return account?.last_four
        ? { state: 'ready', label: `•••• ${account.last_four}`, cardPayments: true }
        : { state: 'pending', label: '', cardPayments: false }
    },
    // Keys never expire here, so there is nothing to search for.
    findRefund: async () => null,
    transfer: async ({ accountId, amountMinor, currency, key }) => {
      if (!(await findAccountById(ctx.db, accountId))) throw new GatewayRefused('no such account')
      return {
        id: await createTransfer(ctx.db, {
          id: named('tr'),
          made_by: key,
          account_id: accountId,
          amount_minor: amountMinor,
          currency,
          created_at: ctx.now,
        }),
      }
    },
    findTransfer: async () => null,
    reverse: async ({ transferId, amountMinor, key }) => {
      if (!(await reverseTransfer(ctx.db, transferId, amountMinor, key)))
        throw new GatewayRefused('the reversal exceeds the remaining amount of this transfer')
      return { id: `trr_test_${key}` }
    },
    findReversal: async () => null,
    payOut: async ({ key, amountMinor }) => ({ id: `po_test_${key}`, paid: true, amountMinor }),
    findPayout: async () => null,
    // The test bank has no fees and no balance transactions.
    lines: async () => [],
    uploadRecord: async () => 'file_test',
    submitEvidence: async () => {},
  }
}

export const saveTestAccount = (db: Db, id: string, details: { holder: string; number: string }) =>
  setAccount(db, id, { holder: details.holder, last_four: details.number.slice(-4) })

export type CardAnswer = 'authorised' | 'challenge' | 'declined' | 'funds' | 'unknown_card' | 'closed' | null

/**
 * Pays an intent with the always-successful test card in one statement with column `kept`. Returns null for other cards
 * or if nothing is due.
 */
export const payAtOnce = async (
  db: Db,
  { clientSecret, digits, now }: { clientSecret: string; digits: string; now: Date },
  kept: RawBuilder<unknown>,
): Promise<BankEvent | undefined> =>
  digits === testCards.success
    ? authoriseIntent(
        db,
        clientSecret,
        { last_four: digits.slice(-4) },
        eventOf('authorised', { id: '', error: null }, now),
        kept,
      )
    : undefined

/** Pays an intent with a test card; a signed event follows. Returns null without such an intent. */
export const payByCard = (ctx: Context, clientSecret: string, digits: string): Promise<CardAnswer> =>
  ctx.transaction(async ({ db }) => {
    const intent = await findIntentBySecret(db, clientSecret)
    if (!intent) return null
    const open = ['requires_payment_method', 'requires_action']
    if (!open.includes(intent.status)) return 'closed'
    const last_four = digits.slice(-4)
    const no = digits === testCards.declined ? 'declined' : digits === testCards.funds ? 'funds' : null
    if (no) {
      const row = await moveIntent(db, intent.id, open, { status: 'requires_payment_method', error: no, last_four })
      if (!row) return 'closed'
      await tell(db, 'declined', row, ctx.now)
      return no
    }
    if (digits === testCards.challenge)
      return (await moveIntent(db, intent.id, open, { status: 'requires_action', error: null, last_four }))
        ? 'challenge'
        : 'closed'
    if (digits !== testCards.success) return 'unknown_card'
    return authorise(ctx, db, intent.id, open, last_four)
  })

export const answerChallenge = (
  ctx: Context,
  clientSecret: string,
  passed: boolean,
): Promise<'authorised' | 'refused' | 'closed' | null> =>
  ctx.transaction(async ({ db }) => {
    const intent = await findIntentBySecret(db, clientSecret)
    if (!intent) return null
    if (passed) return authorise(ctx, db, intent.id, ['requires_action'])
    const row = await moveIntent(db, intent.id, ['requires_action'], {
      status: 'requires_payment_method',
      error: 'challenge',
    })
    if (!row) return 'closed'
    await tell(db, 'declined', row, ctx.now)
    return 'refused'
  })

/** Returns false if a card is saved, null without a setup. */
export const saveTestCard = (
  db: Db,
  clientSecret: string,
  card: { answers: string; last_four: string; expires: string },
): Promise<boolean | null> => saveTestSetup(db, clientSecret, card)

async function authorise(
  ctx: Pick<Context, 'now'>,
  db: Db,
  id: string,
  from: readonly string[],
  last_four?: string,
): Promise<'authorised' | 'closed'> {
  const row = await moveIntent(db, id, from, {
    status: 'requires_capture',
    error: null,
    ...(last_four ? { last_four } : {}),
  })
  if (!row) return 'closed'
  await tell(db, 'authorised', row, ctx.now)
  return 'authorised'
}

type Told = { id: string; kind: GatewayEvent['kind']; intent: string; error: GatewayEvent['error']; at: string }

type Of = Pick<BankIntent, 'id' | 'error'>

function eventOf(kind: GatewayEvent['kind'], intent: Of, now: Date): NewBankEvent {
  const id = named('evt')
  const body: Told = {
    id,
    kind,
    intent: intent.id,
    error: kind === 'declined' ? (intent.error as GatewayEvent['error']) : null,
    at: now.toISOString(),
  }
  return { id, body: JSON.stringify(body), created_at: now }
}

const tell = (db: Db, kind: GatewayEvent['kind'], intent: Of, now: Date) =>
  insertBankEvent(db, eventOf(kind, intent, now))

const bankSecret = async (database: Database): Promise<Uint8Array> =>
  Buffer.from(await getSiteSecret(database, 'test_bank_secret'), 'base64url')

/** Delivers pending events signed and oldest first. Rejected ones are retried later. Returns the count. */
export async function deliverPendingEvents(
  ctx: Context,
  take: (raw: string) => Promise<void>,
  clientSecret?: string,
): Promise<number> {
  const waiting = await tryEvents(ctx.db, 200, clientSecret)
  await deliverEvents(ctx, take, waiting)
  return waiting.length
}

export type BankEvent = { id: string; body: unknown }

export async function deliverEvents(
  ctx: Context,
  take: (raw: string) => Promise<void>,
  events: readonly BankEvent[],
): Promise<void> {
  const secret = await bankSecret(ctx.database)
  const taken: string[] = []
  for (const { id, body } of events) {
    const raw = await new CompactSign(new TextEncoder().encode(JSON.stringify(body)))
      .setProtectedHeader({ alg: 'HS256' })
      .sign(secret)
    try {
      await take(raw)
      taken.push(id)
    } catch (fault) {
      ctx.log.error(toFaultFields(fault), 'processing a test bank event failed')
    }
  }
  // Events whose acknowledgement was lost are redelivered and ignored as duplicates.
  if (taken.length) await acknowledgeEvents(ctx.database.counts, taken, ctx.now)
}

export async function testBankEvent(database: Database, raw: string): Promise<GatewayEvent | null> {
  try {
    const { payload } = await compactVerify(raw, await bankSecret(database), { algorithms: ['HS256'] })
    return eventTold(JSON.parse(new TextDecoder().decode(payload)) as Told)
  } catch (fault) {
    if (fault instanceof errors.JOSEError) return null
    throw fault
  }
}

export const testBankEventKept = (raw: string): GatewayEvent =>
  eventTold(JSON.parse(Buffer.from(raw.split('.')[1] ?? '', 'base64url').toString()) as Told)

const eventTold = (told: Told): GatewayEvent => ({
  id: told.id,
  kind: told.kind,
  type: told.kind,
  at: new Date(told.at),
  intentId: told.intent,
  paymentId: null,
  error: told.error,
  refundId: null,
  ours: null,
  amountMinor: null,
  chargeId: told.intent,
  accountId: null,
  account: null,
  transfer: null,
  payout: null,
  chargeBack: null,
})
