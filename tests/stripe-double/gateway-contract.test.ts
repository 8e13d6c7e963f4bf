import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GatewayRefused, type PaymentsGateway } from '#server/gateways/payments/gateway.ts'
import { openStripe, stripeEvent } from '#server/gateways/payments/stripe.ts'
import { StripeDouble } from './stripe-double.ts'

// What we believe of Stripe: proven on the double always, and on Stripe itself where a test key is given.
const key = process.env['STRIPE_TEST_KEY']

describe.each([['the double', ''], ...(key ? [['Stripe itself', key]] : [])])('%s', (_, realKey) => {
  let double: StripeDouble
  let gateway: PaymentsGateway
  let sdk: Stripe

  beforeAll(async () => {
    double = await StripeDouble.open()
    const { hostname, port } = new URL(double.url)
    gateway = openStripe(
      { key: realKey || 'sk_test_double', publishableKey: '', webhookSecret: '' },
      realKey ? 'https://api.stripe.com' : double.url,
    )
    sdk = realKey ? new Stripe(realKey) : new Stripe('sk_test_double', { host: hostname, port, protocol: 'http' })
  })
  afterAll(() => double.close())

  const open = (more: Partial<{ key: string; amountMinor: number }> = {}) =>
    gateway.createIntent({
      key: randomUUID(),
      paymentId: randomUUID(),
      amountMinor: 5_000,
      currency: 'GBP',
      description: 'A wedding',
      email: 'ana@example.com',
      ...more,
    })
  const confirm = (id: string, payment_method: string) =>
    sdk.paymentIntents.confirm(id, { payment_method, return_url: 'https://primp.example/' }).catch((fault) => fault)
  const paid = async () => {
    const intent = await open()
    await confirm(intent.id, 'pm_card_visa')
    await gateway.capture(intent.id, randomUUID())
    return intent
  }

  test('the same key is the same intent; with other words it is refused', async () => {
    const key = randomUUID()
    const payment = {
      key,
      paymentId: randomUUID(),
      amountMinor: 5_000,
      currency: 'GBP',
      description: 'A wedding',
      email: 'ana@example.com',
    }
    const first = await gateway.createIntent(payment)
    expect(first).toMatchObject({ status: 'open', error: null })
    expect(first.clientSecret).toContain(first.id)
    expect((await gateway.createIntent(payment)).id).toBe(first.id)
    await expect(gateway.createIntent({ ...payment, amountMinor: 6_000 })).rejects.toThrow(/same parameters/)
  })

  test('a card is reserved first and taken by hand', async () => {
    const { id } = await open()
    await confirm(id, 'pm_card_visa')
    expect((await gateway.retrieve(id)).status).toBe('authorised')
    expect((await gateway.capture(id, randomUUID())).status).toBe('captured')
    await expect(gateway.capture(id, randomUUID())).rejects.toBeInstanceOf(GatewayRefused)
    await expect(gateway.cancel(id, randomUUID())).rejects.toBeInstanceOf(GatewayRefused)
  })

  test('what is reserved can be let go, once', async () => {
    const { id } = await open()
    await confirm(id, 'pm_card_visa')
    expect((await gateway.cancel(id, randomUUID())).status).toBe('cancelled')
    await expect(gateway.capture(id, randomUUID())).rejects.toBeInstanceOf(GatewayRefused)
  })

  test('a declined card says why, and another one may follow', async () => {
    const { id } = await open()
    await confirm(id, 'pm_card_chargeDeclined')
    expect(await gateway.retrieve(id)).toMatchObject({ status: 'open', error: 'declined' })
    await confirm(id, 'pm_card_chargeDeclinedInsufficientFunds')
    expect(await gateway.retrieve(id)).toMatchObject({ status: 'open', error: 'funds' })
    await confirm(id, 'pm_card_visa')
    expect(await gateway.retrieve(id)).toMatchObject({ status: 'authorised', error: null })
  })

  test('a card that asks the bank first stays open meanwhile', async () => {
    const { id } = await open()
    await confirm(id, 'pm_card_threeDSecure2Required')
    expect((await gateway.retrieve(id)).status).toBe('open')
  })

  test('a refund may be a part, never more than there is, and asked again is found', async () => {
    const { id } = await paid()
    const first = await gateway.refund({ intentId: id, amountMinor: 2_000, key: 'refund:1', attempt: 1 })
    expect(first.state).toBe('done')
    expect((await gateway.refund({ intentId: id, amountMinor: 2_000, key: 'refund:1', attempt: 2 })).id).toBe(first.id)
    await expect(
      gateway.refund({ intentId: id, amountMinor: 3_001, key: 'refund:2', attempt: 1 }),
    ).rejects.toBeInstanceOf(GatewayRefused)
    expect((await gateway.refund({ intentId: id, amountMinor: 3_000, key: 'refund:3', attempt: 1 })).state).toBe('done')
  })

  test('an unknown payment is refused for good', async () => {
    await expect(gateway.retrieve('pi_unknown')).rejects.toBeInstanceOf(GatewayRefused)
  })

  test.skipIf(Boolean(realKey))(
    'an account is opened, completed by its holder, then paid; asked again it is paid once',
    async () => {
      const { id } = await gateway.createAccount({
        key: randomUUID(),
        countryCode: 'GB',
        email: 'mia@example.com',
        name: 'Mia',
      })
      expect(await gateway.accountState(id)).toEqual({ state: 'pending', label: '' })
      expect(
        await gateway.accountLink(id, { back: 'https://primp.example/b', again: 'https://primp.example/a' }),
      ).toContain(id)
      const transfer = { accountId: id, amountMinor: 3_500, currency: 'GBP', key: `payout:${id}`, attempt: 1 }
      await expect(gateway.transfer(transfer)).rejects.toBeInstanceOf(GatewayRefused)
      double.books.completeAccount(id, '6789')
      expect(await gateway.accountState(id)).toEqual({ state: 'ready', label: '•••• 6789' })
      const paid = await gateway.transfer({ ...transfer, attempt: 2 })
      expect((await gateway.transfer({ ...transfer, attempt: 3 })).id).toBe(paid.id)
    },
  )

  test.skipIf(Boolean(realKey))('an event is believed by its signature alone, by any of our secrets', async () => {
    const intent = await open()
    await confirm(intent.id, 'pm_card_visa')
    const [sent] = double
      .webhooks()
      .filter(({ type, raw }) => type === 'payment_intent.amount_capturable_updated' && raw.includes(intent.id))
    const { raw = '', signature = '' } = sent ?? {}
    expect(await stripeEvent(raw, signature, ['whsec_another', double.secret])).toMatchObject({
      kind: 'authorised',
      intentId: intent.id,
    })
    expect(await stripeEvent(raw, signature, ['whsec_another'])).toBeNull()
    expect(await stripeEvent(raw.replace('5000', '1'), signature, [double.secret])).toBeNull()
    expect(await stripeEvent(raw, '', [double.secret])).toBeNull()
  })
})
