const markets = ['AU', 'US', 'GB', 'CA'] as const

export const stripeKeys: Readonly<Record<string, string>> = Object.fromEntries(
  markets.flatMap((market) => [
    [`STRIPE_KEY_${market}`, `sk_test_${market}`],
    [`STRIPE_PUBLISHABLE_KEY_${market}`, `pk_test_${market}`],
    [`STRIPE_WEBHOOK_SECRET_${market}`, `whsec_${market}`],
    [`STRIPE_CONNECT_WEBHOOK_SECRET_${market}`, `whsec_accounts_${market}`],
  ]),
)
