import { truncate } from '#contract/text.ts'
import { randomUUID } from 'node:crypto'
import type { Intent } from '#server/gateways/payments/gateway.ts'
import { gatewayNow, openGateway } from '#server/gateways/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { voidPayment } from './move-payment.ts'
import type { Payable } from '#server/payments/payable.ts'
import type { PayablePayment } from '#server/payments/present-payment.ts'
import {
  keepingPayment,
  insertPayment,
  livingPayment,
  type PaymentRow,
  updatePayment,
} from '#server/payments/queries.ts'

/** Opens the payment for something, or answers the one that is open; one of another amount is let go first. Not inside a transaction. */
export async function openPayment(ctx: Context, payable: Payable): Promise<PaymentRow> {
  const opening = await askForPayment(ctx, payable)
  return ctx.transaction((tx) => keepPayment(tx, payable, opening))
}

/** A payment that stands already, or what the gateway has made for a new one, and which it takes the place of. */
export type Opening = { standing: PaymentRow } | { id: string; intent: Intent; instead: PaymentRow | undefined }

/** Asks the gateway for the payment of something, to be kept by `keepPayment` with the act that it belongs to: nobody can pay one that is never kept. Not inside a transaction. */
export async function askForPayment(
  ctx: Context,
  payable: Omit<Payable, 'accountId'>,
  { neverOpened = false } = {},
): Promise<Opening> {
  const living = neverOpened ? undefined : await livingPayment(ctx.db, payable.kind, payable.ref)
  if (living && (living.state !== 'open' || (isSame(living, payable) && isTheirs(ctx, living, payable))))
    return { standing: living }
  const id = randomUUID()
  const gateway = await openGateway(ctx, gatewayNow(ctx.env), payable.countryCode)
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
    ctx.log.warn(faultFields(fault), 'the payment service did not open a payment')
    throw new Refusal('payment_unreachable')
  }
}

const isSame = (row: PaymentRow, payable: Pick<Payable, 'amountMinor' | 'currency'>): boolean =>
  row.gateway_id !== null && row.amount_minor === payable.amountMinor && row.currency === payable.currency

const isTheirs = ({ viewer }: Context, { visitor_hash }: PaymentRow, { perBrowser }: Pick<Payable, 'perBrowser'>) =>
  !perBrowser || Boolean(visitor_hash && viewer.visitorHash?.equals(Buffer.from(visitor_hash)))

/** Keeps a payment that the gateway has been asked for. In the caller's transaction. */
export async function keepPayment(ctx: Context, p: Payable, opening: Opening): Promise<PaymentRow> {
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
  const standing = made ?? (await livingPayment(ctx.db, p.kind, p.ref))
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
  gateway: gatewayNow(ctx.env),
  gateway_id: intent.id,
  client_secret: intent.clientSecret,
  created_at: ctx.now,
})

/** The same as a part of a statement that does more, with the payment as it then stands; null where another stands, or has to be let go first. */
export function paymentAtOnce(
  ctx: Context,
  payable: Payable,
  opening: Opening,
): { payment: PayablePayment; kept: ReturnType<typeof keepingPayment> } | null {
  if ('standing' in opening || opening.instead) return null
  const row = newPayment(ctx, payable, opening)
  return { payment: { ...row, state: 'open', last_error: null }, kept: keepingPayment(ctx.db, row) }
}
