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
import { raiseAlarm } from '#server/platform/oversight/alarms.ts'
import { closeRefund, recordRefundAccepted } from './refunds.ts'

/** Opens the payment for something, or answers the one that is open; one of another amount is let go first. Not inside a transaction. */
export async function openPayment(ctx: Context, payable: Payable): Promise<PaymentRow> {
  const opening = await requestPaymentIntent(ctx, payable)
  return ctx.transaction((tx) => savePayment(tx, payable, opening))
}

/** A payment that stands already, or what the gateway has made for a new one, and which it takes the place of. */
type Opening = { standing: PaymentRow } | { id: string; intent: Intent; instead: PaymentRow | undefined }

/** Asks the gateway for the payment of something, to be kept by `savePayment` with the act that it belongs to: nobody can pay one that is never kept. Not inside a transaction. */
export async function requestPaymentIntent(
  ctx: Context,
  payable: Omit<Payable, 'accountId'>,
  { neverOpened = false } = {},
): Promise<Opening> {
  const living = neverOpened ? undefined : await findLivingPayment(ctx.db, payable.kind, payable.ref)
  if (living && (living.state !== 'open' || (isSame(living, payable) && isTheirs(ctx, living, payable))))
    return { standing: living }
  const id = randomUUID()
  const gateway = await openGateway(ctx, getCurrentGateway(ctx.env), payable.countryCode)
  try {
    const intent = await gateway.createIntent({
      key: `payment:${id}`,
      paymentId: id,
      amountMinor: payable.amountMinor,
      currency: payable.currency,
      description: truncate(payable.description, 300),
    })
    return { id, intent, instead: living }
  } catch (fault) {
    ctx.log.warn(toFaultFields(fault), 'the payment service did not open a payment')
    throw new Refusal('payment_unreachable')
  }
}

const isSame = (row: PaymentRow, payable: Pick<Payable, 'amountMinor' | 'currency'>): boolean =>
  row.gateway_id !== null && row.amount_minor === payable.amountMinor && row.currency === payable.currency

const isTheirs = ({ viewer }: Context, { visitor_hash }: PaymentRow, { perBrowser }: Pick<Payable, 'perBrowser'>) =>
  !perBrowser || Boolean(visitor_hash && viewer.visitorHash?.equals(Buffer.from(visitor_hash)))

/** Keeps a payment that the gateway has been asked for. In the caller's transaction. */
export async function savePayment(ctx: Context, p: Payable, opening: Opening): Promise<PaymentRow> {
  if ('standing' in opening) {
    const { standing } = opening
    // Whoever corrects their address is the payer: the one named before reads nothing of it.
    const changed = standing.account_id !== p.accountId || standing.email !== p.email
    return standing.state === 'open' && changed
      ? updatePayment(ctx.db, standing.id, { account_id: p.accountId, email: p.email })
      : standing
  }
  const { instead } = opening
  if (instead) await voidPayment(ctx, instead.id)
  const made = await insertPayment(ctx.db, newPayment(ctx, p, opening))
  const standing = made ?? (await findLivingPayment(ctx.db, p.kind, p.ref))
  // Another call has just opened one for the same thing.
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

/** The same as a part of a statement that does more, with the payment as it then stands; null where another stands, or has to be let go first. */
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

/** Moves payments that a gateway has taken, with all that follows, together: as `movePayment` would one by one. In the caller's transaction. */
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
  // What was let go, or heard of by an event, meanwhile.
  for (const { id } of rows.filter(({ state }) => state !== 'capturing'))
    await movePayment(ctx, id, 'captured', { chargeId: chargeOf.get(id) ?? null })
  for (const { payment } of taken) {
    if (!waiting.some(({ id }) => id === payment.id)) await releaseClaim(ctx.db, 'payment', payment, null)
  }
}

const CAPTURES_AT_ONCE = 50
/** So many are asked of a gateway at the same time: fifty are answered long before their claim ends. */
const ASKED_AT_ONCE = 5

/** Takes what has been reserved for bookings that stand: asks the gateways one by one, and writes down together what they took. What fails is tried again later. */
async function captureDue(ctx: Context): Promise<void> {
  for (;;) {
    const claimed = await claimCaptures(ctx.db, ctx.now, CAPTURES_AT_ONCE)
    const line = [...claimed]
    const taken: Taken[] = []
    await Promise.all(
      Array.from({ length: Math.min(ASKED_AT_ONCE, line.length) }, async () => {
        for (let payment = line.pop(); payment; payment = line.pop()) {
          const intent = await captured(ctx, payment)
          if (intent) taken.push({ payment, chargeId: intent.chargeId })
        }
      }),
    )
    if (taken.length) await writeDown(ctx, taken)
    if (claimed.length < CAPTURES_AT_ONCE) return
  }
}

/** What the gateway took; null where it did not, and is asked again later. */
async function captured(ctx: Context, payment: PaymentRow): Promise<Intent | null> {
  try {
    const gateway = await openGateway(ctx, getGatewayOfPayment(payment), payment.country_code)
    const id = payment.gateway_id as string
    const intent = await gateway.capture(id, `capture:${payment.id}:${payment.attempts}`).catch((fault: unknown) => {
      // Whoever asked first may have lost the answer: then the gateway says how it stands.
      if (fault instanceof GatewayRefused) return gateway.retrieve(id)
      throw fault
    })
    if (intent.status === 'captured') return intent
    if (intent.status === 'cancelled')
      await ctx.transaction((tx) => movePayment(tx, payment.id, 'cancelled', { chargeId: intent.chargeId }))
    await releaseClaim(ctx.db, 'payment', payment, intent.status === 'cancelled' ? null : again(ctx, payment))
  } catch (fault) {
    await putOff(ctx, payment, fault)
  }
  return null
}

const again = (ctx: Context, { attempts }: PaymentRow): Date => getNextRetry(ctx.now, attempts)

async function putOff(ctx: Context, payment: PaymentRow, fault: unknown): Promise<void> {
  ctx.log.warn({ ...toFaultFields(fault), payment: payment.id }, 'the payment service did not answer')
  await releaseClaim(ctx.db, 'payment', payment, again(ctx, payment))
}

async function writeDown(ctx: Context, taken: readonly Taken[]): Promise<void> {
  try {
    await ctx.transaction((tx) => recordCaptures(tx, taken))
  } catch (fault) {
    const [only] = taken
    if (only && taken.length === 1) return putOff(ctx, only.payment, fault)
    // One of them stands in the way: each by itself.
    for (const one of taken) await writeDown(ctx, [one])
  }
}

const AT_ONCE = 20
const HOUR_MS = 3_600_000

/** Tells the gateways what has been decided: takes, lets go, gives back; each by one claim, what fails again later. Not inside a transaction. */
export async function sendDue(caller: Context): Promise<void> {
  // Due refunds may belong to any booking: they do not count as the caller's.
  const ctx = dropCaller(caller)
  await captureDue(ctx)
  await processDueRows(ctx, 'payment', (payment) => sendPayment(ctx, payment), AT_ONCE)
  await processDueRows(ctx, 'refund', (refund) => sendRefund(ctx, refund), AT_ONCE)
}

/** Has the gateways told after the answer, of whatever else is due as well. */
export const sendAfter = (ctx: Context): void => ctx.afterCommit(() => runInBackground(ctx, 'send-payments'))

/** The same, where a failure must not be the caller's: what is due is tried again by the clock. */
export const sendSoon = (ctx: Context): Promise<void> =>
  sendDue(ctx).catch((fault) => ctx.log.error(toFaultFields(fault), 'payments'))

async function sendPayment(ctx: Context, payment: PaymentRow): Promise<Date | null> {
  if (payment.state !== 'capturing' && payment.state !== 'voiding') return null
  // Opened, but the gateway never heard of it: there is nothing to let go.
  if (!payment.gateway_id) {
    await ctx.transaction((ctx) => movePayment(ctx, payment.id, 'cancelled'))
    return null
  }
  const gateway = await openGateway(ctx, getGatewayOfPayment(payment), payment.country_code)
  const intent = await retrieveState(gateway, payment, payment.gateway_id)
  await applyIntentStatus(ctx, payment.id, intent)
  return intent.status === 'captured' || intent.status === 'cancelled' ? null : getNextRetry(ctx.now, payment.attempts)
}

// Whoever asked first may have lost the answer: then the gateway says how it stands.
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

const words: Readonly<Record<Intent['status'], GatewayWord | null>> = {
  open: null,
  authorised: 'authorised',
  captured: 'captured',
  cancelled: 'cancelled',
}

/** Takes the gateway's own answer to how an intent stands; false where it changes nothing. */
export async function applyIntentStatus(ctx: Context, paymentId: string, intent: Intent): Promise<boolean> {
  const word = words[intent.status]
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

// Where the claim is another's by now, so is the last word.
const closeByAnswer = (
  ctx: Context,
  row: RefundRow,
  word: 'done' | 'failed',
  more: { gatewayId?: string; error?: string },
): Promise<boolean> =>
  ctx.transaction(async (ctx) => (await isClaimHeld(ctx.db, 'refund', row)) && closeRefund(ctx, row.id, word, more))

/** The platform's own balance lacks money: an operator's business, tried again within the hour, or once more has come. */
export async function waitForBalance(
  ctx: Context,
  { country_code: country, currency }: { country_code: string; currency: string },
): Promise<Date> {
  await raiseAlarm(ctx, { kind: 'payments.short', subjectId: `${country} ${currency}`, values: { country, currency } })
  ctx.count('payout_short')
  return new Date(ctx.now.getTime() + HOUR_MS)
}

/** What moves money: each has one key, and another one only after the service has given the first up. */
type Moving = Exclude<keyof Work, 'payment'>
type Sendable = ClaimedRow & { key_no: number; attempts: number; faulted_at: Date | string | null }

/** Minutes until a gateway is told again, by how often it has failed; the last one repeats. */
const backOff = [0.5, 1, 2, 5, 15, 60] as const
export const getNextRetry = (now: Date, attempts: number): Date =>
  new Date(now.getTime() + (backOff[Math.min(attempts, backOff.length) - 1] ?? 0.5) * 60_000)

/** Works on what is due, one by one, each claimed right before: `work` says when it is to be tried again, or that it is done. Not inside a transaction. */
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
      ctx.log.warn({ ...toFaultFields(fault), [table]: id }, 'the payment service did not answer')
      await releaseClaim(ctx.db, table, row, getNextRetry(ctx.now, attempts), isKeptByKey(fault) ? ctx.now : null)
    }
  }
}

// A service that fails in the middle of a call keeps its answer by the key, and may yet finish what it had begun.
const isKeptByKey = (fault: unknown): boolean => fault instanceof GatewayFault

type Asked<T> = {
  send: (once: IdempotencyKey) => Promise<T>
  find: (once: IdempotencyKey) => Promise<T | null>
  /** What the service knows it by, the same for every try. */
  name: string
  /** What its key begins with, where that says more. */
  key?: string
}

/**
 * Has the service do something once. After a first try it is looked for before it is sent again, always under the same
 * key; under another only where the service has said from memory that the one before will not be done, and after a
 * fault of its own only an hour later, when what it had begun is to be seen.
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
    // Somebody else has it in hand by now, and will say how it went.
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
