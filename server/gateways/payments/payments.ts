import type { Context } from '#server/platform/context.ts'
import type { Env } from '#server/platform/env.ts'
import type { GatewayEvent, PaymentsGateway } from './gateway.ts'
import { openTestBank, testBankEvent, testBankEventKept } from './test-bank.ts'
import { getStripeKeys, stripeCountries } from './keys.ts'

export type GatewayName = 'test' | 'stripe'

/** Webhook sources: the platform and its connected accounts, each with its own secrets. */
export type WebhookSource = 'test' | 'stripe' | 'stripe-accounts'
export const getGatewayOfSource = (inlet: WebhookSource): GatewayName => (inlet === 'test' ? 'test' : 'stripe')

export const getCurrentGateway = (env: Pick<Env, 'PAYMENTS'>): GatewayName => env.PAYMENTS ?? 'test'

/** Days that Stripe holds funds with manual payouts. After that, it pays them out to the platform's bank. */
const stripeHoldDays: Readonly<Record<string, number>> = { AU: 90, CA: 90, GB: 90, US: 730 }

export const getStripeHoldDays = (countryCode: string): number => stripeHoldDays[countryCode] ?? 90

/** Returns the days that the current gateway holds funds, or null if there is no limit. */
export const getHoldDays = (env: Pick<Env, 'PAYMENTS'>, countryCode: string): number | null =>
  getCurrentGateway(env) === 'stripe' ? getStripeHoldDays(countryCode) : null

// Lazy import of the SDK, needed for Stripe only.
const sdk = () => import('./stripe.ts')
const events = () => import('./stripe-events.ts')

/** Must not run inside a transaction. */
export async function openGateway(ctx: Context, name: GatewayName, countryCode: string): Promise<PaymentsGateway> {
  return name === 'test'
    ? openTestBank(ctx)
    : (await sdk()).openStripe(getStripeKeys(ctx.env, countryCode), ctx.env.STRIPE_API)
}

export async function parseWebhookEvent(
  ctx: Pick<Context, 'database' | 'env'>,
  inlet: WebhookSource,
  raw: string,
  signature: string,
): Promise<GatewayEvent | null> {
  if (inlet === 'test') return testBankEvent(ctx.database, raw)
  const connected = inlet === 'stripe-accounts'
  const secrets = stripeCountries.map((country) => {
    const keys = getStripeKeys(ctx.env, country)
    return connected ? keys.connectWebhookSecret : keys.webhookSecret
  })
  return (await events()).parseStripeEvent(raw, signature, [...new Set(secrets)].filter(Boolean))
}

export const parseStoredEvent = async (name: GatewayName, raw: string): Promise<GatewayEvent> =>
  name === 'test' ? testBankEventKept(raw) : (await events()).parseStoredStripeEvent(raw)
