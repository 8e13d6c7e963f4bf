import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestClient, createTestVisitor, getAccountId } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'

let rig: TestRig
let olu: Awaited<ReturnType<typeof createTestClient>>
beforeAll(async () => {
  rig = await openRig()
  olu = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
})
beforeEach(() => clearTestTown(rig))
afterAll(() => clearTestTown(rig))

type Hit = { kind: string; id: string; title: string; path: string }
const find = async (text: string): Promise<Hit[]> =>
  (await olu(`/v1/operator/find?text=${encodeURIComponent(text)}`)).body.data.found
const hits = async (text: string, kind: string) => (await find(text)).filter((hit) => hit.kind === kind)

describe('The search of the console', () => {
  test('a booking is found by its number, with # or the word before it, here and in the list', async () => {
    await createTestProviderWithAccount(rig, { slug: 'numbered' })
    const { id, number } = await (await createTestVisitor(rig)).book('numbered')
    for (const text of [`#${number}`, `booking ${number}`, `Booking #${number}`]) {
      expect(await hits(text, 'booking')).toMatchObject([{ id, path: `/operator/bookings/${id}` }])
      const { bookings } = (await olu(`/v1/operator/bookings?text=${encodeURIComponent(text)}`)).body.data
      expect(bookings.map((one: { id: string }) => one.id)).toEqual([id])
    }
    expect(await hits(`booking ${number}0000`, 'booking')).toEqual([])
  })
  test('a promo code, a partner, a payout and a fee invoice are found by name or number', async () => {
    const { db } = rig.database
    const provider = await db
      .selectFrom('provider')
      .select('id')
      .where('slug', '=', 'mia-hollis')
      .executeTakeFirstOrThrow()
    const promo = await db
      .insertInto('promo_code')
      .values({ country_code: 'GB', code: 'FINDME20', percent: 20, starts_at: testNow, created_at: testNow })
      .returning('id')
      .executeTakeFirstOrThrow()
    const partner = await db
      .insertInto('partner')
      .values({
        slug: 'find-me',
        name: 'Findable Weddings',
        email: 'a@find.example',
        scopes: ['search:read'],
        created_at: testNow,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const payout = await db
      .insertInto('payout')
      .values({ provider_id: provider.id, country_code: 'GB', currency: 'GBP', amount_minor: 1234, gateway: 'test' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const invoice = await db
      .insertInto('fee_invoice')
      .values({
        country_code: 'GB',
        number: 987_654,
        provider_id: provider.id,
        month: '2001-01',
        currency: 'GBP',
        fee_minor: 100,
        body: JSON.stringify({ from: {}, to: {}, lines: [] }),
        issued_at: testNow,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    try {
      expect(await hits('findme', 'promo')).toMatchObject([{ id: promo.id, path: '/operator/promos?text=FINDME20' }])
      expect(await hits('findable', 'partner')).toMatchObject([
        { id: partner.id, path: `/operator/partners/${partner.id}` },
      ])
      const number = `P-${payout.id.slice(0, 8).toUpperCase()}`
      expect(await hits(number, 'payout')).toMatchObject([
        { id: payout.id, title: `${number}, Mia Hollis`, path: `/operator/payouts?text=${payout.id}` },
      ])
      const { payouts } = (await olu(`/v1/operator/payouts?text=${payout.id}`)).body.data
      expect(payouts.map((one: { id: string }) => one.id)).toEqual([payout.id])
      for (const text of ['GB-987654', '987654', 'invoice 987654'])
        expect(await hits(text, 'invoice')).toMatchObject([
          { id: invoice.id, title: 'GB-987654', text: 'Mia Hollis, January 2001' },
        ])
      expect(await hits('US-987654', 'invoice')).toEqual([])
    } finally {
      await db.deleteFrom('fee_invoice').where('id', '=', invoice.id).execute()
      await db.deleteFrom('payout').where('id', '=', payout.id).execute()
      await db.deleteFrom('partner').where('id', '=', partner.id).execute()
      await db.deleteFrom('promo_code').where('id', '=', promo.id).execute()
    }
  })
  test('an operator without the money duty finds no payouts, invoices or promo codes', async () => {
    const id = await getAccountId(rig, 'ana@primp.test')
    const { db } = rig.database
    await db
      .updateTable('account')
      .set({ roles: ['customer', 'operator'], duties: ['support'] })
      .where('id', '=', id)
      .execute()
    const support = await createTestClient(rig, id)
    const { found } = (await support('/v1/operator/find?text=mia')).body.data
    expect(found.map(({ kind }: Hit) => kind)).toContain('provider')
    for (const kind of ['payout', 'invoice', 'promo']) expect(found.map((hit: Hit) => hit.kind)).not.toContain(kind)
    await db
      .updateTable('account')
      .set({ roles: ['customer'], duties: [] })
      .where('id', '=', id)
      .execute()
  })
})

describe('Filters by date', () => {
  const list = async (path: string, key: string) => (await olu(path)).body.data[key] as { id: string; at: string }[]
  test('bookings are filtered by the day of the event', async () => {
    await createTestProviderWithAccount(rig, { slug: 'dated' })
    const { id, eventDate } = await (await createTestVisitor(rig)).book('dated')
    const on = (from: string, to: string) => list(`/v1/operator/bookings?from=${from}&to=${to}`, 'bookings')
    expect((await on(eventDate, eventDate)).map((one) => one.id)).toContain(id)
    const before = new Date(Date.parse(eventDate) - 86_400_000).toISOString().slice(0, 10)
    expect((await on('2000-01-01', before)).map((one) => one.id)).not.toContain(id)
  })
  test('payments and the ledger are filtered by day, and an impossible day is refused', async () => {
    await createTestProviderWithAccount(rig, { slug: 'dated' })
    await (await createTestVisitor(rig)).book('dated')
    const today = testNow.toISOString().slice(0, 10)
    for (const [path, key] of [
      ['payments', 'payments'],
      ['ledger', 'movements'],
    ] as const) {
      const on = (from: string, to: string) => list(`/v1/operator/${path}?from=${from}&to=${to}`, key)
      expect(await on('2000-01-01', '2000-01-31')).toEqual([])
      expect(new Set((await on(today, today)).map(({ at }) => at.slice(0, 10)))).toEqual(new Set([today]))
      expect((await olu(`/v1/operator/${path}?from=2026-02-31`)).status).toBe(400)
    }
  })
})

test('today begins at midnight in the time zone of the artist', async () => {
  const { db } = rig.database
  await createTestProviderWithAccount(rig, { slug: 'todays' })
  const booking = await (await createTestVisitor(rig)).book('todays')
  const today = async () => (await olu('/v1/operator/overview')).body.data.bookedToday as number
  const set = (at: string, tz: string) =>
    db.updateTable('appointment').set({ booked_at: at, tz }).where('id', '=', booking.id).execute()
  await set('2026-11-20T08:30:00Z', 'Europe/London')
  const n = await today()
  // It is 9 AM in London: 11 PM of the day before there is yesterday.
  await set('2026-11-19T23:00:00Z', 'Europe/London')
  expect(await today()).toBe(n - 1)
  // In Sydney that instant is 10 AM of 20 November, and now is 8 PM of it.
  await set('2026-11-19T23:00:00Z', 'Australia/Sydney')
  expect(await today()).toBe(n)
  // In Los Angeles now is 1 AM of 20 November, and that instant was 3 PM of the day before.
  await set('2026-11-19T23:00:00Z', 'America/Los_Angeles')
  expect(await today()).toBe(n - 1)
})
