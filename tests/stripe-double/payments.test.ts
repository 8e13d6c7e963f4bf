import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findUnbalanced, getOwedSums } from '#server/payments/ledger.queries.ts'
import {
  captureReserved,
  releaseReserved,
  openPayment,
  findPaymentById,
  type PaymentRow,
  refundPayment,
  listRefundsOf,
  registerPayable,
  releaseEarnings,
  voidPayment,
} from '#server/payments/index.ts'
import { payOut } from '#server/payments/payouts.ts'
import { reconcilePayments, handleWebhookEvent } from '#server/payments/events.ts'
import type { Context } from '#server/platform/context.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { clearTestTown, createTestProvider } from '#server/testing/providers.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'
import { StripeDouble } from './stripe-double.ts'
import { sendAll } from './send-all.ts'

let rig: TestRig
let double: StripeDouble
let decision: 'capture' | 'void' | 'wait' = 'capture'
let said: string[] = []
let undo = () => {}
let [minutes, artists] = [0, 0]

beforeAll(async () => {
  rig = await openRig()
  double = await StripeDouble.open()
  undo = registerPayable('difference', {
    authorised: async (_, { id }) => {
      said.push(`authorised ${id}`)
      return decision
    },
    captured: async (_, { id }) => {
      said.push(`captured ${id}`)
    },
    voided: async (_, { id }) => {
      said.push(`voided ${id}`)
    },
    failed: async (_, { id, last_error }) => {
      said.push(`${last_error} ${id}`)
    },
    refunded: async (_, row) => {
      said.push(`refund ${row.state} ${row.payment_id}`)
    },
  })
})
afterEach(async () => {
  ;[decision, said] = ['capture', []]
  double.books.refundStatus = 'succeeded'
  double.calm()
  double.webhooks()
  await rig.database.exec(`update payment set next_at = null, asked_at = '2100-01-01'`)
})
afterAll(async () => {
  undo()
  rig.at(testNow)
  await clearTestTown(rig)
  await double.close()
})

const ctx = (): Context =>
  createJobContext(
    {
      ...rig,
      env: {
        ...rig.env,
        PAYMENTS: 'stripe',
        STRIPE_API: double.url,
        STRIPE_KEY_GB: 'sk_test_double',
        STRIPE_PUBLISHABLE_KEY_GB: 'pk_test',
        STRIPE_WEBHOOK_SECRET_GB: double.secret,
        STRIPE_CONNECT_WEBHOOK_SECRET_GB: double.connectSecret,
      },
    },
    'test',
  )
const later = (more: number) => {
  minutes += more
  rig.at(new Date(testNow.getTime() + minutes * 60_000))
}
const artist = async () => {
  const made = await createTestProvider(rig, { slug: `stripe-${++artists}` })
  return made.id
}
const open = async (providerId: string, ref = randomUUID()) =>
  openPayment(ctx(), {
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
const browser = (payment: PaymentRow, method: string) => {
  try {
    double.books.answer(
      'POST',
      `/v1/payment_intents/${payment.gateway_id}/confirm`,
      new URLSearchParams({ payment_method: method, return_url: 'https://primp.example/' }),
    )
  } catch {
    /* The browser shows the error. */
  }
}
const deliver = async ({ raw, signature }: { raw: string; signature: string }) => {
  const inlet = 'account' in JSON.parse(raw) ? 'stripe-accounts' : 'stripe'
  expect(await handleWebhookEvent(ctx(), inlet, raw, signature)).toBe(true)
}
const deliverAll = async () => {
  for (let sent = double.webhooks(); sent.length; sent = double.webhooks()) for (const one of sent) await deliver(one)
}
const stateOf = async ({ id }: PaymentRow) => (await findPaymentById(rig.database.db, id))?.state
const intentOf = (payment: PaymentRow) => double.books.intents.get(payment.gateway_id ?? '')

describe('With Stripe', () => {
  test('the signed event decides, not the response to the browser', async () => {
    const payment = await open(await artist())
    browser(payment, 'pm_card_visa')
    expect(await stateOf(payment)).toBe('open')
    // The site sends its own receipt.
    expect(intentOf(payment)?.receipt_email).toBeNull()
    await deliverAll()
    expect(await stateOf(payment)).toBe('capturing')
    await sendAll(ctx())
    expect([await stateOf(payment), intentOf(payment)?.status]).toEqual(['captured', 'succeeded'])
    await deliverAll()
    expect(said).toEqual([`authorised ${payment.id}`, `captured ${payment.id}`])
  })

  test('a payment that waits for others stays authorised, whatever else happens, until all are captured or voided', async () => {
    decision = 'wait'
    const id = await artist()
    const [kept, gone] = [await open(id), await open(id)]
    for (const payment of [kept, gone]) browser(payment, 'pm_card_visa')
    await deliverAll()
    await sendAll(ctx())
    later(10)
    await rig.database.exec(`update payment set asked_at = null where id in ('${kept.id}', '${gone.id}')`)
    await reconcilePayments(ctx())
    for (const payment of [kept, gone])
      expect([await stateOf(payment), intentOf(payment)?.status]).toEqual(['authorised', 'requires_capture'])
    expect(said).toEqual([kept, gone].map(({ id }) => `authorised ${id}`))
    await ctx().transaction((tx) => captureReserved(tx, [kept.ref]))
    await ctx().transaction((tx) => releaseReserved(tx, [gone.ref]))
    await sendAll(ctx())
    await deliverAll()
    expect([await stateOf(kept), intentOf(kept)?.status]).toEqual(['captured', 'succeeded'])
    expect([await stateOf(gone), intentOf(gone)?.status]).toEqual(['voided', 'canceled'])
  })

  test('a declined card, insufficient funds and failed authentication are reported', async () => {
    const payment = await open(await artist())
    browser(payment, 'pm_card_chargeDeclined')
    browser(payment, 'pm_card_chargeDeclinedInsufficientFunds')
    browser(payment, 'pm_card_threeDSecure2Required')
    double.books.authenticate(payment.gateway_id ?? '', false)
    browser(payment, 'pm_card_threeDSecure2Required')
    double.books.authenticate(payment.gateway_id ?? '', true)
    await deliverAll()
    await sendAll(ctx())
    expect(said).toEqual([
      ...['declined', 'funds', 'challenge', 'authorised', 'captured'].map((word) => `${word} ${payment.id}`),
    ])
  })

  test('late, repeated and reordered events change nothing twice and never revert a state', async () => {
    const payment = await open(await artist())
    browser(payment, 'pm_card_chargeDeclined')
    browser(payment, 'pm_card_visa')
    const [declined, authorised] = double.webhooks()
    if (!declined || !authorised) throw new Error('two events were to come')
    await deliver(authorised)
    await deliver(authorised)
    await sendAll(ctx())
    await deliverAll()
    await deliver(authorised)
    await deliver(declined)
    expect(await stateOf(payment)).toBe('captured')
    expect(said).toEqual([`authorised ${payment.id}`, `captured ${payment.id}`])
    const events = await rig.database.db
      .selectFrom('payment_event')
      .select('outcome')
      .where('payment_id', '=', payment.id)
      .orderBy('at')
      .execute()
    expect(events.map(({ outcome }) => outcome).sort()).toEqual(['late', 'late', 'moved'])
  })

  test('a missing event is replaced by fetching the payment', async () => {
    const payment = await open(await artist())
    browser(payment, 'pm_card_visa')
    double.webhooks()
    later(3)
    await reconcilePayments(ctx())
    expect(await stateOf(payment)).toBe('captured')
  })

  test('a lost response, an unavailable provider and a stored error still capture once', async () => {
    for (const trouble of ['lose', 'fault', 'drop'] as const) {
      const payment = await open(await artist())
      browser(payment, 'pm_card_visa')
      await deliverAll()
      double.trouble(/capture$/, trouble, trouble === 'drop' ? 3 : 1)
      await sendAll(ctx())
      later(5)
      await sendAll(ctx())
      expect([trouble, await stateOf(payment)]).toEqual([trouble, 'captured'])
      expect(intentOf(payment)?.amount_received).toBe(5_000)
    }
  }, 30_000)

  test('if creating a payment failed, the next attempt creates it', async () => {
    double.trouble(/POST \/v1\/payment_intents$/, 'fault')
    const [provider, ref] = [await artist(), randomUUID()]
    await expect(open(provider, ref)).rejects.toMatchObject({ code: 'payment_unreachable' })
    double.trouble(/POST \/v1\/payment_intents$/, 'lose')
    const count = double.books.intents.size
    expect((await open(provider, ref)).gateway_id).toMatch(/^pi_/)
    expect(double.books.intents.size).toBe(count + 1)
  }, 30_000)

  test('a payment that is no longer wanted is voided, whatever the first attempt returned', async () => {
    decision = 'void'
    const payment = await open(await artist())
    browser(payment, 'pm_card_visa')
    await deliverAll()
    double.trouble(/cancel$/, 'fault')
    await sendAll(ctx())
    later(5)
    await sendAll(ctx())
    expect([await stateOf(payment), intentOf(payment)?.status]).toEqual(['voided', 'canceled'])
    expect(said).toEqual([`authorised ${payment.id}`, `voided ${payment.id}`])
  })

  test('a refund whose response was lost is made once, and a refund that the bank returned is reported', async () => {
    const payment = await open(await artist())
    browser(payment, 'pm_card_visa')
    await deliverAll()
    await sendAll(ctx())
    await ctx().transaction((ctx) =>
      refundPayment(ctx, {
        paymentId: payment.id,
        amountMinor: 2_000,
        feeBackMinor: 0,
        reason: 'Cancelled',
        fact: `a:${payment.id}`,
      }),
    )
    double.trouble(/refunds$/, 'drop', 3)
    await sendAll(ctx())
    later(5)
    await sendAll(ctx())
    expect(double.books.refunds.filter((r) => r.payment_intent === payment.gateway_id)).toHaveLength(1)
    double.books.refundStatus = 'pending'
    await ctx().transaction((ctx) =>
      refundPayment(ctx, {
        paymentId: payment.id,
        amountMinor: 1_000,
        feeBackMinor: 0,
        reason: 'Cancelled',
        fact: `b:${payment.id}`,
      }),
    )
    await sendAll(ctx())
    const waiting = double.books.refunds.at(-1)
    double.books.endRefund(waiting?.id ?? '', 'failed')
    await deliverAll()
    expect((await listRefundsOf(rig.database.db, [payment.id])).map(({ state }) => state)).toEqual(['done', 'failed'])
    expect(said.slice(-2)).toEqual([`refund done ${payment.id}`, `refund failed ${payment.id}`])
    expect(await findUnbalanced(rig.database.db)).toEqual([])
  }, 30_000)

  test('an account holder completes their details and is paid once, and a returned transfer is recorded', async () => {
    const provider = await artist()
    const { id } = double.books.connected.openAccount(new URLSearchParams({ email: 'a@example.com' }))
    await rig.database.db
      .updateTable('payout_account')
      .set({ gateway: 'stripe', gateway_id: id, state: 'pending' })
      .where('provider_id', '=', provider)
      .execute()
    const ready = async () =>
      (
        await rig.database.db
          .selectFrom('provider')
          .select('payouts_ready')
          .where('id', '=', provider)
          .executeTakeFirst()
      )?.payouts_ready
    expect(await ready()).toBe(false)
    double.books.connected.complete(id, '6789')
    await deliverAll()
    expect(await ready()).toBe(true)
    const payment = await open(provider)
    browser(payment, 'pm_card_visa')
    await deliverAll()
    await sendAll(ctx())
    await ctx().transaction((ctx) => releaseEarnings(ctx, { providerId: provider, ref: payment.ref }))
    double.trouble(/transfers$/, 'lose')
    await payOut(ctx())
    later(5)
    await payOut(ctx())
    expect(double.books.transfers.filter((t) => t.destination === id).map(({ amount }) => amount)).toEqual([3_500])
    const { id: dispute } = double.books.openDispute(payment.gateway_id ?? '', 5_000)
    double.books.closeDispute(dispute, 'lost')
    await deliverAll()
    expect((await getOwedSums(rig.database.db, provider))[0]).toMatchObject({ pending: 0, earned: -3_500 })
    expect(await findUnbalanced(rig.database.db)).toEqual([])
  }, 30_000)
})

const step = fc.oneof(
  fc.record({
    do: fc.constant('pay' as const),
    method: fc.constantFrom('pm_card_visa', 'pm_card_visa', 'pm_card_chargeDeclined', 'pm_card_threeDSecure2Required'),
  }),
  fc.record({ do: fc.constant('answer' as const), passed: fc.boolean() }),
  fc.record({ do: fc.constant('hear' as const), pick: fc.nat(20), keep: fc.boolean() }),
  fc.record({ do: fc.constant('lose' as const) }),
  fc.record({ do: fc.constant('send' as const) }),
  fc.record({ do: fc.constant('trouble' as const), at: fc.constantFrom('capture', 'cancel', 'refunds') }),
  fc.record({ do: fc.constant('ask' as const) }),
  fc.record({ do: fc.constant('let go' as const) }),
  fc.record({ do: fc.constant('reopen' as const) }),
  fc.record({ do: fc.constant('refund' as const), minor: fc.integer({ min: 1, max: 5_000 }) }),
  fc.record({ do: fc.constant('release' as const) }),
  fc.record({ do: fc.constant('pay out' as const) }),
)

test(
  'for any events in any order, the ledger balances and agrees with the bank, and nobody is charged twice or for nothing',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 3, maxLength: 18 }),
        fc.constantFrom('capture' as const, 'capture' as const, 'void' as const),
        async (steps, wanted) => {
          // Unused troubles must not affect the next run.
          double.calm()
          decision = wanted
          said = []
          const [provider, ref] = [await artist(), randomUUID()]
          const { id: account } = double.books.connected.openAccount(new URLSearchParams())
          double.books.connected.complete(account, '1111')
          await rig.database.db
            .updateTable('payout_account')
            .set({ gateway: 'stripe', gateway_id: account, state: 'ready' })
            .where('provider_id', '=', provider)
            .execute()
          double.webhooks()
          const all: PaymentRow[] = [await open(provider, ref)]
          const last = () => all.at(-1) as PaymentRow
          let kept: { raw: string; signature: string }[] = []
          for (const one of steps) {
            kept = [...kept, ...double.webhooks()]
            if (one.do === 'pay') browser(last(), one.method)
            if (one.do === 'answer' && intentOf(last())?.status === 'requires_action')
              double.books.authenticate(last().gateway_id ?? '', one.passed)
            if (one.do === 'hear' && kept.length) {
              const [heard] = one.keep ? [kept[one.pick % kept.length]] : kept.splice(one.pick % kept.length, 1)
              if (heard) await deliver(heard)
            }
            if (one.do === 'lose') kept = []
            if (one.do === 'send') await sendAll(ctx())
            if (one.do === 'trouble') double.trouble(new RegExp(`${one.at}$`), 'fault')
            if (one.do === 'ask') {
              later(3)
              await reconcilePayments(ctx())
            }
            if (one.do === 'let go') await ctx().transaction((ctx) => voidPayment(ctx, last().id))
            if (one.do === 'reopen') {
              const now = await open(provider, ref)
              if (now.id !== last().id) all.push(now)
            }
            if (one.do === 'refund')
              await ctx()
                .transaction((ctx) =>
                  refundPayment(ctx, {
                    paymentId: last().id,
                    amountMinor: one.minor,
                    feeBackMinor: Math.round(one.minor * 0.3),
                    reason: 'x',
                    fact: randomUUID(),
                  }),
                )
                .catch(() => {})
            if (one.do === 'release')
              await ctx().transaction((ctx) => releaseEarnings(ctx, { providerId: provider, ref }))
            if (one.do === 'pay out') await payOut(ctx())
            expect(await findUnbalanced(rig.database.db)).toEqual([])
          }
          // Finally all events are delivered or fetched.
          for (let round = 0; round < 6; round++) {
            for (const heard of [...kept, ...double.webhooks()]) await deliver(heard)
            kept = []
            later(70)
            await reconcilePayments(ctx())
            await sendAll(ctx())
          }
          let bank = 0
          let charged = 0
          for (const row of all) {
            const [payment, intent] = [(await findPaymentById(rig.database.db, row.id)) as PaymentRow, intentOf(row)]
            const back = double.books.refunds
              .filter((r) => r.payment_intent === row.gateway_id && r.status === 'succeeded')
              .reduce((sum, r) => sum + r.amount, 0)
            expect(payment.state === 'captured').toBe(intent?.status === 'succeeded')
            expect(back).toBe(payment.refunded_minor)
            bank += (intent?.amount_received ?? 0) - back
            if (payment.state !== 'captured') continue
            if (payment.let_go || wanted === 'void') expect(back).toBe(payment.amount_minor)
            else {
              charged++
              expect(said).toContain(`captured ${payment.id}`)
            }
            expect(said).toContain(`authorised ${payment.id}`)
          }
          expect(charged).toBeLessThanOrEqual(1)
          expect(said.length).toBe(
            new Set(said.filter((word) => !/^(declined|challenge|other|refund)/.test(word))).size +
              said.filter((word) => /^(declined|challenge|other|refund)/.test(word)).length,
          )
          // Reversed amounts are back on the platform.
          const paidOut = double.books.transfers
            .filter((t) => t.destination === account)
            .reduce((sum, t) => sum + t.amount - t.amount_reversed, 0)
          const booked = await rig.database.db
            .selectFrom('ledger_entry')
            .innerJoin('ledger_movement', 'ledger_movement.id', 'movement_id')
            .select((eb) => eb.fn.sum<number>('amount_minor').as('minor'))
            .where('account', '=', 'bank')
            .where('provider_id', '=', provider)
            .executeTakeFirst()
          expect(Number(booked?.minor ?? 0)).toBe(bank - paidOut)
        },
      ),
      {
        numRuns: process.env['PROVE'] ? 400 : 12,
        // A refund after the payout reverses the transfer.
        examples: [
          [
            [
              { do: 'pay', method: 'pm_card_visa' },
              { do: 'ask' },
              { do: 'release' },
              { do: 'pay out' },
              { do: 'refund', minor: 1 },
              { do: 'pay out' },
            ],
            'capture',
          ],
        ],
      },
    )
  },
  process.env['PROVE'] ? 1_800_000 : 60_000,
)
