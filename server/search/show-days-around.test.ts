import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import {
  clearTestTown,
  createSearchInput,
  createTestBusyTime,
  createTestProvider,
  testTown,
} from '#server/testing/providers.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})
afterAll(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})

const made = async (body: Record<string, unknown>) =>
  (await rig.call('/v1/quotes/', { method: 'POST', body })).body.data.search.id as string
const daysOf = async (id: string) => (await rig.call(`/v1/quotes/${id}/days`)).body.data.days
type Day = { eventDate: string; fits: number; from: number | null }

test('each of the seven days shows the result of the same search on that day', async () => {
  const artists = [
    await createTestProvider(rig, { slug: 'dear', costs: { makeup: 9_000, updo: 8_000 } }),
    await createTestProvider(rig, { slug: 'cheap', costs: { makeup: 3_000, updo: 2_000 } }),
    await createTestProvider(rig, { slug: 'seat', mobile: false, studio: true }),
  ]
  await createTestBusyTime(rig, artists[1] as (typeof artists)[0], '2027-06-13T05:00:00Z', '2027-06-13T20:00:00Z')
  for (const artist of artists) await createTestBusyTime(rig, artist, '2027-06-11T05:00:00Z', '2027-06-11T20:00:00Z')
  const body = createSearchInput(testTown)
  const days: Day[] = await daysOf(await made(body))
  expect(days.map(({ eventDate }) => eventDate)).toEqual(
    [9, 10, 11, 12, 13, 14, 15].map((day) => `2027-06-${String(day).padStart(2, '0')}`),
  )
  expect(days.map(({ fits }) => fits)).toEqual([3, 3, 0, 3, 2, 3, 3])
  for (const { eventDate, fits, from } of days.slice(2, 5)) {
    const there = (await rig.call(`/v1/quotes/${await made({ ...body, eventDate })}`)).body.data
    expect([eventDate, fits, from]).toEqual([
      eventDate,
      there.counts.people.fits,
      there.priceRange ? there.priceRange[0] : null,
    ])
  }
})

test('days that can no longer be requested are omitted, and an unknown search gives no days', async () => {
  rig.at(new Date('2027-06-10T09:00:00Z'))
  const days: Day[] = await daysOf(await made(createSearchInput(testTown)))
  expect(days.map(({ eventDate }) => eventDate)).toEqual([
    '2027-06-11',
    '2027-06-12',
    '2027-06-13',
    '2027-06-14',
    '2027-06-15',
  ])
  const { status, body } = await rig.call('/v1/quotes/nobody-made-this/days')
  expect([status, body.code]).toEqual([404, 'not_found'])
})
