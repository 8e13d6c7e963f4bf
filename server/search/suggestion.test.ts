import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { SuggestedChange } from '#contract/calendar/insights.ts'
import { createTestClient, createTestVisitor } from '#server/testing/clients.ts'
import {
  clearTestTown,
  createTestBusyTime,
  createTestProvider,
  createTestProviderWithAccount,
  testTown,
} from '#server/testing/providers.ts'
import { getCatalog } from '#server/catalog/index.ts'
import { readAround } from '#server/search/matching/around.ts'
import { fitsAnyMode, matchIn } from '#server/search/matching/match-providers.ts'
import { createTestMatchQuery, randomTestSearch } from '#server/testing/searches.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { parseArtistPath, doesProviderFit, isSeen, isolateRow, selectBusy } from './insights.ts'
import { field, readCellNumber } from '#server/search/matching/cell-snapshot.ts'

if (process.env.PROVE) vi.setConfig({ testTimeout: 600_000 })

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  rig.at(testNow)
  await forgetSearches()
  await clearTestTown(rig)
})
afterAll(async () => {
  await forgetSearches()
  await clearTestTown(rig)
})
const forgetSearches = () =>
  rig.database.db
    .updateTable('search')
    .set({ created_at: new Date('2020-01-01') })
    .where('sample', '=', false)
    .execute()

async function searches(more: Record<string, unknown>, east = 0) {
  const [lng, lat] = testTown.coordinates
  const location = { ...testTown, coordinates: [lng + east / (111_195 * Math.cos((lat * Math.PI) / 180)), lat] }
  const visitor = await createTestVisitor(rig, { location, ...more }, { details: null })
  await rig.database.db.updateTable('search').set({ created_at: testNow }).where('id', '=', visitor.id).execute()
  return visitor
}
type Searcher = Awaited<ReturnType<typeof searches>>

/** Counts the searches whose pages show that artist as fitting. */
async function fitting(slug: string, all: readonly Searcher[]): Promise<number> {
  let n = 0
  for (const { id, call } of all) {
    const { offers, profiles } = (await call(`/v1/quotes/${id}`)).body.data
    const cards = (['mobile', 'studio'] as const).flatMap((mode) => [
      ...offers[mode].map(({ provider }: { provider: object }) => provider),
      ...profiles[mode],
    ])
    if (cards.some((card: { slug: string; reason: string }) => card.slug === slug && card.reason === 'fits')) n++
  }
  return n
}
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

test('the gain of each suggested change equals the number of searches won when the setting is really changed', async () => {
  const artist = await createTestProviderWithAccount(rig, {
    slug: 'suggested',
    opens: 480,
    closes: 1_080,
    radius: 5_000,
    notice: 12,
  })
  await createTestBusyTime(rig, artist, '2027-06-13T05:00:00Z', '2027-06-13T20:00:00Z')
  const all: Searcher[] = []
  for (const finishTime of ['06:30', '07:00', '07:30', '08:00']) all.push(await searches({ finishTime }))
  for (const finishTime of ['13:30', '19:00', '20:00', '20:30']) all.push(await searches({ finishTime }))
  for (let i = 0; i < 3; i++) all.push(await searches({ eventDate: '2027-06-13' }))
  for (const east of [6_000, 9_000, 12_000]) all.push(await searches({}, east))
  for (let i = 0; i < 3; i++) all.push(await searches({ services: ['makeup', 'blow-dry'] }))
  for (let i = 0; i < 3; i++) all.push(await searches({ eventDate: '2026-11-20', finishTime: '16:00' }))
  const call = await createTestClient(rig, artist.accountId)
  const { searches: counted, fitted, best, others } = (await call('/v1/providers/me/insights/suggestion')).body.data
  expect(counted).toBe(all.length)
  const before = await fitting('suggested', all)
  expect(fitted).toBe(before)

  const said: SuggestedChange[] = [best, ...others]
  expect(new Set(said.map(({ kind }) => kind))).toEqual(new Set(['opens', 'closes', 'radius', 'service', 'notice']))
  expect(said.map(({ more }) => more)).toEqual(said.map(({ more }) => more).toSorted((a, b) => b - a))
  const { db } = rig.database
  for (const change of said) {
    const set =
      change.kind === 'opens'
        ? { opens_minute: minuteOf(change.time) }
        : change.kind === 'closes'
          ? { closes_minute: minuteOf(change.time) }
          : change.kind === 'radius'
            ? { travel_radius_m: change.distance.metres }
            : change.kind === 'notice'
              ? { notice_hours: change.hours }
              : {}
    if (change.kind === 'service') {
      await db
        .insertInto('provider_service')
        .values({ provider_id: artist.id, service_id: 'blow-dry', cost_minor: 3_000 })
        .execute()
      await db
        .updateTable('artist')
        .set({ service_ids: ['makeup', 'updo', 'blow-dry'] })
        .where('provider_id', '=', artist.id)
        .execute()
    } else await db.updateTable('provider').set(set).where('id', '=', artist.id).execute()
    expect(await fitting('suggested', all), JSON.stringify(change)).toBe(before + change.more)
    if (change.kind !== 'service')
      await db
        .updateTable('provider')
        .set({ opens_minute: 480, closes_minute: 1_080, travel_radius_m: 5_000, notice_hours: 12 })
        .where('id', '=', artist.id)
        .execute()
    else {
      await db
        .deleteFrom('provider_service')
        .where('provider_id', '=', artist.id)
        .where('service_id', '=', 'blow-dry')
        .execute()
      await db
        .updateTable('artist')
        .set({ service_ids: ['makeup', 'updo'] })
        .where('provider_id', '=', artist.id)
        .execute()
    }
  }
})

test('an artist with a longer horizon is found by searches that were made further ahead', async () => {
  const artist = await createTestProviderWithAccount(rig, { slug: 'ahead' })
  const { db } = rig.database
  const takes = (horizon_days: number) =>
    db.updateTable('provider').set({ horizon_days }).where('id', '=', artist.id).execute()
  await takes(90)
  // 92, 120, 204 and 400 days from now, and one that they already accept.
  const ahead = ['2027-02-20', '2027-03-20', '2027-06-12', '2027-12-25']
  const all: Searcher[] = []
  for (const eventDate of [...ahead, '2027-01-16']) all.push(await searches({ eventDate }))
  const call = await createTestClient(rig, artist.accountId)
  const { fitted, best, others } = (await call('/v1/providers/me/insights/suggestion')).body.data
  expect([fitted, best, others]).toEqual([1, { kind: 'horizon', days: 365, more: 3 }, []])
  expect(await fitting('ahead', all)).toBe(1)
  await takes(365)
  expect(await fitting('ahead', all)).toBe(4)
})

test('an artist’s weekly hours open earlier on working days only, and closed days stay closed', async () => {
  const artist = await createTestProviderWithAccount(rig, { slug: 'weekly' })
  const call = await createTestClient(rig, artist.accountId)
  const nine = [{ opens: '09:00', closes: '18:00' }]
  const days = [[], nine, nine, nine, nine, nine, nine]
  expect((await call('/v1/providers/me/hours/week', 'PUT', { days })).status).toBe(200)
  // A Saturday and a Monday.
  const all: Searcher[] = []
  for (let i = 0; i < 4; i++) all.push(await searches({ finishTime: '09:30' }))
  for (let i = 0; i < 4; i++) all.push(await searches({ finishTime: '09:30', eventDate: '2027-06-14' }))
  const { best } = (await call('/v1/providers/me/insights/suggestion')).body.data
  expect(best).toMatchObject({ kind: 'opens', more: 4 })
  const earlier = [{ opens: best.time, closes: '18:00' }]
  const changed = [[], earlier, earlier, earlier, earlier, earlier, earlier]
  expect((await call('/v1/providers/me/hours/week', 'PUT', { days: changed })).status).toBe(200)
  expect(await fitting('weekly', all)).toBe(4)
})

test('an edited search counts once, and a change that gains fewer than three searches is not suggested', async () => {
  const artist = await createTestProviderWithAccount(rig, { slug: 'few', opens: 600 })
  const call = await createTestClient(rig, artist.accountId)
  const first = await searches({ finishTime: '09:30' })
  for (const finishTime of ['09:00', '08:30']) {
    const { body } = await first.call('/v1/quotes/', 'POST', {
      storeSlug: 'beauty',
      categorySlug: 'makeup-hair-styling',
      location: testTown,
      eventDate: '2027-06-12',
      services: ['makeup'],
      previousSearch: first.id,
      finishTime,
    })
    await rig.database.db
      .updateTable('search')
      .set({ created_at: testNow })
      .where('id', '=', body.data.search.id)
      .execute()
  }
  const { searches: counted, fitted, best, others } = (await call('/v1/providers/me/insights/suggestion')).body.data
  expect(counted).toBe(2)
  expect([fitted, best, others]).toEqual([0, null, []])
})

test('an artist fits alone exactly if they fit among the whole market', async () => {
  const catalog = await getCatalog(rig.database)
  await createTestProvider(rig, { slug: 'stands-there' })
  let some = 0
  await fc.assert(
    fc.asyncProperty(randomTestSearch, async (asked) => {
      const query = createTestMatchQuery(asked, catalog)
      const around = await readAround(rig.database, query, query.ask.day, query.ask.aim)
      const match = matchIn(around, query)
      for (let i = 0; i < Math.min(match.found.count, 40); i++) {
        const { cell, busy } = around[match.found.cell[i] as number] as (typeof around)[number]
        const row = match.found.row[i] as number
        const alone = isolateRow(cell, row)
        const mine = busy
          .flatMap(({ nos, from, until }) =>
            Array.from(nos, (no, at) => ({ no, from: from[at] as number, until: until[at] as number })),
          )
          .filter(({ no }) => no === readCellNumber(alone, 0, field.no))
        const near = selectBusy(mine, query.ask.day.at(-1440) / 1000, query.ask.day.at(3180) / 1000)
        expect(doesProviderFit(alone, { query, busy: near })).toBe(fitsAnyMode(match, i))
        some++
      }
      match.found.recycle()
    }),
    { numRuns: process.env.PROVE ? 400 : 25 },
  )
  expect(some).toBeGreaterThan(100)
})

test('a view counts only for a person’s browser on an artist’s page, not for bots and prefetches', () => {
  expect(parseArtistPath('/@/mia-hollis')).toBe('mia-hollis')
  expect(parseArtistPath('/@/mia-hollis.data')).toBe('mia-hollis')
  expect(parseArtistPath('/quotes/abc_DEF-123/@/mia-hollis')).toBe('mia-hollis')
  for (const path of ['/@', '/@/', '/@/mia-hollis/book', '/v1/providers/mia-hollis', '/book/abc/@/mia-hollis'])
    expect(parseArtistPath(path), path).toBeNull()
  const browser = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
  expect(isSeen({ 'user-agent': browser })).toBe(true)
  expect(isSeen({ 'user-agent': browser, 'sec-purpose': 'prefetch;prerender' })).toBe(false)
  for (const agent of ['', 'Googlebot/2.1', 'Mozilla/5.0 (compatible; bingbot/2.0)', 'curl/8.5.0', 'WhatsApp preview'])
    expect(isSeen({ 'user-agent': agent }), agent).toBe(false)
})
