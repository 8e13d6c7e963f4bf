import { createTestConversation } from '#server/testing/bookings.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { openRig, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
let olu: string

const signIn = async (email: string): Promise<string> =>
  (
    await rig.call('/v1/accounts/login', {
      method: 'POST',
      body: { email, password: 'primp-sample-1' },
      address: '127.9.9.9',
    })
  ).body.data.token
const get = async (path: string, bearer = olu) => (await rig.call(path, { bearer })).body
const accountOf = async (email: string) =>
  (await rig.database.db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
const mia = () =>
  rig.database.db.selectFrom('provider').select('id').where('slug', '=', 'mia-hollis').executeTakeFirstOrThrow()

async function all<R>(path: string, of: string): Promise<R[]> {
  const rows: R[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { data }: { data: Record<string, unknown> } = await get(
      `${path}${path.includes('?') ? '&' : '?'}${cursor ? `cursor=${encodeURIComponent(cursor)}` : ''}`,
    )
    rows.push(...(data[of] as R[]))
    cursor = data['nextCursor'] as string | null
  }
  return rows
}
type Booked = { id: string; eventDate: string; startsAt: string; endsAt: string; state: string; total: number }

beforeAll(async () => {
  rig = await openRig()
  olu = await signIn('olu@primp.test')
})

describe('Bookings by event day', () => {
  test('future bookings are listed soonest first and past ones latest first, and every booking is in exactly one list', async () => {
    const ahead = await all<Booked>('/v1/operator/bookings?when=ahead', 'bookings')
    const past = await all<Booked>('/v1/operator/bookings?when=past', 'bookings')
    const whole = await all<Booked>('/v1/operator/bookings', 'bookings')
    const days = (rows: readonly Booked[]) => rows.map(({ eventDate, startsAt }) => eventDate + startsAt)
    expect(ahead.length).toBeGreaterThan(50)
    expect(past.length).toBeGreaterThan(10)
    expect(days(ahead)).toEqual(days(ahead).toSorted())
    expect(days(past)).toEqual(days(past).toSorted().toReversed())
    expect(days(whole)).toEqual(days(whole).toSorted().toReversed())
    const now = new Date('2026-11-20T09:00:00Z').toISOString()
    expect(ahead.every(({ endsAt }) => Date.parse(endsAt) > Date.parse(now))).toBe(true)
    const ids = whole.map(({ id }) => id)
    expect([...ahead, ...past].map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    expect(new Set(ids).size).toBe(ids.length)
  })
  test('the totals of future bookings equal the sum of their rows', async () => {
    const standing = (await all<Booked>('/v1/operator/bookings?when=ahead&state=booked', 'bookings')) as (Booked & {
      currency: string
    })[]
    const { ahead } = (await get('/v1/operator/bookings')).data
    expect(ahead.bookings).toBe(standing.length)
    for (const { currency, amount } of ahead.worth)
      expect(amount).toBeCloseTo(
        standing.filter((one) => one.currency === currency).reduce((sum, { total }) => sum + total, 0),
        2,
      )
  })
})

describe('Overview of a person or artist', () => {
  test('every count on a person’s page equals the length of the list that it links to', async () => {
    const id = await accountOf('leila@mail.example')
    const { hub } = (await get(`/v1/operator/people/${id}`)).data
    expect(hub.bookings).toBeGreaterThan(0)
    expect(hub.money[0].amount).toBeGreaterThan(0)
    const lists = {
      bookings: (await all(`/v1/operator/bookings?accountId=${id}&state=completed`, 'bookings')).length,
      payments: (await all(`/v1/operator/payments?accountId=${id}`, 'payments')).length,
      reviews: (await all(`/v1/operator/reviews?accountId=${id}`, 'reviews')).length,
      reports: (await all(`/v1/operator/reports?accountId=${id}&state=all`, 'reports')).length,
    }
    expect(hub).toMatchObject(lists)
    const listed = (await get('/v1/operator/people?text=leila@mail')).data.people[0]
    expect(listed).toMatchObject({ bookings: hub.bookings, spent: hub.money })
  })
  test('every count on an artist’s page equals the length of its list, and conversations are listed without their content', async () => {
    const { id } = await mia()
    await createTestConversation(rig, 'mia-hollis')
    const { hub } = (await get(`/v1/operator/providers/${id}`)).data
    const lists = {
      bookings: (await all(`/v1/operator/bookings?providerId=${id}&state=completed`, 'bookings')).length,
      payments: (await all(`/v1/operator/payments?providerId=${id}`, 'payments')).length,
      payouts: (await all(`/v1/operator/payouts?providerId=${id}`, 'payouts')).length,
      reviews: (await all(`/v1/operator/reviews?providerId=${id}`, 'reviews')).length,
      reports: (await all(`/v1/operator/reports?providerId=${id}&state=all`, 'reports')).length,
    }
    expect(lists.bookings).toBeGreaterThan(50)
    expect(hub).toMatchObject(lists)
    const { provider } = (await get(`/v1/operator/providers/${id}`)).data
    const profile = (await get('/v1/@/mia-hollis')).data
    expect([provider.bookingCount, profile.bookingCount]).toEqual([hub.bookings, hub.bookings])
    expect(hub.conversations.count).toBeGreaterThan(0)
    expect(Object.keys(hub.conversations.latest[0]).toSorted()).toEqual(
      ['id', 'lastAt', 'messages', 'reportId', 'withId', 'withName'].toSorted(),
    )
  })
  test('operators who only verify profiles do not see an artist’s customers', async () => {
    const { db } = rig.database
    const operator = await accountOf('olu@primp.test')
    const { duties } = await db
      .selectFrom('account')
      .select('duties')
      .where('id', '=', operator)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('account')
      .set({ duties: ['verification'] })
      .where('id', '=', operator)
      .execute()
    try {
      const checker = await signIn('olu@primp.test')
      expect((await get(`/v1/operator/providers/${(await mia()).id}`, checker)).data.hub).toBeNull()
      const { found } = (await get('/v1/operator/find?text=mia', checker)).data
      expect(new Set(found.map(({ kind }: { kind: string }) => kind))).toEqual(new Set(['provider']))
    } finally {
      await db.updateTable('account').set({ duties }).where('id', '=', operator).execute()
    }
  })
  test('the payments of the last month on the page add up', async () => {
    const { month } = (await get('/v1/operator/payments')).data
    const rows = await all<{ state: string; at: string; amount: number; currency: string }>(
      '/v1/operator/payments?state=captured',
      'payments',
    )
    const since = Date.parse('2026-11-20T09:00:00Z') - 30 * 86_400_000
    const own = rows.filter(({ at }) => Date.parse(at) >= since)
    expect(month.payments).toBe(own.length)
    const { amount, currency } = month.taken[0]
    expect(amount).toBeCloseTo(
      own.filter((row) => row.currency === currency).reduce((sum, row) => sum + row.amount, 0),
      2,
    )
  })
})

describe('Search of the console', () => {
  test('the search finds a person, an artist, a booking and a payment, and logs the access', async () => {
    const { found } = (await get('/v1/operator/find?text=leila')).data
    expect(new Set(found.map(({ kind }: { kind: string }) => kind))).toEqual(
      new Set(['person', 'provider', 'booking', 'payment']),
    )
    expect(found.length).toBeLessThanOrEqual(20)
    const artist = (await get('/v1/operator/find?text=MIA%20hol')).data.found
    expect(artist).toContainEqual(expect.objectContaining({ kind: 'provider', title: 'Mia Hollis' }))
    const { account_ids } = await rig.database.db
      .selectFrom('access_log')
      .select('account_ids')
      .where('what', '=', 'people')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(account_ids.length).toBeGreaterThan(0)
  })
  test('the search refuses a single letter, and everyone who is not an operator', async () => {
    expect((await rig.call('/v1/operator/find?text=a', { bearer: olu })).status).toBe(400)
    expect((await rig.call('/v1/operator/find?text=ana')).status).toBe(401)
    expect((await rig.call('/v1/operator/find?text=ana', { bearer: await signIn('ana@primp.test') })).body.code).toBe(
      'not_yours',
    )
  })
})
