import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/database.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { clearTestTown, createTestProvider } from '#server/testing/providers.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'
import { LIMITS_KEY, recordCash, refundPayment, releaseEarnings } from './refunds.ts'
import { checkLedger, getLedgerCheckedUntil } from './ledger-check.ts'
import { handleTestBankEvents, reconcilePayments } from './events.ts'
import { type Payable, registerPayable } from './payable.ts'
import { findPaymentById, type PaymentRow } from './payments.queries.ts'
import { openPayment } from './charging.ts'
import { voidPayment } from './payment-moves.ts'
import { listAccountBalances, findNewestMovement, findUnbalanced, getOwedSums } from './ledger.queries.ts'
import { payOut } from './payouts.ts'
import { sendAll } from '#tests/stripe-double/send-all.ts'

let rig: TestRig
let provider: { id: string }
let ana: { bearer: string; id: string }
let [mia, olu] = ['', '']
let decision: 'capture' | 'void' = 'capture'
let [said, undo, turn] = [[] as string[], () => {}, 0]
const run = randomUUID()

const signIn = async (email: string) =>
  (
    await rig.call('/v1/accounts/login', {
      method: 'POST',
      body: { email: `${email}@primp.test`, password: 'primp-sample-1' },
      address: `127.${50 + Math.floor(Math.random() * 100)}.${++turn}.1`,
    })
  ).body.data.token as string
const ctxNow = () => createJobContext(rig, 'test')
const bank = '/v1/test-bank/intents'
const goodCard = { number: '4242 4242 4242 4242', expiry: '04/28', code: '123' }

beforeAll(async () => {
  rig = await openRig()
  provider = await createTestProvider(rig, { slug: 'paid-artist' })
  ana = { bearer: await signIn('ana'), id: '' }
  ana.id = (
    await rig.database.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', 'ana@primp.test')
      .executeTakeFirstOrThrow()
  ).id
  ;[mia, olu] = [await signIn('mia'), await signIn('olu')]
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
    failed: async (_, { id }) => {
      said.push(`failed ${id}`)
    },
    refunded: async (_, { amount_minor, state }) => {
      said.push(`refunded ${amount_minor} ${state}`)
    },
  })
})
afterEach(async () => {
  ;[decision, said] = ['capture', []]
  rig.at(testNow)
  await forgetLimits()
})
afterAll(async () => {
  undo()
  await rig.database.db
    .deleteFrom('outbox')
    .where('kind', 'in', ['op.intent.open', 'op.payout.failed', 'op.refund.failed', 'payout.sent', 'payout.failed'])
    .execute()
  await clearTestTown(rig)
})

async function forgetLimits(): Promise<void> {
  const { numDeletedRows } = await rig.database.db
    .deleteFrom('setting')
    .where('key', '=', LIMITS_KEY)
    .executeTakeFirst()
  if (numDeletedRows) rig.age(2_100)
}
const payableOf = (more: Partial<Payable> = {}): Payable => ({
  kind: 'difference',
  ref: randomUUID(),
  accountId: ana.id,
  providerId: provider.id,
  countryCode: 'GB',
  currency: 'GBP',
  amountMinor: 5_000,
  feeMinor: 1_500,
  description: 'Wedding, 12 June 2027',
  email: 'ana@primp.test',
  ...more,
})
const open = (more: Partial<Payable> = {}) => openPayment(ctxNow(), payableOf(more))
const now = async (payment: PaymentRow) => (await findPaymentById(rig.database.db, payment.id)) as PaymentRow
const pay = (payment: PaymentRow, card: Partial<typeof goodCard> = {}) =>
  rig.call(`${bank}/${payment.client_secret}/confirm`, {
    method: 'POST',
    body: { ...goodCard, ...card },
    headers: { 'idempotency-key': `k-${run}-${++turn}` },
    address: `127.${50 + (turn % 150)}.${turn % 250}.9`,
  })
const answer = (payment: PaymentRow, answer: string) =>
  rig.call(`${bank}/${payment.client_secret}/challenge`, {
    method: 'POST',
    body: { answer },
    headers: { 'idempotency-key': `k-${run}-${++turn}` },
    address: '127.0.9.1',
  })
const owed = async () =>
  (await getOwedSums(rig.database.db, provider.id)).find(({ currency }) => currency === 'GBP') ?? {
    pending: 0,
    earned: 0,
  }

describe('Payments', () => {
  test('a payment is authorised, its owner’s handler decides, it is captured, and the ledger shows whose earnings it is', async () => {
    const before = await owed()
    const payment = await open()
    expect([payment.state, payment.gateway]).toEqual(['open', 'test'])
    expect((await pay(payment)).body.data).toEqual({ next: 'wait' })
    expect((await now(payment)).state).toBe('captured')
    expect(said).toEqual([`authorised ${payment.id}`, `captured ${payment.id}`])
    expect((await owed()).pending - before.pending).toBe(3_500)
    expect(await findUnbalanced(rig.database.db)).toEqual([])
  })

  test('opening the same payment again returns it; opening another amount cancels the first payment', async () => {
    const payable = payableOf()
    const first = await openPayment(ctxNow(), payable)
    expect((await openPayment(ctxNow(), payable)).id).toBe(first.id)
    const second = await openPayment(ctxNow(), { ...payable, amountMinor: 6_000 })
    expect(second.id).not.toBe(first.id)
    await sendAll(ctxNow())
    expect((await now(first)).state).toBe('voided')
    expect((await pay(first)).body.code).toBe('state_changed')
    await pay(second)
    expect((await now(second)).state).toBe('captured')
    expect((await openPayment(ctxNow(), payable)).id).toBe(second.id)
  })

  test('two concurrent attempts open one payment', async () => {
    const payable = payableOf()
    const all = await Promise.all([1, 2, 3].map(() => openPayment(ctxNow(), payable)))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
  })

  test('a rejected payment is voided and charges nothing', async () => {
    decision = 'void'
    const payment = await open()
    await pay(payment)
    expect((await now(payment)).state).toBe('voided')
    expect(said).toEqual([`authorised ${payment.id}`, `voided ${payment.id}`])
    expect(
      await rig.database.db.selectFrom('ledger_movement').select('id').where('payment_id', '=', payment.id).execute(),
    ).toEqual([])
  })

  test('a declined card shows the reason, and the next card pays', async () => {
    const payment = await open()
    expect((await pay(payment, { number: '4000000000000002' })).body).toMatchObject({ code: 'card_declined' })
    expect((await now(payment)).last_error).toBe('declined')
    expect((await pay(payment, { number: '4000 0000 0000 9995' })).body.code).toBe('card_funds')
    expect((await pay(payment, { number: '4111111111111111' })).body.errors).toEqual([
      { path: 'number', message: 'Card number is not valid' },
    ])
    expect((await pay(payment, { expiry: '01/20' })).body.code).toBe('card_expiry')
    expect((await pay(payment, { code: '1' })).body.code).toBe('card_code')
    expect(said).toEqual([`failed ${payment.id}`, `failed ${payment.id}`])
    await pay(payment)
    expect((await now(payment)).state).toBe('captured')
    expect((await pay(payment)).status).toBe(409)
  })

  test('a card that requires authentication asks for it first', async () => {
    const payment = await open()
    const card = { number: '4000002500003155' }
    expect((await answer(payment, 'pass')).body.code).toBe('state_changed')
    expect((await pay(payment, card)).body.data).toEqual({ next: 'challenge' })
    expect((await now(payment)).state).toBe('open')
    expect((await answer(payment, 'fail')).body.code).toBe('card_challenge')
    expect((await now(payment)).last_error).toBe('challenge')
    await pay(payment, card)
    expect((await answer(payment, 'pass')).body.data).toEqual({ next: 'wait' })
    expect((await now(payment)).state).toBe('captured')
  })

  test('paying needs an Idempotency-Key and an existing intent', async () => {
    const payment = await open()
    expect(
      (await rig.call(`${bank}/${payment.client_secret}/confirm`, { method: 'POST', body: goodCard })).body.code,
    ).toBe('idempotency_key_missing')
    expect(
      (
        await rig.call(`${bank}/pi_test_000000000000000000000000/confirm`, {
          method: 'POST',
          body: goodCard,
          headers: { 'idempotency-key': `x-${run}` },
        })
      ).status,
    ).toBe(404)
  })

  test('only the person who opened a payment can see it', async () => {
    const payment = await open()
    expect((await rig.call(`/v1/payments/${payment.id}`, { bearer: ana.bearer })).body.data.payment).toMatchObject({
      id: payment.id,
      state: 'open',
      amount: 50,
      currency: 'GBP',
      gateway: 'test',
      clientSecret: payment.client_secret,
      error: null,
    })
    expect((await rig.call(`/v1/payments/${payment.id}`)).status).toBe(404)
    expect((await rig.call(`/v1/payments/${payment.id}`, { bearer: mia })).status).toBe(404)
    expect((await rig.call(`/v1/payments/${payment.id}/receipt`, { bearer: ana.bearer })).status).toBe(404)
    await pay(payment)
    expect((await rig.call(`/v1/payments/${payment.id}/receipt`, { bearer: mia })).status).toBe(404)
    expect(
      (await rig.call(`/v1/payments/${payment.id}/receipt`, { bearer: ana.bearer })).body.data.receipt,
    ).toMatchObject({
      paid: 50,
      refunded: 0,
      test: true,
      rows: [{ what: 'difference', amount: 50 }],
      provider: 'paid-artist',
    })
    const mine = (await rig.call('/v1/payments', { bearer: ana.bearer })).body.data.payments
    expect(mine.find(({ id }: { id: string }) => id === payment.id)).toMatchObject({
      state: 'captured',
      amount: 50,
      refunded: 0,
      test: true,
    })
    expect(
      (await rig.call('/v1/payments', { bearer: mia })).body.data.payments.map(({ id }: { id: string }) => id),
    ).not.toContain(payment.id)
    expect((await rig.call('/v1/payments?cursor=zzz', { bearer: ana.bearer })).status).toBe(400)
  })

  test('an undecided payment is checked after two minutes and cancelled after a day', async () => {
    const payment = await open()
    // The payment is authorised, but its event was lost.
    await rig.database.db
      .updateTable('test_bank_intent')
      .set({ status: 'requires_capture' })
      .where('id', '=', payment.gateway_id ?? '')
      .execute()
    await reconcilePayments(ctxNow())
    expect((await now(payment)).state).toBe('open')
    const idle = await open()
    rig.at(new Date(testNow.getTime() + 3 * 60_000))
    await reconcilePayments(ctxNow())
    expect([(await now(payment)).state, (await now(payment)).asked_times]).toEqual(['captured', 1])
    expect((await now(idle)).asked_times).toBe(1)
    await reconcilePayments(ctxNow())
    expect((await now(idle)).asked_times).toBe(1)
    rig.at(new Date(testNow.getTime() + 25 * 3_600_000))
    await reconcilePayments(ctxNow())
    expect((await now(idle)).state).toBe('voided')
  })

  test('a webhook without a valid signature is refused; a signed event counts once', async () => {
    expect((await rig.call('/v1/payments/events/test', { method: 'POST', body: '{"id":"evt_1"}' })).body.code).toBe(
      'signature_wrong',
    )
    expect(
      (
        await rig.call('/v1/payments/events/stripe', {
          method: 'POST',
          body: '{}',
          headers: { 'stripe-signature': 't=1,v1=00' },
        })
      ).status,
    ).toBe(400)
    expect((await rig.call('/v1/payments/events/elsewhere', { method: 'POST', body: 'x' })).status).toBe(404)
    const payment = await open()
    await pay(payment)
    await rig.database.db.updateTable('test_bank_event').set({ acknowledged_at: null }).execute()
    await handleTestBankEvents(ctxNow())
    expect(said.filter((word) => word.endsWith(payment.id))).toEqual([
      `authorised ${payment.id}`,
      `captured ${payment.id}`,
    ])
  })

  test('a payment voided while it is captured is refunded in full', async () => {
    const payment = await open()
    await rig.database.db
      .updateTable('test_bank_intent')
      .set({ status: 'succeeded' })
      .where('id', '=', payment.gateway_id ?? '')
      .execute()
    await ctxNow().transaction((ctx) => voidPayment(ctx, payment.id))
    await sendAll(ctxNow())
    await sendAll(ctxNow())
    expect(await now(payment)).toMatchObject({
      state: 'captured',
      let_go: true,
      refunded_minor: 5_000,
      fee_refunded_minor: 1_500,
    })
    expect(said).toEqual(['refunded 5000 done'])
    expect(await findUnbalanced(rig.database.db)).toEqual([])
  })
})

describe('Refunds', () => {
  test('a refund happens once per event, never exceeds the remaining amount, and is split into fee and earnings', async () => {
    const payment = await open()
    await pay(payment)
    const before = await owed()
    const wanted = {
      paymentId: payment.id,
      amountMinor: 2_000,
      feeBackMinor: 500,
      reason: 'Cancelled in time',
      fact: `cancel:${payment.id}`,
    }
    const first = await ctxNow().transaction((ctx) => refundPayment(ctx, wanted))
    const again = await ctxNow().transaction((ctx) => refundPayment(ctx, wanted))
    expect(again.id).toBe(first.id)
    await sendAll(ctxNow())
    expect(said.at(-1)).toBe('refunded 2000 done')
    expect(before.pending - (await owed()).pending).toBe(1_500)
    expect(await now(payment)).toMatchObject({ refunded_minor: 2_000, fee_refunded_minor: 500 })
    await expect(
      ctxNow().transaction((ctx) => refundPayment(ctx, { ...wanted, amountMinor: 3_001, fact: 'more' })),
    ).rejects.toMatchObject({ code: 'refund_too_much' })
    const early = await openPayment(ctxNow(), payableOf())
    await expect(
      ctxNow().transaction((ctx) => refundPayment(ctx, { ...wanted, paymentId: early.id, fact: 'early' })),
    ).rejects.toMatchObject({ code: 'refund_too_much' })
    expect(
      (await rig.call(`/v1/payments/${payment.id}/receipt`, { bearer: ana.bearer })).body.data.receipt,
    ).toMatchObject({ paid: 50, refunded: 20 })
  })
})

describe('Concurrent events', () => {
  test('an event received ten times is handled once, refunds never exceed the payment, and a balance is paid out once', async () => {
    const crowd = await createTestProvider(rig, { slug: 'paid-by-crowds' })
    const payment = await open({ providerId: crowd.id })
    await rig.database.db
      .updateTable('test_bank_intent')
      .set({ status: 'requires_capture' })
      .where('id', '=', payment.gateway_id ?? '')
      .execute()
    rig.at(new Date(testNow.getTime() + 3 * 60_000))
    await Promise.all(Array.from({ length: 10 }, () => reconcilePayments(ctxNow())))
    await sendAll(ctxNow())
    expect(said.filter((word) => word.endsWith(payment.id))).toEqual([
      `authorised ${payment.id}`,
      `captured ${payment.id}`,
    ])
    await Promise.all(
      Array.from({ length: 5 }, () =>
        ctxNow().transaction((ctx) => releaseEarnings(ctx, { providerId: crowd.id, ref: payment.ref })),
      ),
    )
    const refunds = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) =>
        ctxNow().transaction((ctx) =>
          refundPayment(ctx, {
            paymentId: payment.id,
            amountMinor: 1_000,
            feeBackMinor: 300,
            reason: 'Many',
            fact: `crowd:${i}:${payment.id}`,
          }),
        ),
      ),
    )
    expect(refunds.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    const another = await open({ providerId: crowd.id })
    await pay(another)
    await ctxNow().transaction((ctx) => releaseEarnings(ctx, { providerId: crowd.id, ref: another.ref }))
    await Promise.all(Array.from({ length: 5 }, () => payOut(ctxNow())))
    expect(
      await rig.database.db.selectFrom('payout').select('amount_minor').where('provider_id', '=', crowd.id).execute(),
    ).toEqual([{ amount_minor: 3_500 }])
    expect(await findUnbalanced(rig.database.db)).toEqual([])
  })
})

describe('Earnings', () => {
  test('earnings wait for the job, are then released, and paid out once; a later refund makes the balance negative', async () => {
    const alone = await createTestProvider(rig, { slug: 'paid-alone' })
    const payment = await open({ providerId: alone.id })
    await pay(payment)
    await payOut(ctxNow())
    const payouts = () =>
      rig.database.db
        .selectFrom('payout')
        .select(['state', 'amount_minor'])
        .where('provider_id', '=', alone.id)
        .execute()
    expect(await payouts()).toEqual([])
    await ctxNow().transaction((ctx) => releaseEarnings(ctx, { providerId: alone.id, ref: payment.ref }))
    await ctxNow().transaction((ctx) => releaseEarnings(ctx, { providerId: alone.id, ref: payment.ref }))
    await ctxNow().transaction((ctx) =>
      recordCash(ctx, {
        providerId: alone.id,
        ref: payment.ref,
        currency: 'GBP',
        amountMinor: 9_900,
        description: 'Wedding',
      }),
    )
    await Promise.all([payOut(ctxNow()), payOut(ctxNow())])
    expect(await payouts()).toEqual([{ state: 'paid', amount_minor: 3_500 }])
    await ctxNow().transaction((ctx) =>
      refundPayment(ctx, {
        paymentId: payment.id,
        amountMinor: 1_000,
        feeBackMinor: 0,
        reason: 'Settled',
        fact: `late:${payment.id}`,
      }),
    )
    await sendAll(ctxNow())
    expect((await getOwedSums(rig.database.db, alone.id))[0]).toMatchObject({ pending: 0, earned: -1_000 })
    await payOut(ctxNow())
    expect(await payouts()).toHaveLength(1)
    expect(await findUnbalanced(rig.database.db)).toEqual([])
    expect((await listAccountBalances(rig.database.db)).reduce((sum, { minor }) => sum + Number(minor), 0)).toBe(0)
  })

  test('the database refuses ledger entries that do not sum to zero, and any later change of an entry', async () => {
    const { db } = rig.database
    await expect(
      db.transaction().execute(async (tx) => {
        const made = await tx
          .insertInto('ledger_movement')
          .values({ kind: 'cash', fact: randomUUID() })
          .returning('id')
          .executeTakeFirstOrThrow()
        await tx
          .insertInto('ledger_entry')
          .values({ movement_id: made.id, account: 'bank', currency: 'GBP', amount_minor: 1 })
          .execute()
      }),
    ).rejects.toThrow(/sum to zero/)
    await expect(db.updateTable('ledger_entry').set({ amount_minor: 1 }).execute()).rejects.toThrow(/appended/)
    await expect(db.deleteFrom('ledger_movement').execute()).rejects.toThrow(/appended/)
  })
})

describe('Payout details', () => {
  test('payout details enable Instant Book, and a returned payout disables it', async () => {
    const { db } = rig.database
    const row = await db
      .selectFrom('provider')
      .select(['id', 'instant_booking'])
      .where('slug', '=', 'mia-hollis')
      .executeTakeFirstOrThrow()
    const account = await db
      .selectFrom('payout_account')
      .selectAll()
      .where('provider_id', '=', row.id)
      .executeTakeFirstOrThrow()
    await db.deleteFrom('payout_account').where('provider_id', '=', row.id).execute()
    try {
      expect((await rig.call('/v1/providers/me/payouts', { bearer: mia })).body.data.details).toMatchObject({
        gateway: 'test',
        state: 'none',
      })
      const rules = { depositShare: 25, policy: 'fair', onlineBalance: false }
      const put = (instant: boolean) =>
        rig.call('/v1/providers/me/selling-rules', { method: 'PUT', bearer: mia, body: { ...rules, instant } })
      expect((await put(true)).body.code).toBe('payout_missing')
      await expect(
        db.updateTable('provider').set({ instant_booking: true }).where('id', '=', row.id).execute(),
      ).rejects.toThrow(/instant_needs_payouts/)
      const save = (body: unknown, headers: Record<string, string> = { 'idempotency-key': `p-${run}-${++turn}` }) =>
        rig.call('/v1/providers/me/payouts/details', { method: 'PUT', bearer: mia, body, headers })
      expect((await save({ holder: 'Mia Hollis', number: '12-34' })).body.errors[0].path).toBe('number')
      expect((await save({ holder: 'Mia Hollis', number: '12345678' }, {})).body.code).toBe('idempotency_key_missing')
      expect((await save({ holder: 'Mia Hollis', number: '1234 5678' })).body.data.details).toEqual({
        gateway: 'test',
        state: 'ready',
        label: '•••• 5678',
      })
      expect((await put(true)).status).toBe(200)
      expect(
        (
          await rig.call('/v1/providers/me/payouts/onboarding', {
            method: 'POST',
            bearer: mia,
            body: {},
            headers: { 'idempotency-key': `o-${run}` },
          })
        ).body.code,
      ).toBe('state_changed')
      expect((await rig.call('/v1/providers/me/payouts', { bearer: ana.bearer })).status).toBe(403)
    } finally {
      await db.deleteFrom('payout_account').where('provider_id', '=', row.id).execute()
      await db.insertInto('payout_account').values(account).execute()
      await db.updateTable('provider').set({ instant_booking: row.instant_booking }).where('id', '=', row.id).execute()
    }
  })

  test('an artist sees only their own earnings and statement, as rows and as CSV', async () => {
    const shown = (await rig.call('/v1/providers/me/earnings', { bearer: mia })).body.data
    expect(shown).toMatchObject({ currency: 'GBP', test: true })
    expect(shown.months).toHaveLength(12)
    expect(shown.months.at(-1).month).toBe('2026-11')
    expect(
      (await rig.call('/v1/providers/me/earnings/statement?month=2026-11', { bearer: mia })).body.data.lines,
    ).toMatch(
      /^Date,Booking number,Customer,Job,Type,Customer paid,Fee,Yours,Paid out,Payout number,Balance,Currency\r\n/,
    )
    expect((await rig.call('/v1/providers/me/earnings/statement?month=2026-13', { bearer: mia })).status).toBe(400)
    expect((await rig.call('/v1/providers/me/earnings')).status).toBe(401)
    expect((await rig.call('/v1/providers/me/earnings', { bearer: ana.bearer })).status).toBe(403)
  })
})

describe('Payments in the console', () => {
  const post = (path: string, body: unknown, bearer = olu) =>
    rig.call(`/v1/operator/${path}`, {
      method: 'POST',
      bearer,
      body,
      headers: { 'idempotency-key': `o-${run}-${++turn}` },
    })

  test('payments are found, checked again and shown with their events', async () => {
    // The bank delivers a limited number of events at a time, and other tests leave some.
    await handleTestBankEvents(ctxNow())
    const payment = await open()
    await pay(payment)
    await handleTestBankEvents(ctxNow())
    const list = (await rig.call(`/v1/operator/payments?text=${payment.gateway_id}`, { bearer: olu })).body.data
    expect(list.payments.map(({ id }: { id: string }) => id)).toEqual([payment.id])
    const shown = (await rig.call(`/v1/operator/payments/${payment.id}`, { bearer: olu })).body.data
    expect(
      shown.events.map(({ kind, outcome }: { kind: string; outcome: string }) => `${kind} ${outcome}`).sort(),
    ).toEqual(['authorised moved', 'captured late'])
    expect((await post(`payments/${payment.id}/ask`, {})).body.data.payment).toMatchObject({
      state: 'captured',
      askedTimes: 1,
    })
    expect((await post(`payments/${randomUUID()}/ask`, {})).status).toBe(404)
    expect((await rig.call(`/v1/operator/payments/${payment.id}`, { bearer: mia })).status).toBe(403)
    expect((await rig.call('/v1/operator/payments', { bearer: ana.bearer })).status).toBe(403)
  })

  const refundNow = async (payment: { id: string }, refundId: string) =>
    (await rig.call(`/v1/operator/payments/${payment.id}`, { bearer: olu })).body.data.refunds.find(
      ({ id }: { id: string }) => id === refundId,
    )

  test('partial refunds need the second operator once their sum exceeds the limit', async () => {
    const payment = await open({ amountMinor: 90_000, feeMinor: 20_000 })
    await pay(payment)
    const first = (await post(`payments/${payment.id}/refund`, { amount: 300, reason: 'The first part' })).body.data
      .refund
    expect((await refundNow(payment, first.id)).state).toBe('done')
    const asked = (await post(`payments/${payment.id}/refund`, { amount: 300, reason: 'The second part' })).body.data
      .refund
    expect(asked.state).toBe('asked')
    expect(
      (await post(`refunds/${asked.id}/decide`, { approve: false, reason: 'Not again' })).body.data.refund.state,
    ).toBe('refused')
  })

  test('a refund needs a reason, and above the set amount a second operator', async () => {
    const payment = await open({ amountMinor: 90_000, feeMinor: 20_000 })
    await pay(payment)
    expect((await post(`payments/${payment.id}/refund`, { amount: 10, reason: '' })).status).toBe(400)
    expect((await post(`payments/${payment.id}/refund`, { amount: 10, reason: 'A gesture' }, mia)).status).toBe(403)
    expect((await post(`payments/${payment.id}/refund`, { amount: 900.01, reason: 'A gesture' })).body.code).toBe(
      'refund_too_much',
    )
    const made = (await post(`payments/${payment.id}/refund`, { amount: 90, reason: 'A gesture' })).body.data.refund
    expect(made).toMatchObject({ amount: 90, feeBack: 20 })
    expect((await refundNow(payment, made.id)).state).toBe('done')
    const asked = (await post(`payments/${payment.id}/refund`, { amount: 600, reason: 'She fell ill' })).body.data
      .refund
    expect(asked.state).toBe('asked')
    expect((await now(payment)).refunded_minor).toBe(9_000)
    expect((await rig.call('/v1/operator/refunds', { bearer: olu })).body.data).toMatchObject({
      waiting: 1,
      limits: { GBP: 500, USD: 500 },
    })
    expect((await post(`refunds/${asked.id}/decide`, { approve: true, reason: 'I agree' })).body.code).toBe(
      'second_operator_required',
    )
    const { db } = rig.database
    const second = await db
      .selectFrom('account')
      .select(['id', 'roles'])
      .where('email', '=', 'mia@primp.test')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('account')
      .set({ roles: ['customer', 'provider', 'operator'], duties: ['owner'] })
      .where('id', '=', second.id)
      .execute()
    try {
      const other = await signIn('mia')
      const agreed = await post(`refunds/${asked.id}/decide`, { approve: true, reason: 'I agree' }, other)
      expect(agreed.body.data.refund.id).toBe(asked.id)
      expect((await refundNow(payment, asked.id)).state).toBe('done')
      expect((await post(`refunds/${asked.id}/decide`, { approve: false, reason: 'Too late' }, other)).body.code).toBe(
        'state_changed',
      )
    } finally {
      await db.updateTable('account').set({ roles: second.roles, duties: [] }).where('id', '=', second.id).execute()
    }
    expect((await now(payment)).refunded_minor).toBe(69_000)
    expect((await post(`refunds/${asked.id}/send`, { reason: 'Try again' })).body.code).toBe('state_changed')
    const acts = await db
      .selectFrom('audit')
      .select('act')
      .where('act', 'in', ['refund.make', 'refund.ask', 'refund.approve'])
      .execute()
    expect(new Set(acts.map(({ act }) => act)).size).toBe(3)
  })

  test('the limit for refunds is a setting, and changing it needs a reason', async () => {
    const put = (limit: number, bearer = olu) =>
      rig.call('/v1/operator/refund-limit', {
        method: 'PUT',
        bearer,
        body: { currency: 'GBP', limit, reason: 'Quieter season' },
      })
    const limits = { AUD: 500, USD: 500, GBP: 200, CAD: 500 }
    expect((await put(200)).body.data).toEqual({ limits, waits: false })
    expect((await rig.call('/v1/operator/refunds', { bearer: olu })).body.data.limits).toEqual(limits)
    expect((await put(500)).body.data).toEqual({ limits, waits: true })
    await rig.database.db.deleteFrom('approval').execute()
    await forgetLimits()
    expect((await put(1, mia)).status).toBe(403)
    expect((await put(-1)).status).toBe(400)
  })

  test('a returned payout goes back to the balance, which waits for new payout details', async () => {
    const { db } = rig.database
    const poor = await createTestProvider(rig, { slug: 'paid-poorly', instant: true })
    const payment = await open({ providerId: poor.id })
    await pay(payment).then(() =>
      ctxNow().transaction((ctx) => releaseEarnings(ctx, { providerId: poor.id, ref: payment.ref })),
    )
    await db
      .updateTable('payout_account')
      .set({ gateway_id: 'acct_closed' })
      .where('provider_id', '=', poor.id)
      .execute()
    await payOut(ctxNow())
    const failed = await db
      .selectFrom('payout')
      .selectAll()
      .where('provider_id', '=', poor.id)
      .executeTakeFirstOrThrow()
    expect([failed.state, failed.error]).toEqual(['failed', 'no such account'])
    const told = await db
      .selectFrom('outbox')
      .select(['kind'])
      .where('kind', 'in', ['payout.failed', 'op.payout.failed'])
      .where('channel', '=', 'mail')
      .execute()
    expect(told.map(({ kind }) => kind)).toContain('op.payout.failed')
    expect((await getOwedSums(db, poor.id))[0]?.earned).toBe(3_500)
    expect(
      await db
        .selectFrom('provider')
        .select(['payouts_ready', 'instant_booking'])
        .where('id', '=', poor.id)
        .executeTakeFirst(),
    ).toEqual({ payouts_ready: false, instant_booking: false })
    expect((await post(`payouts/${failed.id}/send`, { reason: 'Try again' })).body.code).toBe('payout_missing')
    await db
      .insertInto('test_bank_account')
      .values({ id: `acct_${run}`, made_by: randomUUID(), last_four: '1111' })
      .execute()
    await db
      .updateTable('payout_account')
      .set({ gateway_id: `acct_${run}`, state: 'ready' })
      .where('provider_id', '=', poor.id)
      .execute()
    const { payout } = (await post(`payouts/${failed.id}/send`, { reason: 'New details' })).body.data
    const payouts = (await rig.call('/v1/operator/payouts?state=paid', { bearer: olu })).body.data.payouts
    expect(payouts.find(({ id }: { id: string }) => id === payout.id)).toMatchObject({ state: 'paid', amount: 35 })
    expect(
      (await rig.call('/v1/operator/payouts?state=failed', { bearer: olu })).body.data.payouts.map(
        ({ id }: { id: string }) => id,
      ),
    ).toContain(failed.id)
    expect((await rig.call('/v1/operator/payouts', { bearer: mia })).status).toBe(403)
  })

  test('operators are notified once a day about a payment that is undecided for an hour', async () => {
    const payment = await open()
    await rig.database.db
      .updateTable('payment')
      .set({ state: 'capturing', created_at: new Date(testNow.getTime() - 7_200_000), next_at: null })
      .where('id', '=', payment.id)
      .execute()
    const told = () =>
      rig.database.db
        .selectFrom('outbox')
        .select('subject')
        .where('kind', '=', 'op.intent.open')
        .where('channel', '=', 'mail')
        .execute()
    await checkLedger(ctxNow())
    const once = (await told()).length
    expect(once).toBeGreaterThan(0)
    await checkLedger(ctxNow())
    expect(await told()).toHaveLength(once)
    expect((await rig.call('/v1/operator/payments?open=true', { bearer: olu })).body.data).toMatchObject({
      unanswered: 1,
    })
    await rig.database.db.deleteFrom('payment').where('id', '=', payment.id).execute()
  })

  test('the hourly check reads new movements only, finds one that does not balance, and names it until it is corrected', async () => {
    const { db } = rig.database
    const withoutTriggers = (act: (tx: Db) => Promise<unknown>) =>
      db.transaction().execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await act(tx)
      })
    await checkLedger(ctxNow())
    await checkLedger(ctxNow())
    expect(BigInt(await getLedgerCheckedUntil(ctxNow()))).toBe(BigInt(await findNewestMovement(db)))
    let wrong = 0
    await withoutTriggers(async (tx) => {
      const movement = { kind: 'adjustment', fact: 'test:wrong', at: testNow }
      const made = await tx.insertInto('ledger_movement').values(movement).returning('id').executeTakeFirstOrThrow()
      wrong = made.id
      const entry = { movement_id: wrong, account: 'bank', currency: 'GBP', amount_minor: 700 }
      await tx.insertInto('ledger_entry').values(entry).execute()
    })
    try {
      for (let i = 0; i < 2; i++) await expect(checkLedger(ctxNow())).rejects.toThrow('the ledger is off by £7.00')
      expect((await rig.call('/v1/operator/ledger', { bearer: olu })).body.data.off).toMatchObject([{ amount: 7 }])
    } finally {
      await withoutTriggers(async (tx) => {
        await tx.deleteFrom('ledger_entry').where('movement_id', '=', wrong).execute()
        await tx.deleteFrom('ledger_movement').where('id', '=', wrong).execute()
      })
    }
    await checkLedger(ctxNow())
  })

  test('the ledger page shows every entry, and that the entries balance', async () => {
    const ledger = (await rig.call('/v1/operator/ledger', { bearer: olu })).body.data
    expect([ledger.off, ledger.movements.length > 5]).toEqual([[], true])
    for (const { entries } of ledger.movements)
      expect(Math.round(entries.reduce((sum: number, e: { amount: number }) => sum + e.amount * 100, 0))).toBe(0)
    expect(
      (await rig.call('/v1/operator/ledger?account=fees', { bearer: olu })).body.data.movements.length,
    ).toBeGreaterThan(0)
    expect((await rig.call('/v1/operator/ledger', { bearer: mia })).status).toBe(403)
  })
})
