import { truncate } from '#contract/text.ts'
import { randomUUID } from 'node:crypto'
import {
  GatewayFault,
  GatewayRefused,
  type Intent,
  type IdempotencyKey,
  type PaymentsGateway,
} from '#server/gateways/payments/gateway.ts'
import { getCurrentGateway, openGateway } from '#server/gateways/payments/payments.ts'
import { type Context, dropCaller } from '#server/platform/context.ts'
import { toFaultFields } from '#server/platform/log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { captureOf, type GatewayWord, movePayment, voidPayment } from './payment-moves.ts'
import { getPayableHandlers, type Payable, type PayablePayment } from './payable.ts'
import {
  insertPayment,
  buildPaymentSave,
  findLivingPayment,
  lockPaymentsById,
  markCaptured,
  findPaymentById,
  type PaymentRow,
  type RefundRow,
  getGatewayOfPayment,
  updatePayment,
} from './payments.queries.ts'
import { postMovements } from './ledger.queries.ts'
import {
  claimCaptures,
  type ClaimedRow,
  claimNext,
  rotateIdempotencyKey,
  isClaimHeld,
  releaseClaim,
  type Work,
} from './charging.queries.ts'
import { runInBackground } from '#server/platform/work/background-work.ts'
import { findSeller } from './payout-accounts.queries.ts'
import { raiseAlarm } from '#server/platform/oversight/alarms.ts'
import { closeRefund, recordRefundAccepted } from './refunds.ts'

/**
 * Returns the open payment, or opens one. An open payment of another amount is cancelled and replaced. Must not run
 * inside a transaction.
 */
export async function openPayment(ctx: Context, payable: Payable): Promise<PaymentRow> {
  const opening = await requestPaymentIntent(ctx, payable)
  return ctx.transaction((tx) => savePayment(tx, payable, opening))
}

type Opening = { standing: PaymentRow } | { id: string; intent: Intent; instead: PaymentRow | undefined }

/**
 * Creates a payment intent at the gateway, to be saved by `savePayment` in the caller's transaction. No one can pay an
 * intent before its payment is saved. Must not run inside a transaction.
 */
export async function requestPaymentIntent(
  ctx: Context,
  payable: Omit<Payable, 'accountId'>,
  { neverOpened = false } = {},
): Promise<Opening> {
  const living = neverOpened ? undefined : await findLivingPayment(ctx.db, payable.kind, payable.ref)
  if (living && (living.state !== 'open' || (isSame(living, payable) && isTheirs(ctx, living, payable))))
    return { standing: living }
  const id = randomUUID()
  const gatewayName = getCurrentGateway(ctx.env)
  const gateway = await openGateway(ctx, gatewayName, payable.countryCode)
  const seller =
    gatewayName === 'stripe' && payable.providerId ? await findSeller(ctx.db, gatewayName, payable.providerId) : null
  try {
    const customerId = payable.saveCardFor
      ? await gateway.createCustomer({
          key: `customer:${id}`,
          accountId: null,
          email: payable.email,
          name: payable.saveCardFor,
        })
      : null
    const intent = await gateway.createIntent({
      key: `payment:${id}`,
      paymentId: id,
      amountMinor: payable.amountMinor,
      currency: payable.currency,
      description: truncate(payable.description, 300),
      seller,
      customerId,
    })
    return { id, intent, instead: living }
  } catch (fault) {
    ctx.log.warn(toFaultFields(fault), 'creating a payment at the payment provider failed')
    throw new Refusal('payment_unreachable')
  }
}

const isSame = (row: PaymentRow, payable: Pick<Payable, 'amountMinor' | 'currency'>): boolean =>
  row.gateway_id !== null && row.amount_minor === payable.amountMinor && row.currency === payable.currency

const isTheirs = ({ viewer }: Context, { visitor_hash }: PaymentRow, { perBrowser }: Pick<Payable, 'perBrowser'>) =>
  !perBrowser || Boolean(visitor_hash && viewer.visitorHash?.equals(Buffer.from(visitor_hash)))

/** Saves a requested payment, in the caller's transaction. */
export async function savePayment(ctx: Context, p: Payable, opening: Opening): Promise<PaymentRow> {
  if ('standing' in opening) {
    const { standing } = opening
    // Correcting the email changes the payer, so the previous payer loses access.
    const changed = standing.account_id !== p.accountId || standing.email !== p.email
    return standing.state === 'open' && changed
      ? updatePayment(ctx.db, standing.id, { account_id: p.accountId, email: p.email })
      : standing
  }
  const { instead } = opening
  if (instead) await voidPayment(ctx, instead.id)
  const made = await insertPayment(ctx.db, newPayment(ctx, p, opening))
  const standing = made ?? (await findLivingPayment(ctx.db, p.kind, p.ref))
  // A concurrent request has opened a payment for the same payable.
  if (!standing || (!made && !(isSame(standing, p) && isTheirs(ctx, standing, p)))) throw new Refusal('state_changed')
  return standing
}

type Made = Exclude<Opening, { standing: PaymentRow }>

const newPayment = (ctx: Context, p: Payable, { id, intent }: Made) => ({
  id,
  kind: p.kind,
  ref: p.ref,
  account_id: p.accountId,
  visitor_hash: ctx.viewer.visitorHash,
  provider_id: p.providerId,
  country_code: p.countryCode,
  currency: p.currency,
  amount_minor: p.amountMinor,
  fee_minor: p.feeMinor,
  description: truncate(p.description, 300),
  email: p.email,
  gateway: getCurrentGateway(ctx.env),
  gateway_id: intent.id,
  client_secret: intent.clientSecret,
  created_at: ctx.now,
})

/**
 * Builds the insert of `savePayment` as part of a larger statement. Returns null if another payment exists or must be
 * cancelled first.
 */
export function buildPaymentInsert(
  ctx: Context,
  payable: Payable,
  opening: Opening,
): { payment: PayablePayment; kept: ReturnType<typeof buildPaymentSave> } | null {
  if ('standing' in opening || opening.instead) return null
  const row = newPayment(ctx, payable, opening)
  return { payment: { ...row, state: 'open', last_error: null }, kept: buildPaymentSave(ctx.db, row) }
}

type Taken = { payment: PaymentRow; chargeId: string | null }

/** Records captured payments in batch, with the same effects as `movePayment`, in the caller's transaction. */
async function recordCaptures(caller: Context, taken: readonly Taken[]): Promise<void> {
  const ctx = dropCaller(caller)
  const rows = await lockPaymentsById(
    ctx.db,
    taken.map(({ payment }) => payment.id),
  )
  const chargeOf = new Map(taken.map(({ payment, chargeId }) => [payment.id, chargeId]))
  const waiting = rows.filter(({ state }) => state === 'capturing')
  if (waiting.length) {
    const moved = await markCaptured(
      ctx.db,
      waiting.map(({ id }) => ({ id, chargeId: chargeOf.get(id) ?? null })),
      ctx.now,
    )
    await postMovements(
      ctx.db,
      moved.map((payment) => captureOf(ctx, payment)),
    )
    for (const [kind, payments] of Map.groupBy(moved, (payment) => payment.kind)) {
      const { captured, capturedAll } = getPayableHandlers(kind)
      if (capturedAll) await capturedAll(ctx, payments)
      else for (const payment of payments) await captured?.(ctx, payment)
    }
  }
  // A void or a webhook changed these payments in the meantime.
  for (const { id } of rows.filter(({ state }) => state !== 'capturing'))
    await movePayment(ctx, id, 'captured', { chargeId: chargeOf.get(id) ?? null })
  for (const { payment } of taken) {
    if (!waiting.some(({ id }) => id === payment.id)) await releaseClaim(ctx.db, 'payment', payment, null)
  }
}

const CAPTURES_AT_ONCE = 50
/** The number of captures in parallel. At this rate, batches of 50 complete long before their claim expires. */
const ASKED_AT_ONCE = 5

/** Captures authorised payments of active bookings and records the results in batch. Failures are retried later. */
async function captureDue(ctx: Context): Promise<void> {
  for (;;) {
    // A lost claim is repeated with the same idempotency key, so it does not wait for the disk.
    const claimed = await claimCaptures(ctx.database.counts, ctx.now, CAPTURES_AT_ONCE)
    const line = [...claimed]
    const taken: Taken[] = []
    await Promise.all(
      Array.from({ length: Math.min(ASKED_AT_ONCE, line.length) }, async () => {
        for (let payment = line.pop(); payment; payment = line.pop()) {
          const intent = await capturePayment(ctx, payment)
          if (intent) taken.push({ payment, chargeId: intent.chargeId })
        }
      }),
    )
    if (taken.length) await saveCaptures(ctx, taken)
    if (claimed.length < CAPTURES_AT_ONCE) return
  }
}

async function capturePayment(ctx: Context, payment: PaymentRow): Promise<Intent | null> {
  try {
    const gateway = await openGateway(ctx, getGatewayOfPayment(payment), payment.country_code)
    const id = payment.gateway_id as string
    const intent = await gateway.capture(id, `capture:${payment.id}:${payment.attempts}`).catch((fault: unknown) => {
      // An earlier response may have been lost: query the state.
      if (fault instanceof GatewayRefused) return gateway.retrieve(id)
      throw fault
    })
    if (intent.status === 'captured') return intent
    if (intent.status === 'cancelled')
      await ctx.transaction((tx) => movePayment(tx, payment.id, 'cancelled', { chargeId: intent.chargeId }))
    await releaseClaim(ctx.db, 'payment', payment, intent.status === 'cancelled' ? null : getRetryOf(ctx, payment))
  } catch (fault) {
    await postponePayment(ctx, payment, fault)
  }
  return null
}

const getRetryOf = (ctx: Context, { attempts }: PaymentRow): Date => getNextRetry(ctx.now, attempts)

async function postponePayment(ctx: Context, payment: PaymentRow, fault: unknown): Promise<void> {
  ctx.log.warn({ ...toFaultFields(fault), payment: payment.id }, 'the payment provider is unavailable')
  await releaseClaim(ctx.db, 'payment', payment, getRetryOf(ctx, payment))
}

async function saveCaptures(ctx: Context, taken: readonly Taken[]): Promise<void> {
  try {
    await ctx.transaction((tx) => recordCaptures(tx, taken))
  } catch (fault) {
    const [only] = taken
    if (only && taken.length === 1) return postponePayment(ctx, only.payment, fault)
    for (const one of taken) await saveCaptures(ctx, [one])
  }
}

const AT_ONCE = 20
const HOUR_MS = 3_600_000

/**
 * Sends due captures, voids and refunds to the gateways, one claim at a time, with retries. Must not run inside a
 * transaction.
 */
export async function sendDue(caller: Context): Promise<void> {
  // Due refunds of other bookings must not be attributed to the caller.
  const ctx = dropCaller(caller)
  await captureDue(ctx)
  await processDueRows(ctx, 'payment', (payment) => sendPayment(ctx, payment), AT_ONCE)
  await processDueRows(ctx, 'refund', (refund) => sendRefund(ctx, refund), AT_ONCE)
}

export const sendAfter = (ctx: Context): void => ctx.afterCommit(() => runInBackground(ctx, 'send-payments'))

/** Logs errors instead of throwing, because the job retries. */
export const sendSoon = (ctx: Context): Promise<void> =>
  sendDue(ctx).catch((fault) => ctx.log.error(toFaultFields(fault), 'sending due payments failed'))

async function sendPayment(ctx: Context, payment: PaymentRow): Promise<Date | null> {
  if (payment.state !== 'capturing' && payment.state !== 'voiding') return null
  // The payment never reached the gateway, so there is nothing to void.
  if (!payment.gateway_id) {
    await ctx.transaction((ctx) => movePayment(ctx, payment.id, 'cancelled'))
    return null
  }
  const gateway = await openGateway(ctx, getGatewayOfPayment(payment), payment.country_code)
  const intent = await retrieveState(gateway, payment, payment.gateway_id)
  await applyIntentStatus(ctx, payment.id, intent)
  return intent.status === 'captured' || intent.status === 'cancelled' ? null : getNextRetry(ctx.now, payment.attempts)
}

// An earlier response may have been lost: query the state.
async function retrieveState(
  gateway: PaymentsGateway,
  { id, state, attempts }: PaymentRow,
  gatewayId: string,
): Promise<Intent> {
  try {
    return state === 'capturing'
      ? await gateway.capture(gatewayId, `capture:${id}:${attempts}`)
      : await gateway.cancel(gatewayId, `void:${id}:${attempts}`)
  } catch (fault) {
    if (fault instanceof GatewayRefused) return gateway.retrieve(gatewayId)
    throw fault
  }
}

const eventByStatus: Readonly<Record<Intent['status'], GatewayWord | null>> = {
  open: null,
  authorised: 'authorised',
  captured: 'captured',
  cancelled: 'cancelled',
}

/** Applies the gateway's state of an intent. Returns false if nothing changed. */
export async function applyIntentStatus(ctx: Context, paymentId: string, intent: Intent): Promise<boolean> {
  const word = eventByStatus[intent.status]
  return word ? ctx.transaction((ctx) => movePayment(ctx, paymentId, word, { chargeId: intent.chargeId })) : false
}

async function sendRefund(ctx: Context, row: RefundRow): Promise<Date | null> {
  const payment = await findPaymentById(ctx.db, row.payment_id)
  if (row.state !== 'queued' || !payment?.gateway_id) return null
  const gateway = await openGateway(ctx, getGatewayOfPayment(payment), payment.country_code)
  const asked = { intentId: payment.gateway_id, amountMinor: row.amount_minor }
  try {
    const { id, state } = await sendOnce(ctx, 'refund', row, {
      name: `refund:${row.id}`,
      send: (once) => gateway.refund({ ...asked, ...once }),
      find: (once) => gateway.findRefund({ ...asked, ...once }),
    })
    if (state === 'waiting') {
      await ctx.transaction(async (ctx) => {
        if (await isClaimHeld(ctx.db, 'refund', row)) await recordRefundAccepted(ctx, row, id)
      })
      return getNextRetry(ctx.now, row.attempts)
    }
    await closeByAnswer(ctx, row, state, { gatewayId: id })
  } catch (fault) {
    if (!(fault instanceof GatewayRefused)) throw fault
    if (fault.short) return waitForBalance(ctx, payment)
    await closeByAnswer(ctx, row, 'failed', { error: fault.message })
  }
  return null
}

const closeByAnswer = (
  ctx: Context,
  row: RefundRow,
  word: 'done' | 'failed',
  more: { gatewayId?: string; error?: string },
): Promise<boolean> =>
  ctx.transaction(async (ctx) => (await isClaimHeld(ctx.db, 'refund', row)) && closeRefund(ctx, row.id, word, more))

/** Notifies operators that the platform's balance is too low. Retries within the hour, or when a top-up arrives. */
export async function waitForBalance(
  ctx: Context,
  { country_code: country, currency }: { country_code: string; currency: string },
): Promise<Date> {
  await raiseAlarm(ctx, { kind: 'payments.short', subjectId: `${country} ${currency}`, values: { country, currency } })
  ctx.count('payout_short')
  return new Date(ctx.now.getTime() + HOUR_MS)
}

/**
 * Rows that move money. A row keeps its idempotency key until the gateway has definitely rejected it. Then it gets the
 * next key.
 */
type Moving = Exclude<keyof Work, 'payment'>
type Sendable = ClaimedRow & { key_no: number; attempts: number; faulted_at: Date | string | null }

/** Retry delays in minutes by number of failures. The last one repeats. */
const backOff = [0.5, 1, 2, 5, 15, 60] as const
export const getNextRetry = (now: Date, attempts: number): Date =>
  new Date(now.getTime() + (backOff[Math.min(attempts, backOff.length) - 1] ?? 0.5) * 60_000)

/**
 * Processes due rows one by one, each claimed just before. `work` returns the time of the next retry, or null when
 * done. Must not run inside a transaction.
 */
export async function processDueRows<T extends keyof Work>(
  ctx: Context,
  table: T,
  work: (row: Work[T]) => Promise<Date | null>,
  most = 200,
): Promise<void> {
  for (let done = 0; done < most; done++) {
    const row = await claimNext(ctx.db, table, ctx.now)
    if (!row) return
    const { id, attempts } = row
    try {
      await releaseClaim(ctx.db, table, row, await work(row))
    } catch (fault) {
      ctx.log.warn({ ...toFaultFields(fault), [table]: id }, 'the payment provider is unavailable')
      await releaseClaim(ctx.db, table, row, getNextRetry(ctx.now, attempts), isKeptByKey(fault) ? ctx.now : null)
    }
  }
}

// After a server error the gateway caches its response by key and may still complete the operation.
const isKeptByKey = (fault: unknown): boolean => fault instanceof GatewayFault

type Asked<T> = {
  send: (once: IdempotencyKey) => Promise<T>
  find: (once: IdempotencyKey) => Promise<T | null>
  name: string
  key?: string
}

/**
 * Sends an operation to the gateway once. A retry first searches for the result, then uses the same idempotency key.
 * The next key is used only if the gateway has definitely rejected the first. After a gateway fault it waits an hour,
 * because the result may become visible late.
 */
export async function sendOnce<T>(ctx: Context, table: Moving, row: Sendable, asked: Asked<T>): Promise<T> {
  const { name, key = name } = asked
  const once = { key: keyOf(key, row.key_no), name }
  const known = row.attempts > 1 || row.key_no > 0 ? await asked.find(once) : null
  if (known) return known
  try {
    return await asked.send(once)
  } catch (fault) {
    if (!isGivenUp(fault, row, ctx.now)) throw fault
    const late = await asked.find(once)
    if (late) return late
    const keyNo = await rotateIdempotencyKey(ctx.db, table, row)
    // Another worker has claimed the row and will record the result.
    if (keyNo === null) throw fault
    return asked.send({ key: keyOf(key, keyNo), name })
  }
}

const keyOf = (key: string, keyNo: number): string => (keyNo ? `${key}:${keyNo}` : key)

function isGivenUp(fault: unknown, { faulted_at }: Sendable, now: Date): boolean {
  if (fault instanceof GatewayRefused) return fault.remembered
  if (!(fault instanceof GatewayFault) || !fault.remembered || !faulted_at) return false
  return now.getTime() - new Date(faulted_at).getTime() >= HOUR_MS
}
