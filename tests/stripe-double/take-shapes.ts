import { readFileSync, writeFileSync } from 'node:fs'

// Run manually after changes of Stripe's API: `node tests/stripe-double/take-shapes.ts fixtures3.json`, with that file
// of github.com/stripe/openapi (MIT, © Stripe, Inc.). Stores only field names and value types.
const used = [
  'account',
  'account_link',
  'balance',
  'balance_transaction',
  'charge',
  'customer',
  'dispute',
  'event',
  'payment_intent',
  'payment_method',
  'payout',
  'refund',
  'setup_intent',
  'transfer',
  'transfer_reversal',
] as const

const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

const [, , file = ''] = process.argv
const { resources } = JSON.parse(readFileSync(file, 'utf8')) as { resources: Record<string, Record<string, unknown>> }
const shapes = Object.fromEntries(
  used.map((name) => [
    name,
    Object.fromEntries(
      Object.entries(resources[name] ?? {})
        .map(([field, value]) => [field, kindOf(value)])
        .sort(),
    ),
  ]),
)
writeFileSync(new URL('./shapes.json', import.meta.url), `${JSON.stringify(shapes, null, 2)}\n`)
