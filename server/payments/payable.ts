import type { RawBuilder } from 'kysely'
import { toMajor, type Minor } from '#contract/money.ts'
import type { WholePrice } from '#contract/payments/refund.ts'
import type { Tax } from '#contract/payments/tax.ts'
import type { PaymentKind, PaymentView, ReceiptBooking } from '#contract/payments/payments.ts'
import type { Evidence } from '#server/gateways/payments/gateway.ts'
import type { Context } from '#server/platform/context.ts'
import type { PaymentRow, RefundRow } from './payments.queries.ts'
import { getStripeKeys } from '#server/gateways/payments/keys.ts'

export type { Evidence }

export type Payable = {
  kind: PaymentKind
  /** Id of the hold, appointment or move being paid. */
  ref: string
  accountId: string | null
  providerId: string | null
  countryCode: string
  currency: string
  amountMinor: Minor
  feeMinor: Minor
  description: string
  email: string
  perBrowser?: boolean
  /** The name of the customer whose card is saved for a later deposit. */
  saveCardFor?: string | undefined
}

/** Handlers of a payable's payment events. Unless noted, each runs in the transaction that handles the webhook. */
export type PayableHandlers = {
  /** Handles an authorisation. A payment with the answer `wait` waits for `captureReserved` or `releaseReserved`. */
  authorised: (ctx: Context, payment: PaymentRow) => Promise<'capture' | 'void' | 'wait'>
  /**
   * Handles an authorisation that leads to a capture, in one statement that includes the column `along`. `along`
   * updates payment and event. Returns false without any effect if `authorised` must decide. Runs outside a
   * transaction.
   */
  authorisedAtOnce?: (ctx: Context, payment: PaymentRow, along: RawBuilder<unknown>) => Promise<boolean>
  captured?: (ctx: Context, payment: PaymentRow) => Promise<void>
  capturedAll?: (ctx: Context, payments: readonly PaymentRow[]) => Promise<void>
  /** Nothing was captured, or the authorisation was voided. */
  voided?: (ctx: Context, payment: PaymentRow) => Promise<void>
  /** The bank declined; the same payment may be retried. */
  failed?: (ctx: Context, payment: PaymentRow) => Promise<void>
  /**
   * Returns the receipt context: other payments, the open amount and the tax in the price, as it was fixed when the
   * purchase was made. Runs outside a transaction.
   */
  about?: (
    ctx: Context,
    payment: PaymentRow,
  ) => Promise<{
    refs: readonly string[]
    line: string
    openMinor: Minor
    inFull?: boolean
    price?: { totalMinor: Minor; platformMinor: Minor }
    tax: Tax | null
    booking?: ReceiptBooking
    /** A balance that the artist recorded as paid in cash. */
    cash?: { at: Date; amountMinor: Minor } | null
  } | null>
  /** Returns the total price that the payment is part of, and the fee. */
  whole?: (ctx: Context, payment: PaymentRow) => Promise<WholePrice | null>
  /** Returns the evidence for a dispute; `text` is the complete record. Runs outside a transaction. */
  evidence?: (ctx: Context, payment: PaymentRow) => Promise<Evidence | null>
  refunded?: (ctx: Context, refund: RefundRow, payment: PaymentRow) => Promise<void>
  /**
   * A second operator rejected a recorded refund, so the money is held for the job again. Throws `refund_needed` if the
   * customer must be refunded.
   */
  refundRefused?: (ctx: Context, refund: RefundRow, payment: PaymentRow) => Promise<void>
}

const registered = new Map<PaymentKind, PayableHandlers>()

/**
 * Registers the handlers of a payment kind, replacing earlier handlers. Returns a function that restores the earlier
 * ones.
 */
export function registerPayable(kind: PaymentKind, handlers: PayableHandlers): () => void {
  const before = registered.get(kind)
  registered.set(kind, handlers)
  return () => {
    if (before) registered.set(kind, before)
    else registered.delete(kind)
  }
}

/** Returns the handlers of a payment kind. Throws if none are registered. */
export function getPayableHandlers(kind: PaymentKind): PayableHandlers {
  const handlers = registered.get(kind)
  if (!handlers) throw new Error(`no handlers are registered for payments of kind ${kind}`)
  return handlers
}

/** Returns the total price of a payment's payable; the payment itself by default. */
export const getWholeOfPayment = async (ctx: Context, payment: PaymentRow): Promise<WholePrice> =>
  (await getPayableHandlers(payment.kind).whole?.(ctx, payment)) ?? {
    totalMinor: payment.amount_minor,
    feeMinor: payment.fee_minor,
  }

export type PayablePayment = Pick<
  PaymentRow,
  | 'id'
  | 'kind'
  | 'ref'
  | 'state'
  | 'amount_minor'
  | 'currency'
  | 'description'
  | 'email'
  | 'gateway'
  | 'client_secret'
  | 'country_code'
  | 'last_error'
  | 'created_at'
>

export function presentPayment(ctx: Context, row: PayablePayment): PaymentView {
  return {
    id: row.id,
    kind: row.kind,
    ref: row.ref,
    state: row.state,
    amount: toMajor(row.amount_minor),
    currency: row.currency,
    description: row.description,
    email: row.email,
    gateway: row.gateway,
    clientSecret: row.state === 'open' ? row.client_secret : null,
    publishableKey: row.gateway === 'stripe' ? getStripeKeys(ctx.env, row.country_code).publishableKey : null,
    error: row.last_error as PaymentView['error'],
    seconds: Math.max(0, Math.round((ctx.now.getTime() - new Date(row.created_at).getTime()) / 1000)),
  }
}

/** Returns whether a payment is the caller's, by account or by the cookie of the browser that opened it. */
export function isPayer({ viewer }: Context, row: PaymentRow): boolean {
  if (viewer.accountId && row.account_id === viewer.accountId) return true
  return Boolean(viewer.visitorHash && row.visitor_hash && viewer.visitorHash.equals(Buffer.from(row.visitor_hash)))
}
