import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getAccountId } from '#server/testing/clients.ts'
import { clearTestTown, createTestProvider } from '#server/testing/providers.ts'
import { openGateway } from '#server/gateways/payments/payments.ts'
import { openPayment, registerPayable } from '#server/payments/index.ts'
import { insertCard, removeSaved, updateCard } from '#server/payments/cards.queries.ts'
import { chargeSavedCard } from '#server/payments/cards.ts'
import { handleWebhookEvent } from '#server/payments/events.ts'
import { findUnbalanced } from '#server/payments/ledger.queries.ts'
import { findPaymentById } from '#server/payments/payments.queries.ts'
import type { Context } from '#server/platform/context.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { waitForBackgroundWork } from '#server/platform/work/background-work.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'
import { StripeDouble } from './stripe-double.ts'
import { sendAll } from './send-all.ts'

let rig: TestRig
let double: StripeDouble
let undo = () => {}
let ana = ''
let artists = 0

const ctx = (): Context =>
  createJobContext(
    {
      ...rig,
      env: {
        ...rig.env,
        PAYMENTS: 'stripe',
        STRIPE_API: double.url,
        STRIPE_KEY_GB: 'sk_test_double',
        STRIPE_WEBHOOK_SECRET_GB: double.secret,
        STRIPE_CONNECT_WEBHOOK_SECRET_GB: double.connectSecret,
      },
    },
    'test',
  )
beforeAll(async () => {
  rig = await openRig()
  ana = await getAccountId(rig, 'ana@primp.test')
  undo = registerPayable('difference', { authorised: async () => 'capture' })
})
beforeEach(async () => {
  rig.at(testNow)
  double = await StripeDouble.open()
  double.books.now = () => Math.floor(rig.clock().getTime() / 1000)
})
afterAll(async () => {
  expect(await findUnbalanced(rig.database.db)).toEqual([])
  undo()
  await rig.database.db.deleteFrom('payment_method').where('account_id', '=', ana).execute()
  await clearTestTown(rig)
  await double.close()
})

const hear = async () => {
  for (let sent = double.webhooks(); sent.length; sent = double.webhooks())
    for (const { raw, signature } of sent) await handleWebhookEvent(ctx(), 'stripe', raw, signature)
}
const confirm = (what: string, id: string, params: Record<string, string>) =>
  double.books.answer('POST', `/v1/${what}/${id}/confirm`, new URLSearchParams(params))

/** Ana's card, saved with Stripe's form, and a due amount. */
async function due(method: string) {
  const gateway = await openGateway(ctx(), 'stripe', 'GB')
  const whose = { accountId: ana, email: 'ana@primp.test', name: 'Ana' }
  const customerId = await gateway.createCustomer({ key: randomUUID(), ...whose })
  const setup = await gateway.createSetup({ key: randomUUID(), customerId })
  confirm('setup_intents', setup.id, { payment_method: method })
  if (method === 'pm_card_authenticationRequired') double.books.wallets.authenticateSetup(setup.id)
  const told = await gateway.retrieveSetup(setup.id)
  if (!told) throw new Error('the card was to be saved')
  const { db } = rig.database
  await removeSaved(db, ana, 'GB', testNow)
  const card = await insertCard(db, {
    account_id: ana,
    country_code: 'GB',
    gateway: 'stripe',
    customer_id: customerId,
    setup_id: setup.id,
    client_secret: setup.clientSecret,
    consent_words: 'I let Primp keep this card.',
    consent_at: testNow,
    created_at: testNow,
  })
  const { cardId: gateway_id, brand, lastFour: last_four, expires } = told
  await updateCard(db, card.id, { state: 'saved', gateway_id, brand, last_four, expires, saved_at: testNow })
  const { id: providerId } = await createTestProvider(rig, { slug: `cards-${++artists}` })
  const payable = {
    kind: 'difference' as const,
    ref: randomUUID(),
    accountId: ana,
    providerId,
    countryCode: 'GB' as const,
    currency: 'GBP',
    amountMinor: 5_000,
    feeMinor: 0,
    description: 'Wedding',
    email: 'ana@primp.test',
  }
  const payment = await openPayment(ctx(), payable)
  return {
    payment,
    take: (turn: number) => chargeSavedCard(ctx(), payable, turn),
    state: async () => (await findPaymentById(rig.database.db, payment.id))?.state,
    charges: () => [...double.books.charges.values()].map(({ amount, captured }) => [amount, captured]),
  }
}
const settled = async () => {
  await hear()
  await waitForBackgroundWork(rig.database)
  await sendAll(ctx())
  await hear()
}

test('a due balance is charged once to a saved card, with concurrent jobs and after a lost response', async () => {
  const one = await due('pm_card_visa')
  await Promise.allSettled([one.take(1), one.take(1)])
  await settled()
  expect([await one.state(), one.charges()]).toEqual(['captured', [[5_000, true]]])
  expect(await one.take(2)).toBe('taken')

  const lost = await due('pm_card_visa')
  double.trouble(/payment_intents\/\w+\/confirm/, 'lose')
  expect(await lost.take(1)).toBe('taken')
  await settled()
  expect([await lost.state(), lost.charges().length]).toEqual(['captured', 2])
  expect(await lost.take(2)).toBe('taken')
  expect(lost.charges()).toHaveLength(2)
})

test('a declined card charges nothing and can be retried; required authentication continues the same payment', async () => {
  const declined = await due('pm_card_chargeCustomerFail')
  expect(await declined.take(1)).toBe('declined')
  expect(await declined.take(2)).toBe('declined')
  await settled()
  expect([await declined.state(), declined.charges()]).toEqual(['open', []])

  const asked = await due('pm_card_authenticationRequired')
  expect(await asked.take(1)).toBe('proof')
  await settled()
  expect((await findPaymentById(rig.database.db, asked.payment.id))?.last_error).toBe('challenge')
  confirm('payment_intents', asked.payment.gateway_id ?? '', {
    payment_method: 'pm_card_threeDSecure2Required',
    return_url: 'https://primp.example/',
  })
  double.books.authenticate(asked.payment.gateway_id ?? '', true)
  await settled()
  expect([await asked.state(), asked.charges()]).toEqual(['captured', [[5_000, true]]])
})
