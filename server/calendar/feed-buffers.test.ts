import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRequester, createTestClient, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount, testTown } from '#server/testing/providers.ts'
import { listFreeTimesOnDay } from './free-times.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { isFree, replaceFeed, usualSpeeds } from '#server/providers/index.ts'
import { listBusyByDay } from '#server/search/demand.queries.ts'
import { listBusyTimes } from '#server/search/insights.queries.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'

const MINUTE_MS = 60_000
const date = '2027-06-12'
const at = (minutes: number) => Date.parse(`${date}T00:00:00+01:00`) + minutes * MINUTE_MS
const spotIn = ([lng, lat]: [number, number]) => ({ lat, lng })
const spot = spotIn(testTown.coordinates)

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
  await clearTestTown(rig)
})
afterAll(() => clearTestTown(rig))

async function insertEvent(artist: { id: string }, from: number, to: number): Promise<void> {
  const { db } = rig.database
  const feed = await db
    .insertInto('calendar_feed')
    .values({
      provider_id: artist.id,
      url: `https://calendar.example/${artist.id}.ics`,
      created_at: rig.clock(),
      checked_at: rig.clock(),
      paused_at: rig.clock(),
      timeouts: 3,
    })
    .onConflict((oc) => oc.columns(['provider_id', 'url']).doUpdateSet({ name: '' }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await createJobContext(rig, 'test').transaction((tx) =>
    replaceFeed(tx, artist.id, feed.id, [{ from, to, eventDate: new Date(from).toISOString().slice(0, 10) }]),
  )
}
const setProvider = (id: string, change: { buffer_minutes?: number; lng?: number }) =>
  rig.database.db.updateTable('provider').set(change).where('id', '=', id).execute()

test('search, quote, hold, free times and diary keep the buffer on both sides of an external event', async () => {
  const artist = await createTestProviderWithAccount(rig, { slug: 'buffered', mobile: false, studio: true })
  await setProvider(artist.id, { buffer_minutes: 30 })
  const event = { from: at(10 * 60), to: at(11 * 60) }
  await insertEvent(artist, event.from, event.to)
  const ctx = createJobContext(rig, 'test')
  const search = (startTime: string, eventDate = date) =>
    createTestVisitor(
      rig,
      { finishTime: undefined, eventDate },
      { details: createRequester({ startTime, timeConstraint: 'start' }) },
    )
  const usual = await (await search('12:00', '2027-06-19')).quote('buffered', 'studio')
  const length = Date.parse(usual.plan.doneAt) - Date.parse(usual.plan.arriveAt)
  const isPossible = (from: number) => from + length + 30 * MINUTE_MS <= event.from || from >= event.to + 30 * MINUTE_MS
  const seen = new Set<boolean>()
  for (let minute = 8 * 60; minute <= 12 * 60; minute += 30) {
    const possible = isPossible(at(minute))
    const job = { ...spot, from: at(minute), to: at(minute) + length }
    const diary = await isFree(ctx, artist.id, job, 30, usualSpeeds)
    const startTime = new Date(Date.UTC(2027, 0, 1) + minute * MINUTE_MS).toISOString().slice(11, 16)
    const visitor = await search(startTime)
    const { offers, profiles } = (await visitor.call(`/v1/quotes/${visitor.id}`)).body.data
    const cards = [...offers.studio.map(({ provider }: { provider: unknown }) => provider), ...profiles.studio]
    const { reason } = cards.find(({ slug }) => slug === 'buffered')
    const held = await visitor.hold('buffered', 'studio')
    expect([startTime, diary, reason, held.status === 200]).toEqual([
      startTime,
      possible,
      possible ? 'fits' : 'booked',
      possible,
    ])
    if (possible) await visitor.call(`/v1/holds/${held.body.data.hold.id}/release`, 'POST', {})
    seen.add(possible)
  }
  expect(seen.size).toBe(2)
  const times = await listFreeTimesOnDay(ctx, {
    providerId: artist.id,
    date,
    tz: 'Europe/London',
    minutes: length / MINUTE_MS,
    services: [],
    spot,
    speeds: usualSpeeds,
  })
  const ends = Array.from({ length: 13 }, (_, i) => 8 * 60 + i * 30)
  const clock = (minute: number) => new Date(minute * MINUTE_MS).toISOString().slice(11, 16)
  expect(times.map(({ finishTime }) => finishTime).filter((time) => time >= '08:00' && time <= '14:00')).toEqual(
    ends.filter((end) => isPossible(at(end) - length)).map(clock),
  )
})

test('free times, diary and search agree around any event, with any buffer', async () => {
  const artist = await createTestProviderWithAccount(rig, { slug: 'any-event', mobile: false, studio: true })
  const ctx = createJobContext(rig, 'test')
  const minutes = 60
  const ends = Array.from({ length: 33 }, (_, i) => 360 + i * 30)
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 60, max: 264 }),
      fc.integer({ min: 1, max: 100 }),
      fc.constantFrom(0, 10, 30, 90),
      fc.constantFrom(...ends),
      async (start, length, buffer, asked) => {
        await setProvider(artist.id, { buffer_minutes: buffer })
        const event = { from: start * 5, to: (start + length) * 5 }
        await insertEvent(artist, at(event.from), at(event.to))
        const isPossible = (end: number) => end + buffer <= event.from || end - minutes >= event.to + buffer
        const times = await listFreeTimesOnDay(ctx, {
          providerId: artist.id,
          date,
          tz: 'Europe/London',
          minutes,
          services: [],
          spot,
          speeds: usualSpeeds,
        })
        expect(times.map(({ endsAt }) => Date.parse(endsAt))).toEqual(ends.filter(isPossible).map(at))
        const job = { ...spot, from: at(asked - minutes), to: at(asked) }
        expect(await isFree(ctx, artist.id, job, buffer, usualSpeeds)).toBe(isPossible(asked))
        const finishTime = new Date(asked * MINUTE_MS).toISOString().slice(11, 16)
        const visitor = await createTestVisitor(rig, { finishTime }, { details: null })
        const { offers, profiles } = (await visitor.call(`/v1/quotes/${visitor.id}`)).body.data
        const cards = [...offers.studio.map(({ provider }: { provider: unknown }) => provider), ...profiles.studio]
        const { plan, reason } = cards.find(({ slug }) => slug === 'any-event')
        if (plan) expect(Date.parse(plan.doneAt) - Date.parse(plan.arriveAt)).toBe(minutes * MINUTE_MS)
        expect([finishTime, reason]).toEqual([finishTime, isPossible(asked) ? 'fits' : 'booked'])
      },
    ),
    { numRuns: process.env['PROVE'] ? 100 : 8 },
  )
}, 120_000)

test('travel from and to the base counts on both sides, and a change of buffer or base applies at once', async () => {
  const artist = await createTestProviderWithAccount(rig, { slug: 'travelling', east: 15_000 })
  await setProvider(artist.id, { buffer_minutes: 0 })
  const event = { from: at(12 * 60), to: at(13 * 60) }
  await insertEvent(artist, event.from, event.to)
  /** Returns the smallest gaps, in minutes, that a job needs before and after the event. */
  const gaps = async (buffer: number) => {
    const smallest = async (jobAt: (gap: number) => { from: number; to: number }) => {
      for (let gap = 0; ; gap++)
        if (await isFree(createJobContext(rig, 'test'), artist.id, { ...spot, ...jobAt(gap) }, buffer, usualSpeeds))
          return gap
    }
    const hour = 60 * MINUTE_MS
    return [
      await smallest((gap) => ({ from: event.from - gap * MINUTE_MS - hour, to: event.from - gap * MINUTE_MS })),
      await smallest((gap) => ({ from: event.to + gap * MINUTE_MS, to: event.to + gap * MINUTE_MS + hour })),
    ]
  }
  const [before, after] = await gaps(0)
  expect([before, after]).toEqual([after, before])
  expect(after).toBeGreaterThan(20)
  await setProvider(artist.id, { buffer_minutes: 60 })
  expect(await gaps(60)).toEqual([60, 60])
  const base = spot.lng
  await setProvider(artist.id, { buffer_minutes: 10, lng: base })
  expect(await gaps(10)).toEqual([10, 10])
})

test('an event of several days blocks each of them', async () => {
  const artist = await createTestProviderWithAccount(rig, { slug: 'away-for-long' })
  const DAYS = 500
  await insertEvent(artist, at(0), at(DAYS * 1_440))
  for (const day of [0, 13, DAYS - 1]) {
    const eventDate = new Date(Date.parse(date) + day * 86_400_000).toISOString().slice(0, 10)
    const [taken] = await listBusyByDay(rig.database.db, [artist.no], eventDate, eventDate)
    expect(taken).toEqual({ event_date: eventDate, nos: [artist.no] })
    expect(await listBusyTimes(rig.database.db, artist.id, eventDate, eventDate)).toHaveLength(1)
    if (day > 13) continue
    const visitor = await createTestVisitor(rig, { eventDate })
    const { profiles } = (await visitor.call(`/v1/quotes/${visitor.id}`)).body.data
    expect(profiles.mobile.find(({ slug }: { slug: string }) => slug === 'away-for-long').reason).toBe('booked')
  }
  const theirs = await createTestClient(rig, artist.accountId)
  const { days } = (await theirs('/v1/providers/calendar?month=2027-07')).body.data
  expect(days.filter(({ taken }: { taken: unknown[] }) => taken.length > 0)).toHaveLength(31)
})
