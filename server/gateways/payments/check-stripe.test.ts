import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { filled } from '#tests/stripe-double/shapes.ts'
import { StripeDouble } from '#tests/stripe-double/stripe-double.ts'
import { checkStripe } from './check-stripe.ts'
import { toStatementText } from './stripe.ts'
import { accountEvents, parseStoredStripeEvent, platformEvents } from './stripe-events.ts'

test('the Stripe check accepts test keys only, changes nothing, and lists what is misconfigured', async () => {
  await expect(checkStripe({ STRIPE_KEY_GB: 'sk_live_1' })).rejects.toThrow('STRIPE_KEY_GB: only test keys')
  await expect(checkStripe({})).rejects.toThrow('Set a test key')
  const double = await StripeDouble.open()
  const ask = () =>
    checkStripe({ STRIPE_KEY_GB: 'sk_test_1', STRIPE_API: double.url, PUBLIC_URL: 'https://primp.example' })
  const before = await ask()
  expect(before.well).toBe(false)
  const wrong = (lines: readonly string[]) => lines.filter((line) => line.startsWith('GB  NO'))
  expect(wrong(before.lines)).toEqual([
    'GB  NO   the endpoint for events of the platform: there is no enabled endpoint at …/v1/payments/events/stripe',
    'GB  NO   the endpoint for events of connected accounts: there is no enabled endpoint at …/v1/payments/events/stripe-accounts',
    'GB  NO   the site’s domain is registered for wallets: primp.example is not registered',
    'GB  NO   a dispute names its fee: there is none to look at; pay with pm_card_createDispute first',
  ])
  expect(before.lines.filter((line) => line.startsWith('GB  ask')).length).toBeGreaterThan(2)
  const endpoint = (path: string, enabled_events: readonly string[], api_version: string | null = Stripe.API_VERSION) =>
    double.books.webhookEndpoints.push(
      filled<Stripe.WebhookEndpoint>('webhook_endpoint', {
        id: `we_${path}`,
        url: `https://primp.example/v1/payments/events/${path}`,
        status: 'enabled',
        enabled_events,
        api_version,
      }),
    )
  double.books.domains.push({ id: 'pmd_1', domain_name: 'primp.example', enabled: true })
  endpoint('stripe', platformEvents.slice(1), null)
  endpoint('stripe-accounts', [...accountEvents, 'person.updated'])
  double.books.settings.card_payments.statement_descriptor_prefix = 'PRIMPBEAUTY'
  double.books.connected.isApprovedForTransfersOnly = true
  const old = double.books.connected.openAccount(
    new URLSearchParams({ country: 'GB', 'capabilities[transfers][requested]': 'true' }),
  )
  expect(wrong((await ask()).lines)).toEqual([
    'GB  NO   the statement descriptor and its prefix name the platform, with room for the artist’s name: the prefix PRIMPBEAUTY has more than 8 characters',
    `GB  NO   the endpoint for events of the platform: …/v1/payments/events/stripe lacks ${platformEvents[0]}; …/v1/payments/events/stripe has API version (the account’s default); create it with ${Stripe.API_VERSION}`,
    'GB  NO   the endpoint for events of connected accounts: …/v1/payments/events/stripe-accounts sends person.updated, which this site ignores',
    `GB  NO   connected accounts are in the country of the market and have requested card payments and transfers: not so: ${old.id}`,
    `GB  NO   connected accounts have a category, a page and a description of what they sell: not so: ${old.id}`,
    `GB  NO   payouts of connected accounts are manual: not so: ${old.id}`,
    'GB  NO   a dispute names its fee: there is none to look at; pay with pm_card_createDispute first',
  ])
  expect(double.calls.every((call) => call.startsWith('GET '))).toBe(true)
  await double.close()
})

test('every event of the endpoints is handled, and no other', () => {
  const kindOf = (type: string) => {
    const object = {
      currency: 'gbp',
      reason: '',
      id: 'x',
      status: 'succeeded',
      metadata: {},
      reversals: { data: [] },
      balance_transactions: [],
      evidence_details: {},
    }
    return parseStoredStripeEvent(JSON.stringify({ id: 'evt', type, created: 1, data: { object } })).kind
  }
  for (const type of [...platformEvents, ...accountEvents]) expect([type, kindOf(type)]).not.toEqual([type, 'other'])
  for (const type of ['charge.succeeded', 'person.updated', 'payout.created']) expect(kindOf(type)).toBe('other')
})

test('a name on a card statement has the letters that banks accept', () => {
  expect(toStatementText('Mïa & "Zoë" Hollis', 22)).toBe('Mia & Zoe Hollis')
  expect(toStatementText('Zoë’s Bridal *Studio*', 12)).toBe('Zoes Bridal')
  expect(toStatementText('花子', 12)).toBeNull()
})
