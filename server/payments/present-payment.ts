import { major } from '#contract/money.ts'
import type { ShownPayment } from '#contract/payments/payments.ts'
import { keysOf } from '#server/gateways/payments/keys.ts'
import type { Context } from '#server/platform/context.ts'
import type { PaymentRow } from './queries.ts'

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
export function presentPayment(ctx: Context, row: PayablePayment): ShownPayment {
  return {
    id: row.id,
    kind: row.kind,
    ref: row.ref,
    state: row.state,
    amount: major(row.amount_minor),
    currency: row.currency,
    description: row.description,
    email: row.email,
    gateway: row.gateway,
    clientSecret: row.state === 'open' ? row.client_secret : null,
    publishableKey: row.gateway === 'stripe' ? keysOf(ctx.env, row.country_code).publishableKey : null,
    error: row.last_error as ShownPayment['error'],
    seconds: Math.max(0, Math.round((ctx.now.getTime() - new Date(row.created_at).getTime()) / 1000)),
  }
}

/** Whether a payment is the caller's: by account, or by the cookie of the browser that opened it. */
export function ownsPayment({ viewer }: Context, row: PaymentRow): boolean {
  if (viewer.accountId && row.account_id === viewer.accountId) return true
  return Boolean(viewer.visitorHash && row.visitor_hash && viewer.visitorHash.equals(Buffer.from(row.visitor_hash)))
}
