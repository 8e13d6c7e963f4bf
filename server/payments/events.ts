import { type BankEvent, deliverPendingEvents, deliverEvents } from '#server/gateways/payments/test-bank.ts'
import { type Context, nobody, openContext, dropCaller } from '#server/platform/context.ts'
import { getNextRetry, sendAfter, sendSoon, applyIntentStatus } from './charging.ts'
import { Hono } from 'hono'
import {
  parseStoredEvent,
  parseWebhookEvent,
  getGatewayOfSource,
  type WebhookSource,
  openGateway,
} from '#server/gateways/payments/payments.ts'
import { readBody } from '#server/platform/http/read-input.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Rig } from '#server/platform/rig.ts'
import type { Database } from '#db/database.ts'
import type { GatewayEvent } from '#server/gateways/payments/gateway.ts'
import {
  closeEvent,
  type EventRow,
  deleteEventBodies,
  insertEvents,
  insertWorkedEvent,
  buildSaveAuthorisedPayment,
  lockEvent,
  type NewEvent,
  type Outcome,
  postponeEvent,
} from './events.queries.ts'
import { fixedRetentionDays } from '#contract/constants.ts'
import { getNextPaymentState } from '#contract/payments/lifecycle-payment.ts'
import { getPayableHandlers } from './payable.ts'
import {
  type GatewayName,
  findPaymentByGatewayId,
  findPaymentById,
  type PaymentRow,
  getGatewayOfPayment,
  listUnansweredPayments,
  updatePayment,
} from './payments.queries.ts'
import { toFaultFields } from '#server/platform/log.ts'
import { raiseAlarm } from '#server/platform/oversight/alarms.ts'
import { type GatewayWord, moveLocked, movePayment, voidPayment } from './payment-moves.ts'
import { handleDisputeWebhook } from './charge-backs.ts'
import { handleAccountWebhook, handleBalanceWebhook, handlePayoutWebhook, handleTransferWebhook } from './payouts.ts'
import { handleRefundWebhook } from './refunds.ts'

/** Loops until no events are left, since one event may trigger another. */
export async function handleTestBankEvents(ctx: Context): Promise<void> {
  for (let round = 0; round < 3; round++) {
    const heard = await deliverPendingEvents(ctx, (raw) => receiveEvent(ctx, raw))
    await sendSoon(ctx)
    if (heard === 0) break
  }
}

/**
 * Processes the test bank's events of one payment by its secret. The capture happens later, so that the payer does not
 * wait for it.
 */
export async function handleTestBankPayment(ctx: Context, clientSecret: string, event?: BankEvent): Promise<void> {
  if (event) await deliverEvents(ctx, (raw) => receiveEvent(ctx, raw), [event])
  else await deliverPendingEvents(ctx, (raw) => receiveEvent(ctx, raw), clientSecret)
  sendAfter(ctx)
}

const receiveEvent = async (ctx: Context, raw: string): Promise<void> =>
  void (await handleWebhookEvent(ctx, 'test', raw, ''))

const MOST_BYTES = 512 * 1024

const inlets = ['test', 'stripe', 'stripe-accounts'] as const satisfies readonly WebhookSource[]

/**
 * `POST /v1/payments/events/{inlet}`: verifies the signature of the raw body, saves the event, responds and processes
 * it afterwards.
 */
export function createEventsRoute(rig: Rig): Hono {
  const app = new Hono()
  app.post('/v1/payments/events/:inlet', async (http) => {
    const inlet = inlets.find((name) => name === http.req.param('inlet'))
    if (!inlet) throw new Refusal('not_found')
    const raw = new TextDecoder().decode(await readBody(http.req.raw, MOST_BYTES))
    const ctx = openContext(rig, {
      viewer: nobody,
      requestId: String(http.get('requestId' as never) ?? ''),
      address: '',
    })
    if (!(await saveEvent(ctx, inlet, raw, http.req.header('stripe-signature') ?? '')))
      throw new Refusal('signature_wrong')
    processInBackground(ctx)
    return http.json({ data: { received: true } })
  })
  return app
}

type Waiting = { row: NewEvent; kept: () => void; lost: (fault: unknown) => void }
const waiting = new WeakMap<Database, Waiting[]>()

/** Does nothing if the signature is invalid. */
async function saveEvent(
  ctx: Context,
  inlet: WebhookSource,
  raw: string,
  signature: string,
): Promise<GatewayEvent | null> {
  const event = await parseWebhookEvent(ctx, inlet, raw, signature)
  if (!event) return null
  await saveInBatch(ctx, newEvent(ctx, inlet, raw, event))
  return event
}

const newEvent = (ctx: Context, inlet: WebhookSource, raw: string, event: GatewayEvent): NewEvent => ({
  gateway: getGatewayOfSource(inlet),
  event_id: event.id,
  kind: event.type,
  account_id: event.accountId,
  raw,
  occurred_at: event.at,
  at: ctx.now,
  next_at: ctx.now,
})

// Events arrive in bursts: those received during a write are saved in the next batch.
function saveInBatch(ctx: Context, row: NewEvent): Promise<void> {
  return new Promise((kept, lost) => {
    const line = waiting.get(ctx.database)
    if (line) return void line.push({ row, kept, lost })
    waiting.set(ctx.database, [{ row, kept, lost }])
    setImmediate(() => void writeAll(ctx))
  })
}

async function writeAll(ctx: Context): Promise<void> {
  for (let line = waiting.get(ctx.database); line?.length; line = waiting.get(ctx.database)) {
    waiting.set(ctx.database, [])
    try {
      await insertEvents(ctx.db, [...new Map(line.map(({ row }) => [`${row.gateway} ${row.event_id}`, row])).values()])
      for (const { kept } of line) kept()
    } catch (fault) {
      for (const { lost } of line) lost(fault)
    }
  }
  waiting.delete(ctx.database)
}

/**
 * Processes a signed event immediately and saves it with its outcome. An event that fails or is already known is saved
 * for the queue. Returns false if the signature is invalid.
 */
export async function handleWebhookEvent(
  ctx: Context,
  inlet: WebhookSource,
  raw: string,
  signature: string,
): Promise<boolean> {
  const event = await parseWebhookEvent(ctx, inlet, raw, signature)
  if (!event) return false
  const gateway = getGatewayOfSource(inlet)
  try {
    if (await handleAtOnce(ctx, gateway, newEvent(ctx, inlet, raw, event), event)) return true
    await ctx.transaction(async (tx) => {
      const { payment, outcome } = await actOn(tx, gateway, event)
      const row = newEvent(tx, inlet, raw, event)
      if (!(await insertWorkedEvent(tx.db, row, { paymentId: payment?.id ?? null, outcome, now: tx.now })))
        throw new Error('this event was already processed')
    })
  } catch {
    if (await saveEvent(ctx, inlet, raw, signature)) await processOne(ctx, { gateway, eventId: event.id })
  }
  return true
}

/**
 * Handles an authorisation with its payable, or a redundant capture event, in one statement. Returns false without any
 * effect if a transaction is needed.
 */
async function handleAtOnce(ctx: Context, gateway: GatewayName, row: NewEvent, event: GatewayEvent): Promise<boolean> {
  if ((event.kind !== 'authorised' && event.kind !== 'captured') || !event.intentId) return false
  const payment = await findPaymentByGatewayId(ctx.db, gateway, event.intentId)
  if (event.kind === 'captured') {
    if (payment?.state !== 'captured') return false
    await insertWorkedEvent(ctx.db, row, { paymentId: payment.id, outcome: 'late', now: ctx.now })
    return true
  }
  const atOnce = payment && getPayableHandlers(payment.kind).authorisedAtOnce
  const reserved = payment && getNextPaymentState(payment.state, 'authorised')
  const state = reserved && getNextPaymentState(reserved, 'keep')
  if (!payment || !atOnce || !state) return false
  const { chargeId } = event
  return atOnce(ctx, payment, buildSaveAuthorisedPayment(payment, { state, chargeId, row, now: ctx.now }))
}

const AT_ONCE = 1_000
/** After this many attempts the event needs an operator. */
const TRIES = 5
const DAY_MS = 86_400_000

/** Processes saved events, each in its own transaction. Postpones a failed one. Returns the number processed. */
export async function processStoredEvents(ctx: Context): Promise<number> {
  let done = 0
  while (done < AT_ONCE && (await processOne(ctx))) done++
  if (done) await sendSoon(ctx)
  return done
}

async function processOne(ctx: Context, named?: Parameters<typeof lockEvent>[2]): Promise<boolean> {
  let row: EventRow | undefined
  try {
    await ctx.transaction(async (ctx) => {
      row = await lockEvent(ctx.db, ctx.now, named)
      if (row) await handleEvent(ctx, row)
    })
  } catch (fault) {
    if (!row) throw fault
    ctx.log.error({ ...toFaultFields(fault), event: row.event_id }, 'processing a payment provider event failed')
    const tries = await postponeEvent(ctx.db, row, String(fault), getNextRetry(ctx.now, row.attempts + 1))
    if (tries === TRIES)
      await raiseAlarm(ctx, {
        kind: 'payments.event',
        subjectId: row.event_id,
        values: { type: row.kind, id: row.event_id },
      })
  }
  return row !== undefined
}

const working = new WeakSet<Context['database']>()

/** Processes saved events right after the response. The job is the fallback. */
function processInBackground(ctx: Context): void {
  if (working.has(ctx.database)) return
  working.add(ctx.database)
  // Waits until the whole burst of events has been acknowledged.
  setTimeout(() => {
    working.delete(ctx.database)
    processStoredEvents(ctx).catch((fault: unknown) =>
      ctx.log.error(toFaultFields(fault), 'processing stored payment provider events failed'),
    )
  }, 20)
}

/** Deletes old payloads, because they contain personal data. */
export const purgeOldEvents = (ctx: Context) =>
  deleteEventBodies(ctx.db, new Date(ctx.now.getTime() - fixedRetentionDays.logs * DAY_MS))

const moves = ['authorised', 'declined', 'captured', 'cancelled'] as const satisfies readonly GatewayWord[]
const isMove = (kind: GatewayEvent['kind']): kind is (typeof moves)[number] =>
  (moves as readonly string[]).includes(kind)

/** Runs in the caller's transaction. */
async function handleEvent(ctx: Context, row: EventRow): Promise<void> {
  const event = await parseStoredEvent(row.gateway, row.raw ?? '')
  const { payment, outcome } = await actOn(ctx, row.gateway, event)
  await closeEvent(ctx.db, row, { paymentId: payment?.id ?? null, outcome, now: ctx.now })
}

async function actOn(
  ctx: Context,
  gateway: GatewayName,
  event: GatewayEvent,
): Promise<{ payment: PaymentRow | undefined; outcome: Outcome }> {
  const payment = await paymentOf(ctx, gateway, event)
  return { payment, outcome: await act(ctx, gateway, event, payment) }
}

async function paymentOf(ctx: Context, gateway: GatewayName, event: GatewayEvent): Promise<PaymentRow | undefined> {
  const byGateway = event.intentId
    ? await findPaymentByGatewayId(ctx.db, gateway, event.intentId, isMove(event.kind))
    : undefined
  if (byGateway) return byGateway
  // The response that contained the intent's name may have been lost.
  const ours = event.paymentId && isUuid(event.paymentId) ? await findPaymentById(ctx.db, event.paymentId) : undefined
  if (ours && !ours.gateway_id && event.intentId) return updatePayment(ctx.db, ours.id, { gateway_id: event.intentId })
  return ours
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text)

async function act(
  ctx: Context,
  gateway: GatewayName,
  event: GatewayEvent,
  payment: PaymentRow | undefined,
): Promise<Outcome> {
  switch (event.kind) {
    case 'account':
      return handleAccountWebhook(ctx, gateway, event)
    case 'transferred':
    case 'reversed':
      return handleTransferWebhook(ctx, event)
    case 'paid':
    case 'returned':
      return handlePayoutWebhook(ctx, gateway, event)
    case 'available':
      return handleBalanceWebhook(ctx, gateway, event)
    case 'other':
      return payment ? 'noted' : 'unknown'
  }
  if (!payment) return 'unknown'
  if (isMove(event.kind)) {
    const { error, chargeId } = event
    const moved =
      payment.gateway_id === event.intentId
        ? moveLocked(ctx, payment, event.kind, { error, chargeId })
        : movePayment(ctx, payment.id, event.kind, { error, chargeId })
    return (await moved) ? 'moved' : 'late'
  }
  if (event.kind === 'refunded' || event.kind === 'refund_failed')
    return handleRefundWebhook(ctx, gateway, event, payment)
  return handleDisputeWebhook(ctx, gateway, event, payment)
}

const SILENCE_MINUTES = 2
const READS_AT_ONCE = 50
const GIVEN_UP_HOURS = 24

/** Queries the gateways about every unresolved payment, from two minutes after its opening, with increasing delays. */
export async function reconcilePayments(ctx: Context): Promise<void> {
  const before = new Date(ctx.now.getTime() - SILENCE_MINUTES * 60_000)
  for (const payment of await listUnansweredPayments(ctx.db, before, ctx.now, READS_AT_ONCE))
    await syncPayment(ctx, payment)
  await sendSoon(ctx)
}

/** Applies the gateway's state of one payment. Returns false if the gateway did not respond. */
export async function syncPayment(caller: Context, payment: PaymentRow): Promise<boolean> {
  const ctx = dropCaller(caller)
  await updatePayment(ctx.db, payment.id, { asked_at: ctx.now, asked_times: payment.asked_times + 1 })
  try {
    if (payment.gateway_id) {
      const gateway = await openGateway(ctx, getGatewayOfPayment(payment), payment.country_code)
      const moved = await applyIntentStatus(ctx, payment.id, await gateway.retrieve(payment.gateway_id))
      if (moved) return true
    }
    const old = ctx.now.getTime() - new Date(payment.created_at).getTime() > GIVEN_UP_HOURS * 3_600_000
    if (old && payment.state === 'open') await ctx.transaction((ctx) => voidPayment(ctx, payment.id))
    return true
  } catch (fault) {
    ctx.log.warn({ ...toFaultFields(fault), payment: payment.id }, 'fetching the status of a payment failed')
    return false
  }
}
