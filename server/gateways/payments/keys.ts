import type { Env } from '#server/platform/env.ts'
import type { StripeKeys } from './stripe.ts'

/** Markets with their own Stripe account, without cross-border transfers. */
export const stripeCountries = ['AU', 'US', 'GB', 'CA'] as const

export function getStripeKeys(env: Env, countryCode: string): StripeKeys {
  const of = (what: string): string =>
    (env as unknown as Record<string, string | undefined>)[`${what}_${countryCode}`] ?? ''
  return {
    key: of('STRIPE_KEY'),
    publishableKey: of('STRIPE_PUBLISHABLE_KEY'),
    webhookSecret: of('STRIPE_WEBHOOK_SECRET'),
    connectWebhookSecret: of('STRIPE_CONNECT_WEBHOOK_SECRET'),
  }
}
