import { expect, test } from 'vitest'
import { StripeDouble } from '#tests/stripe-double/stripe-double.ts'
import { checkStripe } from './check-stripe.ts'

test('the Stripe check accepts test keys only, changes nothing, and lists what is misconfigured', async () => {
  await expect(checkStripe({ STRIPE_KEY_GB: 'sk_live_1' })).rejects.toThrow('STRIPE_KEY_GB: only test keys')
  await expect(checkStripe({})).rejects.toThrow('a test key is needed')
  const double = await StripeDouble.open()
  const ask = () => checkStripe({ STRIPE_KEY_GB: 'sk_test_1', STRIPE_API: double.url })
  const before = await ask()
  expect(before.well).toBe(false)
  expect(before.lines).toContainEqual(
    'GB  NO   the platform’s events come in: there is no endpoint at …/v1/payments/events/stripe',
  )
  expect(before.lines).toContainEqual('GB  yes  its own payouts are made by hand')
  for (const path of ['stripe', 'stripe-accounts'])
    double.books.webhookEndpoints.push({
      id: `we_${path}`,
      object: 'webhook_endpoint',
      url: `https://primp.example/v1/payments/events/${path}`,
      application: null,
      status: 'enabled',
      enabled_events: ['*'],
    })
  const after = (await ask()).lines.filter((line) => line.includes('NO'))
  expect(after.map((line) => line.split(':')[0])).toEqual(['GB  NO   disputes name their fee among their lines'])
  expect(double.calls.every((call) => call.startsWith('GET '))).toBe(true)
  await double.close()
})
