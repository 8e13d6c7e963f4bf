import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestClient, getAccountId } from '#server/testing/clients.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'
import { postMovement } from './ledger.queries.ts'

let rig: TestRig
let [olu, ana] = [] as unknown as [
  Awaited<ReturnType<typeof createTestClient>>,
  Awaited<ReturnType<typeof createTestClient>>,
]

/** The months of one currency. Each test has its own, because a closed month stays closed. */
const monthsIn = (currency: string) => ({
  post: (fact: string, at: string, amountMinor: number) =>
    rig.database.db
      .transaction()
      .execute((tx) =>
        postMovement(
          tx,
          { kind: 'top_up', amountMinor },
          { fact: `months ${fact}`, currency, at: new Date(at), providerId: null },
        ),
      ),
  close: (month: string, call = olu) => call('/v1/operator/ledger/months/close', 'POST', { currency, month }),
  list: async () =>
    ((await olu('/v1/operator/ledger/months')).body.data.months as { currency: string; month: string; state: string }[])
      .filter((one) => one.currency === currency)
      .map(({ month, state }) => [month, state]),
})
const movementOf = (fact: string) =>
  rig.database.db
    .selectFrom('ledger_movement')
    .select(['at', 'dated_at'])
    .where('fact', '=', `months ${fact}`)
    .executeTakeFirstOrThrow()

beforeAll(async () => {
  rig = await openRig()
  rig.at(testNow)
  olu = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
  ana = await createTestClient(rig, await getAccountId(rig, 'ana@primp.test'))
})
afterAll(() => rig.at(testNow))

test('months are closed in order, once they are over, by operators with the money duty', async () => {
  const currency = 'NZD'
  const { post, close, list } = monthsIn(currency)
  await post('september', '2026-09-10T12:00:00Z', 700)
  await post('october', '2026-10-31T23:59:59Z', 300)
  expect(await list()).toEqual([
    ['2026-10', 'open'],
    ['2026-09', 'next'],
  ])
  expect((await close('2026-11')).body.code).toBe('ledger_month_not_over')
  expect((await close('2026-10')).body.code).toBe('ledger_month_order')
  expect((await close('2026-09', ana)).status).toBe(403)
  const closed = await close('2026-09')
  expect(closed.status, JSON.stringify(closed.body)).toBe(200)
  expect(
    closed.body.data.months.find(
      (one: { state: string; currency: string }) => one.state === 'closed' && one.currency === currency,
    ),
  ).toMatchObject({
    currency,
    month: '2026-09',
    balances: [
      { account: 'bank', amount: 7 },
      { account: 'own_bank', amount: -7 },
    ],
  })
  expect((await close('2026-09')).body.code).toBe('state_changed')
  expect((await close('2026-10')).status).toBe(200)
  expect(await list()).toEqual([
    ['2026-10', 'closed'],
    ['2026-09', 'closed'],
  ])
})

test('a correction of a closed month is booked in the first open month, with the day of the original entry', async () => {
  const { post, close } = monthsIn('CHF')
  await post('early', '2026-10-10T12:00:00Z', 300)
  expect((await close('2026-10')).status).toBe(200)
  await post('late', '2026-10-30T08:00:00Z', 50)
  expect(await movementOf('late')).toEqual({
    at: new Date('2026-11-01T00:00:00Z'),
    dated_at: new Date('2026-10-30T08:00:00Z'),
  })
  await post('now', testNow.toISOString(), 60)
  expect(await movementOf('now')).toEqual({ at: testNow, dated_at: null })
})

test('the database refuses entries in a closed month, and changes of a closed month', async () => {
  const { db } = rig.database
  const currency = 'SEK'
  const { post, close } = monthsIn(currency)
  await post('first', '2026-10-10T12:00:00Z', 300)
  expect((await close('2026-10')).status).toBe(200)
  const insert = db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('ledger_movement')
      .values({ kind: 'top_up', fact: 'months by hand', at: new Date('2026-10-05T00:00:00Z') })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('ledger_entry')
      .values([
        { movement_id: id, account: 'bank', currency, amount_minor: 1 },
        { movement_id: id, account: 'own_bank', currency, amount_minor: -1 },
      ])
      .execute()
  })
  await expect(insert).rejects.toThrow('the month is closed')
  await expect(sql`delete from ledger_close where currency = ${currency}`.execute(db)).rejects.toThrow(/never changed/)
  await expect(
    db.updateTable('ledger_close').set({ balances: '{}' }).where('currency', '=', currency).execute(),
  ).rejects.toThrow(/never changed/)
})
