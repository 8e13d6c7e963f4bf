import type { Context } from '#server/platform/context.ts'
import type { Env } from '#server/platform/env.ts'
import type { GatewayEvent, PaymentsGateway } from './gateway.ts'
import { openTestBank, testBankEvent } from './test-bank.ts'
import { keysOf } from './keys.ts'

export type GatewayName = 'test' | 'stripe'

/** Which gateway new payments and payout accounts go to. */
export const gatewayNow = (env: Pick<Env, 'PAYMENTS'>): GatewayName => env.PAYMENTS ?? 'test'

// The SDK is loaded only where Stripe is used.
const sdk = () => import('./stripe.ts')

/** The gateway that something was made with, by the keys of its market; not inside a transaction. */
export async function openGateway(ctx: Context, name: GatewayName, countryCode: string): Promise<PaymentsGateway> {
  return name === 'test'
    ? openTestBank(ctx)
    : (await sdk()).openStripe(keysOf(ctx.env, countryCode), ctx.env.STRIPE_API)
}

const countries = ['AU', 'US', 'GB', 'CA']

/** The event that a signed body tells of; null where its signature is none of ours. */
export async function eventOf(
  ctx: Pick<Context, 'database' | 'env'>,
  name: GatewayName,
  raw: string,
  signature: string,
): Promise<GatewayEvent | null> {
  if (name === 'test') return testBankEvent(ctx.database, raw)
  const secrets = [...new Set(countries.map((country) => keysOf(ctx.env, country).webhookSecret))].filter(Boolean)
  return (await sdk()).stripeEvent(raw, signature, secrets)
}
