import type { Env } from '#server/platform/env.ts'
import type { StripeKeys } from './stripe.ts'

/** Stripe's keys of a market: its own, else those for all. */
export function keysOf(env: Env, countryCode: string): StripeKeys {
  const of = (what: string): string =>
    (env as unknown as Record<string, string | undefined>)[`${what}_${countryCode}`] ??
    (env as unknown as Record<string, string | undefined>)[what] ??
    ''
  return {
    key: of('STRIPE_KEY'),
    publishableKey: of('STRIPE_PUBLISHABLE_KEY'),
    webhookSecret: of('STRIPE_WEBHOOK_SECRET'),
  }
}
