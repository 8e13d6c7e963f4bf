import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPayment, refundPayment, registerPayable, releaseEarnings } from '#server/payments/index.ts'
import { handleWebhookEvent } from '#server/payments/events.ts'
import { findUnbalanced, getOwedSums } from '#server/payments/ledger.queries.ts'
import { openPayout, sendPayouts } from '#server/payments/payouts.ts'
import type { Context } from '#server/platform/context.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { clearTestTown, createTestProvider } from '#server/testing/providers.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'
import { StripeDouble, type Trouble } from './stripe-double.ts'
import { sendAll } from './send-all.ts'

let rig: TestRig
let double: StripeDouble
let undo = () => {}
let [minutes, artists] = [0, 0]

beforeAll(async () => {
  rig = await openRig()
  double = await StripeDouble.open()
  double.books.now = () => Math.floor(now().getTime() / 1000)
  undo = registerPayable('difference', { authorised: async () => 'capture' })
})
beforeEach(async () => {
  double.calm()
  double.webhooks()
  await rig.database.db.deleteFrom('alarm').where('kind', 'like', 'payments.%').execute()
  await rig.database.db.deleteFrom('outbox').where('kind', 'like', 'payout.%').execute()
})
afterAll(async () => {
  undo()
  rig.at(testNow)
  await rig.database.db.deleteFrom('alarm').where('kind', 'like', 'payments.%').execute()
  await clearTestTown(rig)
  await double.close()
})

const now = () => new Date(testNow.getTime() + minutes * 60_000)
const later = (more: number) => {
  minutes += more
  rig.at(now())
}
const ctx = (ahead = 0): Context => {
  const context = createJobContext(
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
  return ahead ? { ...context, now: new Date(context.now.getTime() + ahead) } : context
}
const hear = async () => {
  for (let sent = double.webhooks(); sent.length; sent = double.webhooks())
    for (const { raw, signature } of sent)
      await handleWebhookEvent(ctx(), 'account' in JSON.parse(raw) ? 'stripe-accounts' : 'stripe', raw, signature)
}

/** Creates an artist with an account and a due amount from each payment of £50. */
async function artist() {
  const { id: providerId } = await createTestProvider(rig, { slug: `payouts-${++artists}`, instant: true })
  const { id: account } = double.books.connected.openAccount(new URLSearchParams())
  double.books.connected.complete(account, '6789')
  await rig.database.db
    .updateTable('payout_account')
    .set({ gateway: 'stripe', gateway_id: account, state: 'ready' })
    .where('provider_id', '=', providerId)
    .execute()
  return { providerId, account }
}
async function earn(providerId: string) {
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
const giveBack = (paymentId: string, amountMinor: number) =>
  ctx().transaction((ctx) =>
    refundPayment(ctx, {
      paymentId,
      amountMinor,
      feeBackMinor: Math.round(amountMinor * 0.3),
      reason: 'Cancelled',
      fact: randomUUID(),
    }),
  )
const open = (providerId: string) => openPayout(ctx(), providerId, 'GBP')
const send = (ahead = 0) => sendPayouts(ctx(ahead))
/** A process killed between the provider's response and the database write. */
const die = (): Promise<void> =>
  new Promise((dead) => {
    const killed: Context['transaction'] = () => {
      dead()
      return new Promise(() => {})
    }
    void sendPayouts({ ...ctx(), transaction: killed }).then(dead)
  })
const sentTo = (account: string) =>
  double.books.transfers.filter(({ destination }) => destination === account).map(({ amount }) => amount)
const bankHas = (account: string) =>
  double.books.connected.payouts
    .filter((p) => p.account === account && p.status !== 'failed')
    .map(({ amount }) => amount)
const payoutAt = (account: string) => double.books.connected.payouts.find((p) => p.account === account)
const payoutsOf = (providerId: string) =>
  rig.database.db.selectFrom('payout').selectAll().where('provider_id', '=', providerId).orderBy('created_at').execute()
const statesOf = async (providerId: string) => (await payoutsOf(providerId)).map(({ state }) => state)
const providerOf = (id: string) =>
  rig.database.db
    .selectFrom('provider')
    .select(['payouts_ready', 'instant_booking'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const noticesOf = async (kind: string) =>
  (await rig.database.db.selectFrom('outbox').select('kind').where('kind', '=', kind).execute()).length
const alarmsOf = async (kind: string) =>
  (await rig.database.db.selectFrom('alarm').select('id').where('kind', '=', kind).execute()).length

test('each of four artists is paid once, however slow the provider is and however many processes send payouts', async () => {
  const four = [await artist(), await artist(), await artist(), await artist()]
  for (const { providerId } of four) {
    await earn(providerId)
    await open(providerId)
  }
  // Each call outlasts the claims, so that a second process takes over.
  let held: (() => void)[] = []
  double.before = (call) =>
    call === 'POST /v1/transfers' ? new Promise<void>((free) => held.push(free)) : Promise.resolve()
  const first = send()
  await expect.poll(() => held.length).toBe(1)
  later(3)
  const second = send()
  double.before = () => {}
  await second
  for (const free of held) free()
  held = []
  await first
  later(3)
  await send()
  for (const { account, providerId } of four) {
    expect(sentTo(account)).toEqual([3_500])
    expect((await getOwedSums(rig.database.db, providerId))[0]?.earned).toBe(0)
  }
}, 30_000)

test('each part is transferred from its own charge before settlement; the artist is notified, and paid once the bank confirms', async () => {
  const { providerId, account } = await artist()
  const payments = [await earn(providerId), await earn(providerId)]
  await open(providerId)
  await send()
  const transfers = double.books.transfers.filter(({ destination }) => destination === account)
  expect(transfers.map(({ transfer_group, amount }) => [transfer_group, amount]).sort()).toEqual(
    payments.map(({ id }) => [`payment:${id}`, 3_500]).sort(),
  )
  for (const { source_transaction } of transfers) expect(source_transaction).toMatch(/^ch_/)
  expect([await statesOf(providerId), bankHas(account)]).toEqual([['sent'], []])
  double.books.settle()
  await hear()
  await send()
  expect([await statesOf(providerId), bankHas(account)]).toEqual([['sent'], [7_000]])
  double.books.connected.endPayout(payoutAt(account)?.id ?? '', 'paid')
  await hear()
  expect(await statesOf(providerId)).toEqual(['paid'])
})

test('a returned transfer is reported to the artist, and sent again once their details are correct', async () => {
  const { providerId, account } = await artist()
  await earn(providerId)
  await open(providerId)
  await send()
  double.books.settle()
  await hear()
  await send()
  const payout = payoutAt(account)
  double.books.connected.endPayout(payout?.id ?? '', 'paid')
  double.books.connected.endPayout(payout?.id ?? '', 'failed')
  await hear()
  expect(await statesOf(providerId)).toEqual(['failed'])
  expect(await providerOf(providerId)).toEqual({ payouts_ready: false, instant_booking: false })
  // Nothing is due twice.
  expect(await open(providerId)).toBeNull()
  later(5)
  double.books.connected.complete(account, '1111')
  await hear()
  await send()
  expect([await statesOf(providerId), bankHas(account), sentTo(account)]).toEqual([['sent'], [3_500], [3_500]])
})

test('too low a platform balance alerts the operators, not the artist', async () => {
  const { providerId, account } = await artist()
  await earn(providerId)
  double.books.settle()
  await hear()
  // The platform's balance is paid out to its own bank.
  const held = double.books.balances.of('platform', 'gbp')
  const swept = held.available
  held.available = 0
  await open(providerId)
  await send()
  expect([await statesOf(providerId), sentTo(account)]).toEqual([['queued'], []])
  expect(await providerOf(providerId)).toEqual({ payouts_ready: true, instant_booking: true })
  expect([await noticesOf('payout.failed'), await alarmsOf('payments.short')]).toEqual([0, 1])
  held.available = swept
  later(1)
  double.books.happen('balance.available', double.books.balances.shown('platform'))
  await hear()
  // The rejected key is replaced, and the transfer is sent once.
  await send()
  expect(sentTo(account)).toEqual([3_500])
})

test('operators see a refusal that concerns the platform, and artists one that concerns their account', async () => {
  const { providerId, account } = await artist()
  await earn(providerId)
  await open(providerId)
  double.books.connected.country = 'US'
  await send()
  double.books.connected.country = 'GB'
  expect([await statesOf(providerId), await noticesOf('payout.failed')]).toEqual([['failed'], 0])
  expect([await alarmsOf('payments.refused'), (await providerOf(providerId)).instant_booking]).toEqual([1, true])
  await open(providerId)
  double.books.connected.restrict(account, 'requirements.past_due')
  await send()
  expect([await statesOf(providerId), await providerOf(providerId)]).toEqual([
    ['failed', 'failed'],
    { payouts_ready: false, instant_booking: false },
  ])
  expect((await getOwedSums(rig.database.db, providerId))[0]?.earned).toBe(3_500)
})

test("a refund after the payout is reversed from the artist's account; if that is empty, earnings of the next job cover it", async () => {
  const { providerId, account } = await artist()
  const first = await earn(providerId)
  await open(providerId)
  await send()
  await giveBack(first.id, 2_000)
  await sendAll(ctx())
  await send()
  await hear()
  const [transfer] = double.books.transfers.filter(({ destination }) => destination === account)
  expect(transfer?.amount_reversed).toBe(1_400)
  expect((await getOwedSums(rig.database.db, providerId))[0]?.earned).toBe(0)
  double.books.settle()
  await hear()
  later(400)
  await send()
  expect(bankHas(account)).toEqual([2_100])
  // Everything has been paid out: later refunds are owed.
  await giveBack(first.id, 1_000)
  await send()
  expect((await getOwedSums(rig.database.db, providerId))[0]?.earned).toBe(-700)
  await earn(providerId)
  await open(providerId)
  await send()
  expect(sentTo(account)).toEqual([3_500, 2_800])
  later(1_500)
  await send()
  expect((await getOwedSums(rig.database.db, providerId))[0]?.earned).toBe(0)
  expect(await findUnbalanced(rig.database.db)).toEqual([])
})

test('the disputed part of an amount is not paid out until the bank has decided; the rest is paid out', async () => {
  const { providerId, account } = await artist()
  const [disputed] = [await earn(providerId), await earn(providerId)]
  const { id } = double.books.openDispute(disputed?.gateway_id ?? '', 3_000)
  await hear()
  await open(providerId)
  await send()
  // £21 of the disputed £30 belong to the artist.
  expect(sentTo(account).reduce((sum, amount) => sum + amount, 0)).toBe(4_900)
  expect(await alarmsOf('payments.charge_back')).toBe(1)
  double.books.closeDispute(id, 'lost')
  await hear()
  expect((await getOwedSums(rig.database.db, providerId))[0]?.earned).toBe(0)
  expect(await open(providerId)).toBeNull()
  expect(await findUnbalanced(rig.database.db)).toEqual([])
})

test("refunds and reversals made in the provider's dashboard, and a failed refund, are recorded", async () => {
  const { providerId, account } = await artist()
  const payment = await earn(providerId)
  await open(providerId)
  await send()
  const given = double.books.refundInDashboard(payment.gateway_id ?? '', 1_000)
  const [transfer] = double.books.transfers.filter(({ destination }) => destination === account)
  double.books.connected.reverse(transfer?.id ?? '', new URLSearchParams({ amount: '500' }))
  await hear()
  expect((await getOwedSums(rig.database.db, providerId))[0]?.earned).toBe(-200)
  double.books.endRefund(given.id, 'failed')
  await hear()
  const state = await rig.database.db
    .selectFrom('refund')
    .select('state')
    .where('gateway_id', '=', given.id)
    .executeTakeFirst()
  expect(state).toEqual({ state: 'failed' })
  expect(await findUnbalanced(rig.database.db)).toEqual([])
})

const trouble = fc.constantFrom<Trouble>('lose', 'fault', 'faultDone', 'drop', 'limit', 'down')
const path = fc.constantFrom('transfers', 'payouts', 'refunds', 'reversals')
const step = fc.oneof(
  fc.record({ do: fc.constant('trouble' as const), trouble, path, times: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constant('earn' as const) }),
  fc.record({ do: fc.constant('refund' as const), minor: fc.integer({ min: 1, max: 3_000 }) }),
  fc.record({ do: fc.constant('open' as const) }),
  fc.record({ do: fc.constant('send' as const) }),
  fc.record({ do: fc.constant('send twice' as const) }),
  fc.record({ do: fc.constant('send too long' as const) }),
  fc.record({ do: fc.constant('die' as const) }),
  fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 90 }) }),
  fc.record({ do: fc.constant('settle' as const) }),
  fc.record({ do: fc.constant('hear' as const) }),
  fc.record({ do: fc.constant('lose words' as const) }),
  fc.record({ do: fc.constant('short' as const) }),
)

test(
  'for any failures in any order each artist is paid once, and both ledgers agree',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
        double.calm()
        double.webhooks()
        const { providerId, account } = await artist()
        const payments = [await earn(providerId)]
        const held = double.books.balances.of('platform', 'gbp')
        let swept = 0
        for (const one of steps) {
          if (one.do === 'trouble') double.trouble(new RegExp(`POST .*${one.path}$`), one.trouble, one.times)
          if (one.do === 'earn') payments.push(await earn(providerId))
          if (one.do === 'refund') {
            const last = payments.at(-1)
            if (last) await giveBack(last.id, one.minor).catch(() => {})
            await sendAll(ctx())
          }
          if (one.do === 'open') await open(providerId)
          if (one.do === 'send') await send()
          if (one.do === 'send twice') await Promise.all([send(), send()])
          if (one.do === 'send too long') {
            // A process hangs while its claims expire, and another takes over.
            const slow = send()
            later(3)
            await Promise.all([slow, send()])
          }
          if (one.do === 'die') {
            // The response is never saved, and the claim is not released.
            await die()
            later(3)
          }
          if (one.do === 'wait') later(one.minutes)
          if (one.do === 'settle') double.books.settle()
          if (one.do === 'hear') await hear()
          if (one.do === 'lose words') double.webhooks()
          if (one.do === 'short') {
            swept += held.available
            held.available = 0
          }
          expect(await findUnbalanced(rig.database.db)).toEqual([])
        }
        held.available += swept
        double.calm()
        for (let round = 0; round < 8; round++) {
          double.books.settle()
          later(round < 3 ? 70 : 1_500)
          await hear()
          await sendAll(ctx())
          await open(providerId)
          await send()
          for (const { id, account: whose, status } of double.books.connected.payouts)
            if (whose === account && status === 'pending') double.books.connected.endPayout(id, 'paid')
        }
        await hear()
        // The provider's books: all transfers to the artist's account, all of it in their bank.
        const theirs = double.books.transfers.filter(({ destination }) => destination === account)
        const reached = theirs.reduce((sum, t) => sum + t.amount - t.amount_reversed, 0)
        const paidFor = await rig.database.db
          .selectFrom('payment')
          .select(['id', 'amount_minor', 'refunded_minor', 'fee_minor', 'fee_refunded_minor'])
          .where('provider_id', '=', providerId)
          .where('state', '=', 'captured')
          .execute()
        const due = paidFor.reduce(
          (sum, p) => sum + p.amount_minor - p.refunded_minor - p.fee_minor + p.fee_refunded_minor,
          0,
        )
        const [owed] = await getOwedSums(rig.database.db, providerId)
        expect(reached + Number(owed?.earned ?? 0)).toBe(due)
        // Only owed amounts that were already paid out may be missing.
        expect(Number(owed?.earned ?? 0)).toBeLessThanOrEqual(0)
        expect(bankHas(account).reduce((sum, amount) => sum + amount, 0)).toBe(reached)
        expect((await payoutsOf(providerId)).every(({ state }) => state === 'paid' || state === 'failed')).toBe(true)
        const back = double.books.refunds
          .filter((r) => payments.some(({ gateway_id }) => gateway_id === r.payment_intent))
          .reduce((sum, r) => sum + r.amount, 0)
        expect(back).toBe(paidFor.reduce((sum, { refunded_minor }) => sum + refunded_minor, 0))
        const booked = await rig.database.db
          .selectFrom('ledger_entry')
          .innerJoin('ledger_movement', 'ledger_movement.id', 'movement_id')
          .select((eb) => eb.fn.sum<number>('amount_minor').as('minor'))
          .where('account', '=', 'bank')
          .where('provider_id', '=', providerId)
          .executeTakeFirst()
        expect(Number(booked?.minor ?? 0)).toBe(5_000 * payments.length - back - reached)
      }),
      {
        numRuns: process.env['PROVE'] ? 300 : 10,
        // A penny reversed during one payout came out of the other's money.
        examples: [
          [
            [
              { do: 'open' },
              { do: 'earn' },
              { do: 'send' },
              { do: 'settle' },
              { do: 'open' },
              { do: 'refund', minor: 1 },
              { do: 'send too long' },
              { do: 'trouble', trouble: 'lose', path: 'transfers', times: 1 },
              { do: 'send too long' },
            ],
          ],
        ],
      },
    )
  },
  process.env['PROVE'] ? 1_800_000 : 60_000,
)
