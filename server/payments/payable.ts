import type { RawBuilder } from 'kysely'
import { toMajor, type Minor } from '#contract/money.ts'
import type { WholePrice } from '#contract/payments/refund.ts'
import type { PaymentKind, PaymentView } from '#contract/payments/payments.ts'
import type { Evidence } from '#server/gateways/payments/gateway.ts'
import type { Context } from '#server/platform/context.ts'
import type { PaymentRow, RefundRow } from './payments.queries.ts'
import { getStripeKeys } from '#server/gateways/payments/keys.ts'

export type { Evidence }

export type Payable = {
  kind: PaymentKind
  /** What is paid for: the id of a hold, an appointment or a move. */
  ref: string
  accountId: string | null
  /** Whose work it pays for; null for a voucher. */
  providerId: string | null
  countryCode: string
  /** ISO 4217. */
  currency: string
  amountMinor: Minor
  /** The platform's part of the amount. */
  feeMinor: Minor
  description: string
  email: string
  /** Whoever opens it in another browser opens another: the one before is let go. */
  perBrowser?: boolean
}

/** What paying means to whoever asked for the money; each runs in the transaction that handles the gateway's signed word. */
export type PayableHandlers = {
  /** The bank has reserved the amount: `capture` takes it, `void` lets it go, `wait` leaves it reserved until `keepReserved` or `releaseReserved`. */
  authorised: (ctx: Context, payment: PaymentRow) => Promise<'capture' | 'void' | 'wait'>
  /** The same where the amount is to be taken, in one statement of which `along` is a column: by it the payment moves and the event is kept. False, and nothing is done, where `authorised` has to decide. Outside a transaction. */
  authorisedAtOnce?: (ctx: Context, payment: PaymentRow, along: RawBuilder<unknown>) => Promise<boolean>
  captured?: (ctx: Context, payment: PaymentRow) => Promise<void>
  /** The same of many at once. */
  capturedAll?: (ctx: Context, payments: readonly PaymentRow[]) => Promise<void>
  /** Nothing was taken, or what was reserved has been let go. */
  voided?: (ctx: Context, payment: PaymentRow) => Promise<void>
  /** The bank said no; another try with the same payment may follow. */
  failed?: (ctx: Context, payment: PaymentRow) => Promise<void>
  /** What the thing is, for a receipt: everything else that was paid for it, and what is still open. Outside a transaction. */
  about?: (
    ctx: Context,
    payment: PaymentRow,
  ) => Promise<{
    refs: readonly string[]
    line: string
    openMinor: Minor
    inFull?: boolean
    /** Its price, and what the platform pays of the full one by a promo code. */
    price?: { totalMinor: Minor; platformMinor: Minor }
  } | null>
  /** The whole price that it is part of, and the fee in it. */
  whole?: (ctx: Context, payment: PaymentRow) => Promise<WholePrice | null>
  /** What is known of it, for a bank that wants the money back. Outside a transaction. */
  evidence?: (ctx: Context, payment: PaymentRow) => Promise<Evidence | null>
  refunded?: (ctx: Context, refund: RefundRow, payment: PaymentRow) => Promise<void>
  /** A second operator refused a refund that was already recorded: the money is held for the job again. Throws `refund_needed` if it has to go back to the customer. */
  refundRefused?: (ctx: Context, refund: RefundRow, payment: PaymentRow) => Promise<void>
}

const registered = new Map<PaymentKind, PayableHandlers>()

/** Says what payments of a kind mean; the last word for a kind holds. The answer puts back what was said before. */
export function registerPayable(kind: PaymentKind, handlers: PayableHandlers): () => void {
  const before = registered.get(kind)
  registered.set(kind, handlers)
  return () => {
    if (before) registered.set(kind, before)
    else registered.delete(kind)
  }
}

/** What a kind means; an unregistered one is a fault of ours, never of who pays. */
export function getPayableHandlers(kind: PaymentKind): PayableHandlers {
  const handlers = registered.get(kind)
  if (!handlers) throw new Error(`nobody knows what a ${kind} is for`)
  return handlers
}

/** The whole price that a payment is part of: by itself it is the whole where nobody knows more of it. */
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

/** What a browser needs to pay. */
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

/** Whether a payment is the caller's: by account, or by the cookie of the browser that opened it. */
export function isPayer({ viewer }: Context, row: PaymentRow): boolean {
  if (viewer.accountId && row.account_id === viewer.accountId) return true
  return Boolean(viewer.visitorHash && row.visitor_hash && viewer.visitorHash.equals(Buffer.from(row.visitor_hash)))
}
