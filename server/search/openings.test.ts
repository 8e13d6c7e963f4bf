import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { clearTestTown, createTestBusyTime, createTestProvider, testTown } from '#server/testing/providers.ts'

let rig: TestRig
let asked = 0
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(() => clearTestTown(rig))
afterAll(() => clearTestTown(rig))

const ask = (query: string) => rig.call(`/v1/openings?${query}`, { address: `127.71.0.${(++asked % 250) + 1}` })
const here = `near=${testTown.coordinates.join(',')}`
const artistsOf = async (query = '') =>
  (await ask(`${here}${query}`)).body.data.artists as {
    slug: string
    days: string[]
    price: number
    currency: string
    mobileOrStudio: string
  }[]
const day = (n: number) => new Date(testNow.getTime() + n * 86_400_000).toISOString().slice(0, 10)

describe('Openings', () => {
  test('openings are the soonest free days of artists nearby, with their price and place', async () => {
    await createTestProvider(rig, { slug: 'free', notice: 0 })
    await createTestProvider(rig, { slug: 'dear', notice: 72, costs: { makeup: 9_900 } })
    const { status, body } = await ask(here)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      place: 'Lerwick',
      countryCode: 'GB',
      from: '2026-11-20',
      until: '2026-12-03',
      service: 'makeup',
    })
    expect(body.data.artists).toMatchObject([
      { slug: 'free', price: 52, currency: 'GBP', mobileOrStudio: 'mobile', days: [day(0), day(1), day(2)] },
      { slug: 'dear', price: 117, days: [day(3), day(4), day(5)] },
    ])
  })

  test('full days and artists without a free day within two weeks are left out', async () => {
    const busy = await createTestProvider(rig, { slug: 'busy', notice: 0 })
    const full = await createTestProvider(rig, { slug: 'full', notice: 0 })
    for (let n = 0; n < 15; n++) {
      if (n !== 4) await createTestBusyTime(rig, busy, `${day(n)}T00:00:00Z`, `${day(n + 1)}T00:00:00Z`)
      await createTestBusyTime(rig, full, `${day(n)}T00:00:00Z`, `${day(n + 1)}T00:00:00Z`)
    }
    expect(await artistsOf()).toMatchObject([{ slug: 'busy', days: [day(4)] }])
  })

  test('openings are for the chosen service, and show each artist once', async () => {
    await createTestProvider(rig, { slug: 'both', notice: 0, studio: true })
    await createTestProvider(rig, { slug: 'hands', notice: 0, costs: { manicure: 2_500 } })
    expect((await artistsOf()).map(({ slug }) => slug)).toEqual(['both'])
    expect((await artistsOf('&service=manicure')).map(({ slug }) => slug)).toEqual(['hands'])
  })

  test('at most twelve artists are shown, and none who is too far away', async () => {
    for (let n = 0; n < 14; n++) await createTestProvider(rig, { slug: `many-${n}`, notice: 0 })
    await createTestProvider(rig, { slug: 'far', notice: 0, radius: 1_000, east: 30_000 })
    const slugs = (await artistsOf()).map(({ slug }) => slug)
    expect(slugs).toHaveLength(12)
    expect(slugs).not.toContain('far')
  })

  test('an invalid point, place or service is refused', async () => {
    const refused = async (query: string) => {
      const { status, body } = await ask(query)
      return [status, body.code]
    }
    expect(await refused('')).toEqual([400, 'invalid_input'])
    expect(await refused('near=here')).toEqual([400, 'invalid_input'])
    expect(await refused('near=999,10')).toEqual([422, 'location_out_of_range'])
    expect(await refused('near=-30,-40')).toEqual([422, 'place_too_remote'])
    expect(await refused(`${here}&service=haircut`)).toEqual([422, 'unknown_service'])
  })
})
