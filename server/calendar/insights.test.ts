import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Insights } from '#contract/calendar/insights.ts'
import { createRequester, createTestClient, createTestVisitor, getAccountId } from '#server/testing/clients.ts'
import { clearTestTown, createTestProvider, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { confirmRequestsByMail, deleteTestMails } from '#server/testing/requests.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { waitForBackgroundWork } from '#server/platform/work/background-work.ts'
import { recordView } from '#server/search/index.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
const clear = async () => {
  rig.at(testNow)
  await clearTestTown(rig)
  await deleteTestMails(rig)
}
beforeEach(clear)
afterAll(clear)

const week = '2026-11-16'
type Artist = Awaited<ReturnType<typeof createTestProviderWithAccount>>
const insightsOf = async ({ accountId }: Artist): Promise<Insights> => {
  const { body, status } = await (await createTestClient(rig, accountId))('/v1/providers/me/insights')
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const minutesLater = (minutes: number) => rig.at(new Date(testNow.getTime() + minutes * 60_000))

describe('Views in search results', () => {
  test('a search counts once, when its owner first reads the quotes, by the artist’s position at that moment', async () => {
    const dear = await createTestProviderWithAccount(rig, { slug: 'dear', costs: { makeup: 20_000 } })
    const cheap = await createTestProviderWithAccount(rig, { slug: 'cheap', costs: { makeup: 4_000 } })
    const others = await Promise.all(
      [5, 6, 7].map((no) =>
        createTestProvider(rig, { slug: `between-${no}`, costs: { makeup: no * 1_000 }, instant: true }),
      ),
    )
    expect(others).toHaveLength(3)
    const { id, call } = await createTestVisitor(rig)
    const read = (query = '') => call(`/v1/quotes/${id}${query}`)
    await rig.call(`/v1/quotes/${id}`, { address: '127.0.9.1' })
    expect((await insightsOf(cheap)).seen, 'a view by someone else does not count').toEqual([])
    await read('?sortBy=price')
    await read()
    await read('?sortBy=nearest')
    expect((await insightsOf(cheap)).seen).toEqual([{ week, views: 0, first: 1, near: 0, further: 0 }])
    expect((await insightsOf(dear)).seen).toEqual([{ week, views: 0, first: 0, near: 1, further: 0 }])
  })

  test('an unavailable artist is not counted as shown until one becomes available', async () => {
    const late = await createTestProviderWithAccount(rig, { slug: 'opens-late', opens: 1_200 })
    const { id, call } = await createTestVisitor(rig)
    await call(`/v1/quotes/${id}`)
    expect((await insightsOf(late)).seen).toEqual([])
    await rig.database.db.updateTable('provider').set({ opens_minute: 300 }).where('id', '=', late.id).execute()
    await call(`/v1/quotes/${id}`)
    await call(`/v1/quotes/${id}`)
    expect((await insightsOf(late)).seen).toMatchObject([{ first: 1 }])
  })

  test('all of many simultaneous views are counted, and unknown names are ignored', async () => {
    const artist = await createTestProviderWithAccount(rig, { slug: 'looked-at' })
    const ctx = createJobContext(rig, 'test')
    for (let i = 0; i < 40; i++) recordView(ctx, 'looked-at')
    recordView(ctx, 'nobody-of-that-name')
    await waitForBackgroundWork(rig.database)
    expect((await insightsOf(artist)).seen).toEqual([{ week, views: 40, first: 0, near: 0, further: 0 }])
  })
})

describe('Requests, offers and their results', () => {
  async function asks(...slugs: string[]) {
    const details = createRequester()
    const visitor = await createTestVisitor(rig, {}, { details })
    const asked = await visitor.call(`/v1/quotes/${visitor.id}/requests`, 'POST', { profiles: slugs })
    expect(asked.status, JSON.stringify(asked.body)).toBe(200)
    await confirmRequestsByMail(rig, details.email)
    return visitor
  }
  async function answers({ accountId, slug }: Artist, act: 'offer' | 'decline', body: object = {}) {
    const call = await createTestClient(rig, accountId)
    const { requests } = (await call('/v1/providers/me/requests')).body.data
    const open = requests.find(({ state }: { state: string }) => state === 'requested')
    const answer = await call(`/v1/providers/me/requests/${open.id}/${act}`, 'POST', body)
    expect(answer.status, `${slug} ${JSON.stringify(answer.body)}`).toBe(200)
  }
  const own = (slug: string, terms: object = {}) => createTestProviderWithAccount(rig, { slug, ...terms })
  const notAtOnce = (...artists: Artist[]) =>
    rig.database.db
      .updateTable('provider')
      .set({ instant_booking: false })
      .where(
        'id',
        'in',
        artists.map(({ id }) => id),
      )
      .execute()

  test('after one of two offers is booked, the dearer offer is lost by price; both artists see how fast they answered', async () => {
    const [won, dear] = [await own('won'), await own('too-dear', { costs: { makeup: 9_900 } })]
    await notAtOnce(won, dear)
    const visitor = await asks('won', 'too-dear')
    minutesLater(20)
    await answers(won, 'offer')
    minutesLater(30)
    await answers(dear, 'offer')
    expect((await insightsOf(dear)).asked).toMatchObject([{ week, requests: 1, offers: 1, waiting: 1, lost: 0 }])
    await visitor.book('won')
    expect((await insightsOf(won)).asked).toEqual([
      { week, requests: 1, offers: 1, won: 1, lost: 0, declined: 0, waiting: 0, instant: 0, middleMinutes: 20 },
    ])
    const { asked, lost } = await insightsOf(dear)
    expect(asked).toMatchObject([{ requests: 1, offers: 1, won: 0, lost: 1, waiting: 0, middleMinutes: 30 }])
    expect(lost.filter(({ n }) => n > 0)).toEqual([{ reason: 'price', n: 1 }])
  })

  test('an artist who is not dearer loses by another time, a longer distance or no answer', async () => {
    const all = [
      await own('chosen'),
      await own('other-time'),
      await own('far', { east: 4_000 }),
      await own('silent'),
    ] as const
    const [chosen, otherTime, far, silent] = all
    await notAtOnce(...all)
    const visitor = await asks('chosen', 'other-time', 'far', 'silent')
    await answers(otherTime, 'offer', { finishTime: '15:00' })
    await answers(far, 'offer')
    await answers(chosen, 'offer')
    await visitor.book('chosen')
    const reasons = await Promise.all(
      [otherTime, far, silent].map(async (artist) =>
        (await insightsOf(artist)).lost.filter(({ n }) => n > 0).map(({ reason }) => reason),
      ),
    )
    expect(reasons).toEqual([['time'], ['distance'], ['answer']])
  })

  test('an artist’s own decline is not a loss; an offer that the customer declines without booking anyone is lost to no one', async () => {
    const [says, offers] = [await own('says-no'), await own('offers')]
    await notAtOnce(says, offers)
    const visitor = await asks('says-no', 'offers')
    await answers(says, 'decline')
    await answers(offers, 'offer')
    const { requests } = (await visitor.call(`/v1/quotes/${visitor.id}/requests`)).body.data
    const offered = requests.find(({ provider }: { provider: { slug: string } }) => provider.slug === 'offers')
    expect((await visitor.call(`/v1/requests/${offered.id}/decline-offer`, 'POST', {})).status).toBe(200)
    expect((await insightsOf(says)).asked).toMatchObject([{ requests: 1, declined: 1, lost: 0 }])
    const { asked, lost } = await insightsOf(offers)
    expect(asked).toMatchObject([{ offers: 1, lost: 1 }])
    expect(lost.filter(({ n }) => n > 0)).toEqual([{ reason: 'nobody', n: 1 }])
  })
})

test('earnings equal the statement and the ledger, and the sum of all categories', async () => {
  const artist = await createTestProviderWithAccount(rig, { slug: 'earns' })
  const first = await createTestVisitor(rig)
  const { id } = await first.book('earns')
  await (await createTestVisitor(rig, { eventDate: '2027-07-10' })).book('earns')
  const { refund } = (await first.call(`/v1/bookings/${id}`)).body.data.appointment
  expect((await first.call(`/v1/bookings/${id}/cancel`, 'POST', { refund: refund.now })).status).toBe(200)
  const call = await createTestClient(rig, artist.accountId)
  const { months } = (await call('/v1/providers/me/earnings')).body.data
  const statement = (await call('/v1/providers/me/earnings/statement')).body.data.rows
  const { earned, ahead } = await insightsOf(artist)
  expect(earned.map(({ kinds: _, ...month }) => month)).toEqual(
    months.map(({ fee: _, ...month }: { fee: number }) => month),
  )
  expect(earned.at(-1)?.yours).toBeGreaterThan(0)
  const minor = (amount: number) => Math.round(amount * 100)
  for (const { yours, kinds } of earned)
    expect(kinds.reduce((sum, kind) => sum + minor(kind.yours), 0)).toBe(minor(yours))
  expect(earned.at(-1)?.kinds.every(({ categoryId }) => categoryId !== null)).toBe(true)
  const all = earned.reduce((sum, { yours }) => sum + minor(yours), 0)
  expect(statement.reduce((sum: number, { yours }: { yours: number }) => sum + minor(yours), 0)).toBe(all)
  const entries = await rig.database.db
    .selectFrom('ledger_entry')
    .select(['amount_minor', 'account'])
    .where('account', 'like', `%:${artist.id}`)
    .execute()
  expect(-entries.reduce((sum, { amount_minor }) => sum + amount_minor, 0)).toBe(all)
  expect(ahead, 'a cancelled booking is not counted').toMatchObject([{ month: '2027-07', bookings: 1 }])
})

test('a price is compared with the middle price of at least five other artists', async () => {
  const artist = await createTestProviderWithAccount(rig, { slug: 'priced', costs: { makeup: 9_000 } })
  const makeup = async () => (await insightsOf(artist)).prices
  for (const cost of [4_000, 5_000, 6_000, 7_000])
    await createTestProvider(rig, { slug: `beside-${cost}`, costs: { makeup: cost } })
  expect(await makeup(), 'four others are too few').toMatchObject([{ own: 90, middle: null, artists: null }])
  await createTestProvider(rig, { slug: 'beside-6300', costs: { makeup: 6_300 } })
  // 40, 50, 60, 63, 70: the mean of the 40th (56) and the 60th (61.2) percentiles is 59, a price that no artist has.
  expect(await makeup()).toMatchObject([{ own: 90, middle: 59, artists: 5 }])
  await rig.database.db.updateTable('provider').set({ state: 'paused' }).where('slug', '=', 'beside-4000').execute()
  expect(await makeup()).toMatchObject([{ middle: null }])
})

test('a new artist sees zeros, and nobody sees the figures of another', async () => {
  const busy = await createTestProviderWithAccount(rig, { slug: 'busy' })
  await (await createTestVisitor(rig)).book('busy')
  expect((await insightsOf(busy)).asked).toMatchObject([{ instant: 1 }])
  const fresh = await createTestProviderWithAccount(rig, { slug: 'fresh' })
  const { seen, asked, lost, earned, ahead, replies, weeks } = await insightsOf(fresh)
  expect([seen, asked, ahead]).toEqual([[], [], []])
  expect(lost.every(({ n }) => n === 0)).toBe(true)
  expect(earned).toHaveLength(12)
  expect(earned.every(({ yours, bookings }) => yours === 0 && bookings === 0)).toBe(true)
  expect(replies).toEqual({ minutes: null, fasterThan: null })
  expect(weeks.at(-1)).toBe(week)

  for (const path of ['/v1/providers/me/insights', '/v1/providers/me/insights/suggestion']) {
    expect((await rig.call(path)).body.code).toBe('not_signed_in')
    const ana = await createTestClient(rig, await getAccountId(rig, 'ana@primp.test'))
    expect((await ana(path)).body.code).toBe('not_yours')
  }
  const call = await createTestClient(rig, fresh.accountId)
  expect((await call('/v1/providers/me/insights?weeks=54')).body.code).toBe('invalid_input')
  expect((await call('/v1/providers/me/insights/suggestion?days=0')).body.code).toBe('invalid_input')
})
