import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPayment, refundPayment, registerPayable, releaseEarnings } from '#server/payments/index.ts'
import { answerLastDay } from '#server/payments/dispute-evidence.ts'
import { handleWebhookEvent, processStoredEvents } from '#server/payments/events.ts'
import { findUnbalanced } from '#server/payments/ledger.queries.ts'
import { readLinesOf, notifyHeldFunds } from '#server/payments/ledger-check.ts'
import { getBankBooks } from '#server/payments/operator-payments.ts'
import { openPayout, sendPayouts } from '#server/payments/payouts.ts'
import { createApi } from '#server/api.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { clearTestTown, createTestProvider } from '#server/testing/providers.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'
import { StripeDouble } from './stripe-double.ts'
import { sendAll } from './send-all.ts'

let rig: TestRig
let double: StripeDouble
let undo = () => {}
let served: ReturnType<typeof createApi>
let artists = 0
let olu = ''

const env = () => ({
  ...rig.env,
  PAYMENTS: 'stripe' as const,
  STRIPE_API: double.url,
  STRIPE_KEY_GB: 'sk_test_double',
  STRIPE_WEBHOOK_SECRET_GB: double.secret,
  STRIPE_CONNECT_WEBHOOK_SECRET_GB: double.connectSecret,
})
let record = 'The run sheet: 09:00 Ana, 10:00 Bea.'
const ctx = () => createJobContext({ ...rig, env: env() }, 'test')
const api = () => {
  const made = createApi({ ...rig, env: env() })
  undo()
  undo = registerPayable('difference', {
    authorised: async () => 'capture',
    evidence: async () => ({
      customerName: 'Ana',
      customerEmail: 'ana@example.com',
      productDescription: 'Makeup',
      serviceDate: '2027-06-12',
      cancellationPolicy: '',
      refundPolicy: '',
      text: record,
    }),
  })
  return made
}
const hear = async () => {
  for (let sent = double.webhooks(); sent.length; sent = double.webhooks())
    for (const { raw, signature } of sent)
      await handleWebhookEvent(ctx(), 'account' in JSON.parse(raw) ? 'stripe-accounts' : 'stripe', raw, signature)
}

beforeAll(async () => {
  rig = await openRig()
  const { id } = await rig.database.db
    .selectFrom('account')
    .select('id')
    .where('email', '=', 'olu@primp.test')
    .executeTakeFirstOrThrow()
  olu = await rig.sessionOf(id)
})
beforeEach(async () => {
  double = await StripeDouble.open()
  double.books.now = () => Math.floor(rig.clock().getTime() / 1000)
  served = api()
  rig.at(testNow)
})
afterAll(async () => {
  undo()
  rig.at(testNow)
  const { db } = rig.database
  await db.deleteFrom('alarm').where('kind', 'like', 'payments.%').execute()
  await db.deleteFrom('bank_line').execute()
  await db.deleteFrom('setting').where('key', 'like', 'payments.linesReadUntil.%').execute()
  await rig.database.exec(`begin; set local primp.retention = 'on';
    create temp table kept on commit drop as select id from ledger_movement where fact like 'fee:%' or fact like 'line:%';
    delete from ledger_entry where movement_id in (select id from kept);
    delete from ledger_movement where id in (select id from kept); commit`)
  await clearTestTown(rig)
  await double.close()
})

async function artist() {
  const { id: providerId } = await createTestProvider(rig, { slug: `books-${++artists}` })
  const { id: account } = double.books.connected.openAccount(new URLSearchParams())
  double.books.connected.complete(account, '6789')
  await rig.database.db
    .updateTable('payout_account')
    .set({ gateway: 'stripe', gateway_id: account, state: 'ready' })
    .where('provider_id', '=', providerId)
    .execute()
  return providerId
}
async function paid(providerId: string) {
  const ref = randomUUID()
  const payment = await openPayment(ctx(), {
    kind: 'difference',
    ref,
    accountId: null,
    providerId,
    countryCode: 'GB',
    currency: 'GBP',
    amountMinor: 5_000,
    feeMinor: 1_500,
    description: 'Wedding',
    email: 'ana@example.com',
  })
  double.books.answer(
    'POST',
    `/v1/payment_intents/${payment.gateway_id}/confirm`,
    new URLSearchParams({ payment_method: 'pm_card_visa', return_url: 'https://primp.example/' }),
  )
  await hear()
  await sendAll(ctx())
  await hear()
  await ctx().transaction((ctx) => releaseEarnings(ctx, { providerId, ref }))
  return payment
}
const books = async () => {
  await readLinesOf(ctx(), 'GB')
  return getBankBooks(ctx(), { month: '2026-11', country: 'GB' })
}

// Not shuffled, because the second test makes the books differ.
describe('Monthly reconciliation', { shuffle: false }, () => {
  test('a month of payments, refunds, payouts, reversals, disputes and fees agrees with the provider to the penny', async () => {
    const providerId = await artist()
    const [first, second, third] = [await paid(providerId), await paid(providerId), await paid(providerId)]
    await openPayout(ctx(), providerId, 'GBP')
    await sendPayouts(ctx())
    await ctx().transaction((ctx) =>
      refundPayment(ctx, {
        paymentId: first.id,
        amountMinor: 1_001,
        feeBackMinor: 300,
        reason: 'x',
        fact: randomUUID(),
      }),
    )
    await sendAll(ctx())
    await sendPayouts(ctx())
    const given = double.books.refundInDashboard(second.gateway_id ?? '', 500)
    await hear()
    double.books.endRefund(given.id, 'failed')
    const { id } = double.books.openDispute(third.gateway_id ?? '', 2_000)
    double.books.closeDispute(id, 'lost')
    double.books.settle()
    double.books.balances.write('platform', { type: 'topup', amount: 5_000, currency: 'gbp', source: 'tu_1' })
    double.books.connected.payOut('platform', new URLSearchParams({ amount: '300', currency: 'gbp' }))
    await hear()
    await sendPayouts(ctx())
    await hear()
    const seen = await books()
    expect(seen.differences).toEqual([])
    const theirs = double.books.balances.linesOf('platform').reduce((sum, { net }) => sum + net, 0)
    expect(seen.totals).toEqual([{ currency: 'GBP', service: theirs / 100, ledger: theirs / 100 }])
    expect(seen.kinds.map(({ category }) => category)).toEqual([
      'charge',
      'dispute',
      'payout',
      'refund',
      'refund_failure',
      'topup',
      'transfer',
      'transfer_reversal',
    ])
    expect(await findUnbalanced(rig.database.db)).toEqual([])
    // Reading again adds nothing.
    expect((await books()).totals).toEqual(seen.totals)
  })

  test('entries that only one side knows and different amounts are listed by name', async () => {
    const providerId = await artist()
    const payment = await paid(providerId)
    // The provider has an unknown payment, and lacks one of ours.
    const charge = double.books.balances.linesOf('platform').at(-1)
    if (!charge) throw new Error('a line was to come')
    double.books.balances.write('platform', { type: 'charge', amount: 900, currency: 'gbp', source: 'ch_unknown' })
    charge.source = 'ch_another'
    rig.at(new Date(testNow.getTime() + 60_000))
    const { differences } = await books()
    expect(differences.map(({ name, why, service, ledger }) => [name, why, service, ledger])).toEqual(
      expect.arrayContaining([
        ['ch_unknown', 'not_in_ledger', 9, 0],
        [expect.stringMatching(/^ch_/), 'not_at_service', 0, 50],
      ]),
    )
    expect(differences.find(({ why }) => why === 'not_at_service')?.payment?.number).toBe(String(payment.number))
    const shown = await rig.call('/v1/operator/bank-books?month=2026-11&country=GB', { bearer: olu })
    expect(shown.body.data.differences).toHaveLength(differences.length)
    expect((await rig.call('/v1/operator/bank-books?month=2026-13&country=GB', { bearer: olu })).status).toBe(400)
    expect((await rig.call('/v1/operator/bank-books?month=2026-11&country=GB')).status).toBe(401)
  })

  test("money for a job beyond the provider's holding period is listed, and operators are notified a week before its end", async () => {
    const providerId = await artist()
    await paid(providerId)
    rig.at(new Date(testNow.getTime() + 84 * 86_400_000))
    await notifyHeldFunds(ctx())
    const alarm = await rig.database.db
      .selectFrom('alarm')
      .select(['subject_id'])
      .where('kind', '=', 'payments.holding')
      .executeTakeFirst()
    expect(alarm).toEqual({ subject_id: 'GB GBP' })
    expect((await getBankBooks(ctx(), { month: '2026-11', country: 'GB' })).beyondHolding).toEqual([])
    rig.at(new Date(testNow.getTime() + 91 * 86_400_000))
    const [held] = (await getBankBooks(ctx(), { month: '2026-11', country: 'GB' })).beyondHolding
    expect(held?.amount).toBeGreaterThanOrEqual(35)
  })

  test('a charge-back is announced immediately with the evidence, and answered once, by an operator or on its last day', async () => {
    const providerId = await artist()
    const payments = [await paid(providerId), await paid(providerId)]
    const opened = payments.map(({ gateway_id }) => double.books.openDispute(gateway_id ?? '', 2_000).id)
    await hear()
    const list = (await rig.call('/v1/operator/charge-backs?state=open', { bearer: olu })).body.data.chargeBacks
    const [one] = list.filter(({ payment }: { payment: { id: string } }) => payment.id === payments[0]?.id)
    expect(one).toMatchObject({ amount: 20, fee: 20, state: 'open' })
    const told = await rig.database.db
      .selectFrom('outbox')
      .select('kind')
      .where('kind', '=', 'op.charge_back')
      .execute()
    expect(told.length).toBeGreaterThan(0)
    const shown = await rig.call(`/v1/operator/charge-backs/${one.id}`, { bearer: olu })
    expect(shown.body.data.evidence.text).toContain('The run sheet: 09:00 Ana')
    expect((await rig.call(`/v1/operator/charge-backs/${randomUUID()}`, { bearer: olu })).body.code).toBe('not_found')
    expect((await rig.call(`/v1/operator/charge-backs/${one.id}`)).status).toBe(401)
    const answer = (key: string, changes: Record<string, string> = {}) =>
      served.request(
        `/v1/operator/charge-backs/${one.id}/answer`,
        {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            origin: rig.env.publicUrl,
            authorization: `Bearer ${olu}`,
            cookie: rig.cookieOf(olu),
            'idempotency-key': key,
          },
          body: JSON.stringify({ ...shown.body.data.evidence, ...changes }),
        },
        { address: '127.0.0.1' },
      )
    const key = randomUUID()
    // Each field is within the limits of the service; what it rejects all the same is corrected and sent again.
    expect((await answer(key, { text: 'x'.repeat(20_001) })).status).toBe(400)
    const there = () => double.books.disputes.find(({ id }) => id === opened[0])
    double.books.pageLimit = 1
    const rejected = await answer(key, { text: `She was there.\n\n${'x'.repeat(10_000)}` })
    expect(((await rejected.json()) as { code: string }).code).toBe('evidence_rejected')
    double.books.pageLimit = 19
    expect((await rig.call(`/v1/operator/charge-backs/${one.id}`, { bearer: olu })).body.data.chargeBack).toMatchObject(
      {
        state: 'open',
        rejection: 'The evidence has more pages than the card network accepts.',
      },
    )
    expect((await answer(key, { text: 'She was there.' })).status).toBe(200)
    expect([there()?.status, there()?.evidence_details.submission_count]).toEqual(['under_review', 1])
    expect(there()?.evidence.uncategorized_text).toBe('She was there.')
    // The same call again is the same answer; another one comes too late.
    expect((await answer(key, { text: 'She was there.' })).status).toBe(200)
    expect(((await (await answer(randomUUID())).json()) as { code: string }).code).toBe('state_changed')
    // A record longer than a text field goes along as a PDF. Rejected evidence waits for an operator, with an alarm.
    record = `The run sheet: 09:00 Ana.\n${'She was there at nine. '.repeat(1_500)}`
    rig.at(new Date(testNow.getTime() + 6.5 * 86_400_000))
    double.books.pageLimit = 1
    await answerLastDay(ctx())
    double.books.pageLimit = 19
    await answerLastDay(ctx())
    expect(double.books.disputes.find(({ id }) => id === opened[1])?.status).toBe('needs_response')
    const alarms = rig.database.db.selectFrom('alarm').select('values').where('kind', '=', 'payments.evidence')
    expect((await alarms.executeTakeFirst())?.values).toMatchObject({
      why: 'The evidence has more pages than the card network accepts.',
    })
    const other = list.find(({ payment }: { payment: { id: string } }) => payment.id === payments[1]?.id)
    await rig.database.db.updateTable('charge_back').set({ evidence_error: '' }).where('id', '=', other.id).execute()
    await answerLastDay(ctx())
    const file = double.books.disputes.find(({ id }) => id === opened[1])?.evidence.service_documentation
    expect(double.books.files.map(({ id, purpose, type }) => [id, purpose, type])).toEqual([
      [file, 'dispute_evidence', 'pdf'],
    ])
    expect(double.books.disputes.find(({ id }) => id === opened[1])?.status).toBe('under_review')
  })

  test('two hundred concurrent events are each stored and acknowledged immediately, and processed afterwards', async () => {
    const providerId = await artist()
    const payment = await paid(providerId)
    const intent = double.books.intents.get(payment.gateway_id ?? '')
    for (let n = 0; n < 200; n++) double.books.happen('payment_intent.succeeded', intent)
    const sent = double.webhooks()
    const post = async ({ raw, signature }: { raw: string; signature: string }) => {
      const at = performance.now()
      const { status } = await served.request(
        '/v1/payments/events/stripe',
        { method: 'POST', headers: { 'stripe-signature': signature, 'content-type': 'application/json' }, body: raw },
        { address: '127.0.0.1' },
      )
      return { status, ms: performance.now() - at }
    }
    const [warm, ...rest] = sent
    if (warm) await post(warm)
    const started = performance.now()
    const used = process.cpuUsage()
    const answers = await Promise.all(rest.map(post))
    const { user, system } = process.cpuUsage(used)
    const ms = answers.map((answer) => answer.ms).sort((a, b) => a - b)
    // Measured in CPU time, independent of other load.
    if (process.env['PROVE'])
      process.stderr.write(
        `events: ${(ms.at(-1) ?? 0).toFixed(1)} ms the slowest of 199 at once, ${(performance.now() - started).toFixed(1)} ms all, ${((user + system) / 1_000 / rest.length).toFixed(2)} ms of processor each\n`,
      )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((user + system) / 1_000 / rest.length).toBeLessThan(10)
    const waiting = () =>
      rig.database.db
        .selectFrom('payment_event')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('worked_at', 'is', null)
        .executeTakeFirstOrThrow()
    for (let round = 0; round < 50 && Number((await waiting()).n) > 0; round++) await processStoredEvents(ctx())
    expect(Number((await waiting()).n)).toBe(0)
    // Wrong signature, wrong secret, and no endpoint.
    double.books.happen('payment_intent.succeeded', intent)
    const [event] = double.webhooks()
    if (!event) throw new Error('an event was to come')
    expect((await post({ ...event, signature: 'x' })).status).toBe(400)
    const wrongDoor = await served.request(
      '/v1/payments/events/stripe-accounts',
      { method: 'POST', headers: { 'stripe-signature': event.signature }, body: event.raw },
      { address: '127.0.0.1' },
    )
    expect(wrongDoor.status).toBe(400)
  }, 30_000)
})
