import { GatewayRefused, type Intent, type PaymentsGateway } from '#server/gateways/payments/gateway.ts'
import { openGateway } from '#server/gateways/payments/payments.ts'
import { type Context, withoutCaller } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import { soon } from '#server/platform/work/soon.ts'
import { raiseAlarm } from '#server/platform/oversight/alarms.ts'
import { captureDue } from './capture-due.ts'
import { holdsClaim } from './claim-queries.ts'
import { type GatewayWord, movePayment } from './move-payment.ts'
import { nextTry, sendOnce, workOff } from './send-once.ts'
import { paymentById, type PaymentRow, type RefundRow, serviceOf } from '#server/payments/queries.ts'
import { closeRefund, keepGiven } from '#server/payments/refunds/refund.ts'

const AT_ONCE = 20
const HOUR_MS = 3_600_000

/** Tells the gateways what has been decided: takes, lets go, gives back; each by one claim, what fails again later. Not inside a transaction. */
export async function sendDue(caller: Context): Promise<void> {
  // Due refunds may belong to any booking: they do not count as the caller's.
  const ctx = withoutCaller(caller)
  await captureDue(ctx)
  await workOff(ctx, 'payment', (payment) => sendPayment(ctx, payment), AT_ONCE)
  await workOff(ctx, 'refund', (refund) => sendRefund(ctx, refund), AT_ONCE)
}

/** Has the gateways told after the answer, of whatever else is due as well. */
export const sendAfter = (ctx: Context): void => ctx.after(() => soon(ctx, 'send-payments'))

/** The same, where a failure must not be the caller's: what is due is tried again by the clock. */
export const sendSoon = (ctx: Context): Promise<void> =>
  sendDue(ctx).catch((fault) => ctx.log.error(faultFields(fault), 'payments'))

async function sendPayment(ctx: Context, payment: PaymentRow): Promise<Date | null> {
  if (payment.state !== 'capturing' && payment.state !== 'voiding') return null
  // Opened, but the gateway never heard of it: there is nothing to let go.
  if (!payment.gateway_id) {
    await ctx.transaction((ctx) => movePayment(ctx, payment.id, 'cancelled'))
    return null
  }
  const gateway = await openGateway(ctx, serviceOf(payment), payment.country_code)
  const intent = await told(gateway, payment, payment.gateway_id)
  await takeWord(ctx, payment.id, intent)
  return intent.status === 'captured' || intent.status === 'cancelled' ? null : nextTry(ctx.now, payment.attempts)
}

// Whoever asked first may have lost the answer: then the gateway says how it stands.
async function told(gateway: PaymentsGateway, { id, state, attempts }: PaymentRow, gatewayId: string): Promise<Intent> {
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
export async function takeWord(ctx: Context, paymentId: string, intent: Intent): Promise<boolean> {
  const word = words[intent.status]
  return word ? ctx.transaction((ctx) => movePayment(ctx, paymentId, word, { chargeId: intent.chargeId })) : false
}

async function sendRefund(ctx: Context, row: RefundRow): Promise<Date | null> {
  const payment = await paymentById(ctx.db, row.payment_id)
  if (row.state !== 'queued' || !payment?.gateway_id) return null
  const gateway = await openGateway(ctx, serviceOf(payment), payment.country_code)
  const asked = { intentId: payment.gateway_id, amountMinor: row.amount_minor }
  try {
    const { id, state } = await sendOnce(ctx, 'refund', row, {
      name: `refund:${row.id}`,
      send: (once) => gateway.refund({ ...asked, ...once }),
      find: (once) => gateway.findRefund({ ...asked, ...once }),
    })
    if (state === 'waiting') {
      await ctx.transaction(async (ctx) => {
        if (await holdsClaim(ctx.db, 'refund', row)) await keepGiven(ctx, row, id)
      })
      return nextTry(ctx.now, row.attempts)
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
  ctx.transaction(async (ctx) => (await holdsClaim(ctx.db, 'refund', row)) && closeRefund(ctx, row.id, word, more))

/** The platform's own balance lacks money: an operator's business, tried again within the hour, or once more has come. */
export async function waitForBalance(
  ctx: Context,
  { country_code: country, currency }: { country_code: string; currency: string },
): Promise<Date> {
  await raiseAlarm(ctx, { kind: 'payments.short', subjectId: `${country} ${currency}`, values: { country, currency } })
  ctx.count('payout_short')
  return new Date(ctx.now.getTime() + HOUR_MS)
}
