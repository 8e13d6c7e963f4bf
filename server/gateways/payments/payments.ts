import type { Context } from '#server/platform/context.ts'
import type { Env } from '#server/platform/env.ts'
import type { GatewayEvent, PaymentsGateway } from './gateway.ts'
import { openTestBank, testBankEvent, testBankEventKept } from './test-bank.ts'
import { getStripeKeys, stripeCountries } from './keys.ts'

export type GatewayName = 'test' | 'stripe'

/** Where events come in: those of the platform itself, and those of the accounts connected to it, each signed with secrets of its own. */
export type WebhookSource = 'test' | 'stripe' | 'stripe-accounts'
export const getGatewayOfSource = (inlet: WebhookSource): GatewayName => (inlet === 'test' ? 'test' : 'stripe')

/** Which gateway new payments and payout accounts go to. */
export const getCurrentGateway = (env: Pick<Env, 'PAYMENTS'>): GatewayName => env.PAYMENTS ?? 'test'

// The SDK is loaded only where Stripe is used.
const sdk = () => import('./stripe.ts')
const events = () => import('./stripe-events.ts')

/** The gateway that something was made with, by the keys of its market; not inside a transaction. */
export async function openGateway(ctx: Context, name: GatewayName, countryCode: string): Promise<PaymentsGateway> {
  return name === 'test'
    ? openTestBank(ctx)
    : (await sdk()).openStripe(getStripeKeys(ctx.env, countryCode), ctx.env.STRIPE_API)
}

/** The event that a signed body tells of; null where its signature is none of ours, or it came in at the wrong door. */
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

/** The same of a body that was believed when it came. */
export const parseStoredEvent = async (name: GatewayName, raw: string): Promise<GatewayEvent> =>
  name === 'test' ? testBankEventKept(raw) : (await events()).parseStoredStripeEvent(raw)
