import { getNextPaymentState, type PaymentEvent } from '#contract/payments/lifecycle-payment.ts'
import type { BankError } from '#server/gateways/payments/gateway.ts'
import { announceEvent } from '#server/platform/live/announce.ts'
import { type Context, dropCaller } from '#server/platform/context.ts'
import { postMovements, type Posting } from './ledger.queries.ts'
import { getPayableHandlers } from './payable.ts'
import { lockPayment, type PaymentRow, getProviderOfPayment, updatePayment } from './payments.queries.ts'
import { refundPayment } from './refunds.ts'

/** Payment events reported by a gateway, as opposed to our own decisions. */
export type GatewayWord = Exclude<PaymentEvent, 'keep' | 'let_go'>

/**
 * Applies a gateway event to a payment with all its effects, in the caller's transaction. Returns false if the event is
 * late or duplicate.
 */
export async function movePayment(
  ctx: Context,
  paymentId: string,
  word: GatewayWord,
  said: Said = {},
): Promise<boolean> {
  const payment = await lockPayment(ctx.db, paymentId)
  return payment ? moveLocked(ctx, payment, word, said) : false
}

type Said = { error?: BankError | null; chargeId?: string | null }

/**
 * Applies a gateway event like `movePayment`, to a payment that is already locked. Resulting refunds are not attributed
 * to an operator, even in an operator's request.
 */
export async function moveLocked(
  caller: Context,
  payment: PaymentRow,
  word: GatewayWord,
  { error = null, chargeId = null }: Said = {},
): Promise<boolean> {
  const ctx = dropCaller(caller)
  // If the authorisation of a captured payment is not known, the missing event is applied first.
  if (payment.state === 'open' && word === 'captured') {
    await moveLocked(ctx, payment, 'authorised', { chargeId })
    return movePayment(ctx, payment.id, 'captured', { chargeId })
  }
  const said = { ...marks(ctx, payment, word, error), ...(chargeId ? { charge_id: chargeId } : {}) }
  if (word === 'authorised') return decide(ctx, payment, said)
  const moved = await step(ctx, payment, word, said)
  if (!moved) return false
  const handlers = getPayableHandlers(moved.kind)
  if (word === 'declined') {
    ctx.count('payment_declined')
    await handlers.failed?.(ctx, moved)
  }
  if (word === 'cancelled') await handlers.voided?.(ctx, moved)
  if (word === 'captured') await recordCaptured(ctx, moved, payment.state === 'capturing')
  // The payable publishes authorisations and captures.
  if (moved.account_id && word !== 'captured')
    await announceEvent(ctx, { to: [`account:${moved.account_id}`], kind: 'payment.moved', ref: moved.id })
  return true
}

async function decide(ctx: Context, payment: PaymentRow, said: Partial<PaymentRow>): Promise<boolean> {
  const state = getNextPaymentState(payment.state, 'authorised')
  if (!state) {
    // If a payment is authorised while it is being voided, this is saved, so that the customer sees that nothing was
    // charged.
    if (payment.state === 'voiding') await updatePayment(ctx.db, payment.id, said)
    return false
  }
  const reserved = { ...payment, ...said, state }
  const decision = await getPayableHandlers(payment.kind).authorised(ctx, reserved)
  if (decision === 'wait') await updatePayment(ctx.db, payment.id, { state, ...said })
  if (decision === 'capture') await step(ctx, reserved, 'keep', { ...said, ...due(ctx) })
  if (decision === 'void') await step(ctx, reserved, 'let_go', { ...said, let_go: true, ...due(ctx) })
  return true
}

async function step(
  ctx: Context,
  payment: PaymentRow,
  event: PaymentEvent,
  set: Partial<PaymentRow>,
): Promise<PaymentRow | null> {
  const state = getNextPaymentState(payment.state, event)
  return state && updatePayment(ctx.db, payment.id, { state, ...set })
}

const due = (ctx: Context) => ({ next_at: ctx.now, attempts: 0, claimed_until: null, claim: null })

const voidByState = (ctx: Context, payment: PaymentRow) => step(ctx, payment, 'let_go', { let_go: true, ...due(ctx) })

function marks(ctx: Context, payment: PaymentRow, word: GatewayWord, error: BankError | null): Partial<PaymentRow> {
  switch (word) {
    case 'authorised':
      return { authorised_at: ctx.now, last_error: null }
    case 'declined':
      return { last_error: error ?? 'other' }
    case 'captured':
      return { captured_at: ctx.now, authorised_at: payment.authorised_at ?? ctx.now, next_at: null }
    case 'cancelled':
      return { ended_at: ctx.now, next_at: null }
  }
}

export const captureOf = (ctx: Context, payment: PaymentRow): Posting => ({
  movement:
    payment.kind === 'voucher'
      ? { kind: 'voucher_sold', amountMinor: payment.amount_minor }
      : {
          kind: 'capture',
          providerId: getProviderOfPayment(payment),
          amountMinor: payment.amount_minor,
          feeMinor: payment.fee_minor,
        },
  about: {
    fact: `capture:${payment.id}`,
    currency: payment.currency,
    at: ctx.now,
    providerId: payment.provider_id,
    ref: payment.ref,
    paymentId: payment.id,
    source: payment.charge_id,
  },
})

async function recordCaptured(ctx: Context, payment: PaymentRow, wanted: boolean): Promise<void> {
  await postMovements(ctx.db, [captureOf(ctx, payment)])
  const { captured, capturedAll } = getPayableHandlers(payment.kind)
  if (wanted) return capturedAll ? capturedAll(ctx, [payment]) : captured?.(ctx, payment)
  await refundPayment(ctx, {
    paymentId: payment.id,
    amountMinor: payment.amount_minor,
    feeBackMinor: payment.fee_minor,
    reason: 'The time was no longer available.',
    fact: `let-go:${payment.id}`,
  })
}

/** Voids or cancels an uncaptured payment, in the caller's transaction. Returns false if it is too late. */
export async function voidPayment(ctx: Context, paymentId: string): Promise<boolean> {
  const payment = await lockPayment(ctx.db, paymentId)
  return Boolean(payment && (await voidByState(ctx, payment)))
}
