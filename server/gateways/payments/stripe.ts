import Stripe from 'stripe'
import { type BankError, GatewayRefused, type GatewayEvent, type Intent, type PaymentsGateway } from './gateway.ts'

export type StripeKeys = { key: string; publishableKey: string; webhookSecret: string }

const WAIT_MS = 10_000
const clients = new Map<string, Stripe>()

function clientOf(key: string, api: string): Stripe {
  const known = clients.get(`${key} ${api}`)
  if (known) return known
  const { hostname, port, protocol } = new URL(api)
  const https = protocol === 'https:'
  const client = new Stripe(key, {
    host: hostname,
    port: port || (https ? 443 : 80),
    protocol: https ? 'https' : 'http',
    maxNetworkRetries: 2,
    timeout: WAIT_MS,
    telemetry: false,
  })
  clients.set(`${key} ${api}`, client)
  return client
}

/** Stripe by its own SDK: PaymentIntents captured by hand, Connect accounts and transfers, refunds. */
export function openStripe({ key }: StripeKeys, api: string): PaymentsGateway {
  const stripe = clientOf(key, api)
  const idempotencyKey = (key: string) => ({ idempotencyKey: `primp:${key}` })
  return {
    createIntent: ({ key, paymentId, amountMinor, currency, description, email }) =>
      asked(async () =>
        intentOf(
          await stripe.paymentIntents.create(
            {
              amount: amountMinor,
              currency: currency.toLowerCase(),
              capture_method: 'manual',
              automatic_payment_methods: { enabled: true },
              description,
              receipt_email: email,
              metadata: { payment: paymentId },
            },
            idempotencyKey(key),
          ),
        ),
      ),
    retrieve: (id) => asked(async () => intentOf(await stripe.paymentIntents.retrieve(id))),
    capture: (id, key) => asked(async () => intentOf(await stripe.paymentIntents.capture(id, {}, idempotencyKey(key)))),
    cancel: (id, key) => asked(async () => intentOf(await stripe.paymentIntents.cancel(id, {}, idempotencyKey(key)))),
    refund: ({ intentId, amountMinor, key, attempt }) =>
      asked(async () => {
        const known =
          attempt > 1
            ? (await stripe.refunds.list({ payment_intent: intentId, limit: 100 })).data.find(
                ({ metadata }) => metadata?.['refund'] === key,
              )
            : undefined
        const made =
          known ??
          (await stripe.refunds.create(
            { payment_intent: intentId, amount: amountMinor, metadata: { refund: key } },
            idempotencyKey(`${key}:${attempt}`),
          ))
        return { id: made.id, state: refundState(made.status) }
      }),
    createAccount: ({ key, countryCode, email, name }) =>
      asked(async () => {
        const { id } = await stripe.accounts.create(
          {
            type: 'express',
            country: countryCode,
            email,
            business_profile: { name },
            capabilities: { transfers: { requested: true } },
          },
          idempotencyKey(key),
        )
        return { id }
      }),
    accountLink: (account, { back, again }) =>
      asked(
        async () =>
          (
            await stripe.accountLinks.create({
              account,
              return_url: back,
              refresh_url: again,
              type: 'account_onboarding',
            })
          ).url,
      ),
    accountState: (id) => asked(async () => accountOf(await stripe.accounts.retrieve(id))),
    transfer: ({ accountId, amountMinor, currency, key, attempt }) =>
      asked(async () => {
        const known = attempt > 1 ? (await stripe.transfers.list({ transfer_group: key, limit: 1 })).data[0] : undefined
        const made =
          known ??
          (await stripe.transfers.create(
            { destination: accountId, amount: amountMinor, currency: currency.toLowerCase(), transfer_group: key },
            idempotencyKey(`${key}:${attempt}`),
          ))
        return { id: made.id }
      }),
  }
}

async function asked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (fault) {
    const final =
      fault instanceof Stripe.errors.StripeCardError || fault instanceof Stripe.errors.StripeInvalidRequestError
    throw final ? new GatewayRefused(fault.message.slice(0, 300)) : fault
  }
}

const statuses: Readonly<Record<string, Intent['status']>> = {
  requires_capture: 'authorised',
  succeeded: 'captured',
  canceled: 'cancelled',
}

const intentOf = (intent: Stripe.PaymentIntent): Intent => ({
  id: intent.id,
  clientSecret: intent.client_secret,
  status: statuses[intent.status] ?? 'open',
  error: errorOf(intent.last_payment_error),
})

function errorOf(error: { code?: string | null; decline_code?: string | null } | null | undefined): BankError | null {
  if (!error) return null
  if (error.decline_code === 'insufficient_funds' || error.code === 'insufficient_funds') return 'funds'
  if (error.code === 'payment_intent_authentication_failure' || error.code === 'authentication_required')
    return 'challenge'
  return error.code === 'card_declined' ? 'declined' : 'other'
}

const refundState = (status: string | null): 'done' | 'waiting' | 'failed' =>
  status === 'succeeded' ? 'done' : status === 'failed' || status === 'canceled' ? 'failed' : 'waiting'

const accountOf = (account: Stripe.Account) => ({
  state: account.requirements?.disabled_reason
    ? ('restricted' as const)
    : account.capabilities?.transfers === 'active' && account.payouts_enabled
      ? ('ready' as const)
      : ('pending' as const),
  label: lastFour(account),
})

const lastFour = ({ external_accounts }: Stripe.Account): string => {
  const first = external_accounts?.data[0]
  return first && 'last4' in first && first.last4 ? `•••• ${first.last4}` : ''
}

const kinds: Readonly<Record<string, GatewayEvent['kind']>> = {
  'payment_intent.amount_capturable_updated': 'authorised',
  'payment_intent.payment_failed': 'declined',
  'payment_intent.succeeded': 'captured',
  'payment_intent.canceled': 'cancelled',
}

/** The event that a signed body tells of, or null where none of the secrets signed it. */
export async function stripeEvent(
  raw: string,
  signature: string,
  secrets: readonly string[],
): Promise<GatewayEvent | null> {
  for (const secret of secrets) {
    try {
      return told(await Stripe.webhooks.constructEventAsync(raw, signature, secret))
    } catch (fault) {
      if (!(fault instanceof Stripe.errors.StripeSignatureVerificationError)) throw fault
    }
  }
  return null
}

function told(event: Stripe.Event): GatewayEvent {
  const none: GatewayEvent = {
    id: event.id,
    kind: 'other',
    type: event.type,
    at: new Date(event.created * 1000),
    intentId: null,
    paymentId: null,
    error: null,
    refundId: null,
    amountMinor: null,
    accountId: null,
    account: null,
  }
  const kind = kinds[event.type]
  if (kind) {
    const intent = event.data.object as Stripe.PaymentIntent
    return {
      ...none,
      kind,
      intentId: intent.id,
      paymentId: intent.metadata['payment'] ?? null,
      error: errorOf(intent.last_payment_error),
    }
  }
  if (event.type === 'refund.updated' || event.type === 'refund.created' || event.type === 'refund.failed') {
    const { id, status, amount, payment_intent: intent } = event.data.object
    const state = refundState(status)
    return {
      ...none,
      kind: state === 'done' ? 'refunded' : state === 'failed' ? 'refund_failed' : 'other',
      refundId: id,
      amountMinor: amount,
      intentId: idOf(intent),
    }
  }
  if (event.type === 'account.updated')
    return { ...none, kind: 'account', accountId: event.data.object.id, account: accountOf(event.data.object) }
  if (event.type === 'charge.dispute.funds_withdrawn' || event.type === 'charge.dispute.closed') {
    const { amount, payment_intent: intent, status } = event.data.object
    const kind =
      event.type === 'charge.dispute.funds_withdrawn'
        ? 'charge_back'
        : status === 'won'
          ? 'charge_back_won'
          : status === 'lost'
            ? 'charge_back_lost'
            : 'other'
    return { ...none, kind, intentId: idOf(intent), amountMinor: amount }
  }
  return none
}

const idOf = (of: string | { id: string } | null | undefined): string | null =>
  typeof of === 'string' ? of : (of?.id ?? null)
