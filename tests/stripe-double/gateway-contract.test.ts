import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GatewayRefused, type PaymentsGateway, type Seller } from '#server/gateways/payments/gateway.ts'
import { openStripe } from '#server/gateways/payments/stripe.ts'
import { parseStripeEvent } from '#server/gateways/payments/stripe-events.ts'
import { StripeDouble } from './stripe-double.ts'

// Verifies our assumptions: always with the double, and with Stripe itself if a test key is set.
const key = process.env['STRIPE_TEST_KEY']

describe.each([['the double', ''], ...(key ? [['Stripe itself', key]] : [])])('%s', (_, realKey) => {
  let double: StripeDouble
  let gateway: PaymentsGateway
  let sdk: Stripe

  beforeAll(async () => {
    double = await StripeDouble.open()
    const { hostname, port } = new URL(double.url)
    gateway = openStripe({ key: realKey || 'sk_test_double' }, realKey ? 'https://api.stripe.com' : double.url)
    sdk = realKey ? new Stripe(realKey) : new Stripe('sk_test_double', { host: hostname, port, protocol: 'http' })
  })
  afterAll(() => double.close())

  const open = (
    more: Partial<{ key: string; paymentId: string; amountMinor: number; seller: Seller; customerId: string }> = {},
  ) =>
    gateway.createIntent({
      key: randomUUID(),
      paymentId: randomUUID(),
      amountMinor: 5_000,
      currency: 'GBP',
      description: 'A wedding',
      seller: null,
      customerId: null,
      ...more,
    })
  const confirm = (id: string, payment_method: string) =>
    sdk.paymentIntents.confirm(id, { payment_method, return_url: 'https://primp.example/' }).catch((fault) => fault)
  const paid = async () => {
    const paymentId = randomUUID()
    const intent = await open({ paymentId })
    await confirm(intent.id, 'pm_card_visa')
    await gateway.capture(intent.id, randomUUID())
    return { ...intent, paymentId }
  }

  test('the same key returns the same intent; other parameters are refused', async () => {
    const key = randomUUID()
    const more = { amountMinor: 5_000, currency: 'GBP', description: 'A wedding', seller: null, customerId: null }
    const payment = { key, paymentId: randomUUID(), ...more }
    const first = await gateway.createIntent(payment)
    expect(first).toMatchObject({ status: 'open', error: null })
    expect(first.clientSecret).toContain(first.id)
    expect((await gateway.createIntent(payment)).id).toBe(first.id)
    await expect(gateway.createIntent({ ...payment, amountMinor: 6_000 })).rejects.toThrow(/same parameters/)
  })

  test('a card is authorised first and captured manually', async () => {
    const { id } = await open()
    await confirm(id, 'pm_card_visa')
    expect((await gateway.retrieve(id)).status).toBe('authorised')
    expect((await gateway.capture(id, randomUUID())).status).toBe('captured')
    await expect(gateway.capture(id, randomUUID())).rejects.toBeInstanceOf(GatewayRefused)
    await expect(gateway.cancel(id, randomUUID())).rejects.toBeInstanceOf(GatewayRefused)
  })

  test('a payment of a customer saves its card, which pays another payment and can be deleted', async () => {
    const customerId = await gateway.createCustomer({
      key: randomUUID(),
      accountId: null,
      email: 'leila@primp.test',
      name: 'Leila Hart',
    })
    const { id } = await open({ customerId })
    expect(await gateway.retrieveCardOf(id)).toBeNull()
    await confirm(id, 'pm_card_visa')
    const card = await gateway.retrieveCardOf(id)
    expect(card).toMatchObject({ customerId })
    if (!card) return
    const later = await open()
    const back = 'https://primp.example/'
    expect((await gateway.payByCard(later.id, { ...card, back, key: randomUUID() })).status).toBe('authorised')
    await gateway.removeCard(card.cardId)
    const again = await open()
    await expect(gateway.payByCard(again.id, { ...card, back, key: randomUUID() })).rejects.toBeInstanceOf(
      GatewayRefused,
    )
    const other = await open()
    await confirm(other.id, 'pm_card_visa')
    expect(await gateway.retrieveCardOf(other.id)).toBeNull()
  })

  test('an authorisation can be voided once', async () => {
    const { id } = await open()
    await confirm(id, 'pm_card_visa')
    expect((await gateway.cancel(id, randomUUID())).status).toBe('cancelled')
    await expect(gateway.capture(id, randomUUID())).rejects.toBeInstanceOf(GatewayRefused)
  })

  test('a declined card reports the reason, and another card can follow', async () => {
    const { id } = await open()
    await confirm(id, 'pm_card_chargeDeclined')
    expect(await gateway.retrieve(id)).toMatchObject({ status: 'open', error: 'declined' })
    await confirm(id, 'pm_card_chargeDeclinedInsufficientFunds')
    expect(await gateway.retrieve(id)).toMatchObject({ status: 'open', error: 'funds' })
    await confirm(id, 'pm_card_visa')
    expect(await gateway.retrieve(id)).toMatchObject({ status: 'authorised', error: null })
  })

  test('a card that needs authentication leaves the payment open until it is done', async () => {
    const { id } = await open()
    await confirm(id, 'pm_card_threeDSecure2Required')
    expect((await gateway.retrieve(id)).status).toBe('open')
  })

  test('a refund can be partial but never above the remaining amount, and repeating it returns the existing refund', async () => {
    const { id } = await paid()
    const run = randomUUID()
    const asked = (amountMinor: number, n: number) => ({
      intentId: id,
      amountMinor,
      key: `refund:${run}:${n}`,
      name: `refund:${run}:${n}`,
    })
    expect(await gateway.findRefund(asked(2_000, 1))).toBeNull()
    const first = await gateway.refund(asked(2_000, 1))
    expect(first.state).toBe('done')
    expect((await gateway.refund(asked(2_000, 1))).id).toBe(first.id)
    expect((await gateway.findRefund(asked(2_000, 1)))?.id).toBe(first.id)
    await expect(gateway.refund(asked(3_001, 2))).rejects.toBeInstanceOf(GatewayRefused)
    expect((await gateway.refund(asked(3_000, 3))).state).toBe('done')
  })

  test('a card is saved for a customer, pays off-session, and is deleted', async () => {
    const whose = { key: randomUUID(), accountId: randomUUID(), email: 'ana@example.com', name: 'Ana' }
    const customerId = await gateway.createCustomer(whose)
    expect(await gateway.createCustomer(whose)).toBe(customerId)
    const setup = await gateway.createSetup({ key: randomUUID(), customerId })
    expect(setup.clientSecret).toContain(setup.id)
    expect(await gateway.retrieveSetup(setup.id)).toBeNull()
    await sdk.setupIntents.confirm(setup.id, { payment_method: 'pm_card_visa' })
    const card = await gateway.retrieveSetup(setup.id)
    expect(card).toMatchObject({ brand: 'visa', lastFour: '4242', expires: expect.stringMatching(/^\d\d\/\d\d$/) })
    const pay = async (cardId: string) => {
      const { id } = await open()
      const asked = { customerId, cardId, back: 'https://primp.example/', key: randomUUID() }
      const intent = await gateway.payByCard(id, asked)
      expect(await gateway.payByCard(id, asked)).toMatchObject({ status: intent.status, error: intent.error })
      return intent
    }
    expect(await pay(card?.cardId ?? '')).toMatchObject({ status: 'authorised', error: null })
    const attached = async (name: string) => (await sdk.paymentMethods.attach(name, { customer: customerId })).id
    expect(await pay(await attached('pm_card_chargeCustomerFail'))).toMatchObject({ status: 'open', error: 'declined' })
    expect(await pay(await attached('pm_card_authenticationRequired'))).toMatchObject({
      status: 'open',
      error: 'challenge',
    })
    await gateway.removeCard(card?.cardId ?? '')
    await expect(gateway.removeCard(card?.cardId ?? '')).rejects.toBeInstanceOf(GatewayRefused)
    await expect(pay(card?.cardId ?? '')).rejects.toBeInstanceOf(GatewayRefused)
  })

  test.skipIf(Boolean(realKey))('a card that needs authentication is saved once it is authenticated', async () => {
    const customerId = await gateway.createCustomer({
      key: randomUUID(),
      accountId: randomUUID(),
      email: 'bea@example.com',
      name: 'Bea',
    })
    const { id } = await gateway.createSetup({ key: randomUUID(), customerId })
    await sdk.setupIntents.confirm(id, { payment_method: 'pm_card_authenticationRequired' })
    expect(await gateway.retrieveSetup(id)).toBeNull()
    double.books.wallets.authenticateSetup(id)
    expect(await gateway.retrieveSetup(id)).toMatchObject({ lastFour: '3184' })
  })

  test('an unknown payment is refused permanently', async () => {
    await expect(gateway.retrieve('pi_unknown')).rejects.toBeInstanceOf(GatewayRefused)
  })

  test.skipIf(Boolean(realKey))(
    'an account is created, completed by its holder, then paid; repeating a payout pays once',
    async () => {
      const { id } = await gateway.createAccount({
        key: randomUUID(),
        countryCode: 'GB',
        email: 'mia@example.com',
        name: 'Mia Hollis',
        url: 'https://primp.example/@/mia-hollis',
      })
      expect(await gateway.accountState(id)).toEqual({ state: 'pending', label: '', cardPayments: false })
      expect(
        await gateway.accountLink(id, { back: 'https://primp.example/b', again: 'https://primp.example/a' }),
      ).toContain(id)
      const intent = await paid()
      const transfer = {
        accountId: id,
        amountMinor: 3_500,
        currency: 'GBP',
        chargeId: (await gateway.retrieve(intent.id)).chargeId,
        group: `payment:${intent.paymentId}`,
        key: `transfer:${id}`,
        name: `transfer:${id}`,
      }
      await expect(gateway.transfer(transfer)).rejects.toMatchObject({
        code: 'insufficient_capabilities_for_transfer',
        remembered: false,
      })
      await expect(gateway.transfer(transfer)).rejects.toMatchObject({ remembered: true })
      double.books.connected.complete(id, '6789')
      expect(await gateway.accountState(id)).toEqual({ state: 'ready', label: '•••• 6789', cardPayments: true })
      const seller = { name: 'Mïa & "Zoë" Hollis-Brown', accountId: id }
      const own = await open({ seller })
      await confirm(own.id, 'pm_card_visa')
      const charge = await sdk.charges.retrieve((await gateway.retrieve(own.id)).chargeId ?? '')
      expect([charge.on_behalf_of, charge.calculated_statement_descriptor]).toEqual([id, 'PRIMP* Mia & Zoe Ho'])
      // A refusal is final for its idempotency key, so the retry uses another.
      const again = { ...transfer, key: `transfer:${id}:1` }
      const sent = await gateway.transfer(again)
      expect(await gateway.findTransfer(again)).toEqual(sent)
      const back = { transferId: sent.id, amountMinor: 500, key: `reversal:${id}`, name: `reversal:${id}` }
      expect(await gateway.findReversal(back)).toBeNull()
      expect(await gateway.reverse(back)).toEqual(await gateway.findReversal(back))
      const payout = {
        accountId: id,
        amountMinor: 3_000,
        currency: 'GBP',
        since: new Date(Date.now() - 1_000),
        key: `payout:${id}`,
        name: `payout:${id}`,
      }
      await expect(gateway.payOut(payout)).rejects.toMatchObject({ short: true })
      double.books.settle()
      const out = await gateway.payOut({ ...payout, key: `payout:${id}:1` })
      expect(out.paid).toBe(false)
      expect(await gateway.findPayout(payout)).toEqual(out)
      const lines = await gateway.lines(new Date(Date.now() - 60_000), new Date(Date.now() + 60_000))
      const ofThis = lines.filter(({ source }) => [transfer.chargeId, sent.id].includes(source ?? ''))
      expect(ofThis.map(({ type, netMinor }) => [type, netMinor])).toEqual([
        ['charge', 5_000 - double.books.feeOf(5_000)],
        ['transfer', -3_500],
      ])
    },
  )

  test.skipIf(Boolean(realKey))('an event is accepted only with a signature, by any of our secrets', async () => {
    const intent = await open()
    await confirm(intent.id, 'pm_card_visa')
    const [sent] = double
      .webhooks()
      .filter(({ type, raw }) => type === 'payment_intent.amount_capturable_updated' && raw.includes(intent.id))
    const { raw = '', signature = '' } = sent ?? {}
    expect(parseStripeEvent(raw, signature, ['whsec_another', double.secret])).toMatchObject({
      kind: 'authorised',
      intentId: intent.id,
    })
    expect(parseStripeEvent(raw, signature, ['whsec_another'])).toBeNull()
    expect(parseStripeEvent(raw.replace('5000', '1'), signature, [double.secret])).toBeNull()
    expect(parseStripeEvent(raw, '', [double.secret])).toBeNull()
  })
})
