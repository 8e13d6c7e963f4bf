import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PLATFORM } from './balances.ts'
import { differences } from './shapes.ts'
import { StripeDouble } from './stripe-double.ts'

// Verifies the double against Stripe's documentation, so that code tested with it works with Stripe.
let double: StripeDouble
let stripe: Stripe

beforeAll(async () => {
  double = await StripeDouble.open()
  const { hostname, port } = new URL(double.url)
  stripe = new Stripe('sk_test_double', { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 })
})
afterAll(() => double.close())

const return_url = 'https://primp.example/'
const paid = async (amount = 5_000) => {
  const { id } = await stripe.paymentIntents.create({ amount, currency: 'gbp', capture_method: 'manual' })
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa', return_url })
  return stripe.paymentIntents.capture(id)
}
const artist = async (country = 'GB') => {
  const { id } = await stripe.accounts.create({ type: 'express', country })
  double.books.connected.complete(id, '6789')
  return id
}
const no = async (call: Promise<unknown>) => {
  const fault = (await call.then(
    () => null,
    (fault: unknown) => fault,
  )) as Stripe.errors.StripeError | null
  return fault && { status: fault.statusCode, code: fault.code ?? fault.rawType }
}

test('every object has the fields that Stripe documents, with values of the same type', async () => {
  const account = await artist()
  const intent = await paid()
  const charge = String(intent.latest_charge)
  const transfer = await stripe.transfers.create({
    amount: 3_000,
    currency: 'gbp',
    destination: account,
    source_transaction: charge,
  })
  const reversal = await stripe.transfers.createReversal(transfer.id, { amount: 500 })
  const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 500 })
  const { id } = double.books.openDispute(intent.id, 4_500)
  double.books.settle()
  const payout = await stripe.payouts.create({ amount: 1_000, currency: 'gbp' }, { stripeAccount: account })
  const customer = await stripe.customers.create({ email: 'ana@example.com' })
  const { id: setupId } = await stripe.setupIntents.create({ customer: customer.id })
  const setup = await stripe.setupIntents.confirm(setupId, { payment_method: 'pm_card_visa', return_url })
  const seen = [
    intent,
    customer,
    setup,
    await stripe.paymentMethods.detach(String(setup.payment_method)),
    transfer,
    reversal,
    refund,
    payout,
    await stripe.charges.retrieve(charge),
    await stripe.accounts.retrieve(account),
    await stripe.disputes.retrieve(id),
    await stripe.balance.retrieve(),
    await stripe.accountLinks.create({ account, type: 'account_onboarding' }),
    ...(await stripe.balanceTransactions.list({ limit: 100 })).data,
    ...double.books.events,
  ]
  expect(seen.map((one) => [one.object, differences({ ...one })])).toEqual(seen.map((one) => [one.object, []]))
})

test('an idempotency key always returns its first response, even an error; only calls that did not start are not stored', async () => {
  const make = (idempotencyKey: string, amount = 700) =>
    stripe.paymentIntents.create({ amount, currency: 'gbp' }, { idempotencyKey })
  const key = randomUUID()
  const first = await make(key)
  const again = await make(key)
  expect([again.id, again.lastResponse.headers['idempotent-replayed']]).toEqual([first.id, 'true'])
  expect(await no(make(key, 800))).toEqual({ status: 400, code: 'idempotency_error' })
  for (const [trouble, status, kept] of [
    ['fault', 500, true],
    ['limit', 429, false],
    ['down', 503, false],
  ] as const) {
    const key = randomUUID()
    double.trouble(/payment_intents$/, trouble)
    expect(await no(make(key))).toMatchObject({ status })
    expect(await no(make(key))).toEqual(kept ? { status, code: 'api_error' } : null)
  }
  const done = double.books.intents.size
  double.trouble(/payment_intents$/, 'faultDone')
  expect(await no(make(randomUUID()))).toMatchObject({ status: 500 })
  expect(double.books.intents.size).toBe(done + 1)
  // After a day Stripe may have deleted the key.
  double.forgetKeys()
  expect((await make(key)).id).not.toBe(first.id)
})

test('a concurrent call with the same key returns a conflict', async () => {
  const key = randomUUID()
  let free = () => {}
  double.before = () => new Promise<void>((resolve) => (free = resolve))
  const make = () => stripe.paymentIntents.create({ amount: 700, currency: 'gbp' }, { idempotencyKey: key })
  const first = make()
  await expect.poll(() => double.calls.at(-1)).toContain('payment_intents')
  await expect.poll(() => no(make())).toEqual({ status: 409, code: 'idempotency_key_in_use' })
  double.before = () => {}
  free()
  expect((await first).amount).toBe(700)
})

test('money is available only after it has settled, but a transfer from its own charge can be made before', async () => {
  const account = await artist()
  const [held, theirs] = [double.books.balances.of(PLATFORM, 'gbp'), double.books.balances.of(account, 'gbp')]
  const before = held.available
  const intent = await paid(10_000)
  const fee = double.books.feeOf(10_000)
  expect(held.available).toBe(before)
  const send = (amount: number, more: Partial<Stripe.TransferCreateParams> = {}) =>
    stripe.transfers.create({ amount, currency: 'gbp', destination: account, ...more })
  expect(await no(send(Math.max(before, 0) + 1))).toEqual({ status: 400, code: 'balance_insufficient' })
  const source = { source_transaction: String(intent.latest_charge) }
  await send(6_000, source)
  expect(await no(send(4_001, source))).toMatchObject({ status: 400 })
  expect(await no(send(10, { ...source, currency: 'usd' }))).toMatchObject({ status: 400 })
  const payOut = () => stripe.payouts.create({ amount: 6_000, currency: 'gbp' }, { stripeAccount: account })
  expect(await no(payOut())).toEqual({ status: 400, code: 'balance_insufficient' })
  expect(theirs).toEqual({ available: 0, pending: 6_000 })
  double.books.settle()
  expect(held.available).toBeGreaterThanOrEqual(before + 4_000 - fee)
  const { id } = await payOut()
  double.books.connected.endPayout(id, 'failed')
  expect(theirs.available).toBe(6_000)
  expect(double.books.events.at(-1)).toMatchObject({ type: 'payout.failed', account })
})

test('transfers fail across borders and to accounts that are not ready, and reversals fail from empty accounts', async () => {
  await paid(50_000)
  double.books.settle()
  const send = (destination: string) => stripe.transfers.create({ amount: 100, currency: 'gbp', destination })
  expect(await no(send(await artist('US')))).toEqual({ status: 400, code: 'transfers_not_allowed' })
  const { id } = await stripe.accounts.create({ type: 'express', country: 'GB' })
  expect(await no(send(id))).toEqual({ status: 400, code: 'insufficient_capabilities_for_transfer' })
  const account = await artist()
  const sent = await send(account)
  await stripe.payouts.create({ amount: 100, currency: 'gbp' }, { stripeAccount: account })
  expect(await no(stripe.transfers.createReversal(sent.id))).toEqual({ status: 400, code: 'balance_insufficient' })
})

test('a dispute debits its amount and a fee, and can be answered once', async () => {
  const intent = await paid()
  const before = double.books.balances.of(PLATFORM, 'gbp').available
  const { id } = double.books.openDispute(intent.id, 3_000)
  expect(double.books.balances.of(PLATFORM, 'gbp').available).toBe(before - 3_000 - double.books.disputeFee)
  const staged = await stripe.disputes.update(id, { evidence: { uncategorized_text: 'a' }, submit: false })
  expect([staged.status, staged.evidence_details.submission_count]).toEqual(['needs_response', 0])
  expect((await stripe.disputes.update(id, { evidence: { service_date: '1 May' } })).status).toBe('under_review')
  expect(await no(stripe.disputes.update(id, { evidence: { service_date: '2 May' } }))).toMatchObject({ status: 400 })
  expect(await no(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({ code: 'charge_disputed' })
  double.books.closeDispute(id, 'won')
  expect(double.books.balances.of(PLATFORM, 'gbp').available).toBe(before - double.books.disputeFee)
})

test('an intent that may redirect needs a return URL, also with a saved card', async () => {
  const intent = (more: object) => stripe.paymentIntents.create({ amount: 5_000, currency: 'gbp', ...more })
  const { id } = await intent({ automatic_payment_methods: { enabled: true } })
  expect(await no(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }))).toMatchObject({ status: 400 })
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa', return_url })
  const { id: stays } = await intent({ automatic_payment_methods: { enabled: true, allow_redirects: 'never' } })
  expect((await stripe.paymentIntents.confirm(stays, { payment_method: 'pm_card_visa' })).status).toBe('succeeded')
})

test('a saved card pays only for its own customer, and not after it was detached', async () => {
  const [one, other] = [await stripe.customers.create(), await stripe.customers.create()]
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: one.id })
  const pay = async (customer?: string) => {
    const { id } = await stripe.paymentIntents.create({ amount: 5_000, currency: 'gbp' })
    if (customer) await stripe.paymentIntents.update(id, { customer })
    return stripe.paymentIntents.confirm(id, { payment_method: card.id, off_session: true, return_url })
  }
  expect((await pay(one.id)).status).toBe('succeeded')
  expect(await no(pay(other.id))).toMatchObject({ status: 400 })
  expect(await no(pay())).toMatchObject({ status: 400 })
  await stripe.paymentMethods.detach(card.id)
  expect(await no(stripe.paymentMethods.detach(card.id))).toMatchObject({ status: 400 })
  expect(await no(pay(one.id))).toMatchObject({ status: 400 })
})

test('a card that needs authentication is declined off-session, and challenged on-session', async () => {
  const { id: customer } = await stripe.customers.create()
  const card = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer })
  const { id } = await stripe.paymentIntents.create({ amount: 5_000, currency: 'gbp', customer })
  const asked = { payment_method: card.id, return_url }
  expect(await no(stripe.paymentIntents.confirm(id, { ...asked, off_session: true }))).toEqual({
    status: 402,
    code: 'authentication_required',
  })
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
    status: 'requires_payment_method',
    payment_method: null,
    last_payment_error: { code: 'authentication_required' },
  })
  expect((await stripe.paymentIntents.confirm(id, asked)).status).toBe('requires_action')
})
