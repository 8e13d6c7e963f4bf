import type { Env } from '#server/platform/env.ts'
import type { StripeKeys } from './stripe.ts'

/** The markets that each have an account of their own at Stripe: nothing is sent over a border. */
export const stripeCountries = ['AU', 'US', 'GB', 'CA'] as const

/** Stripe's keys of a market. */
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
