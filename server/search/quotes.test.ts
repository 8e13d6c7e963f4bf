import { privacyCircleMetres } from '#contract/constants.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { measureMetres, roundSpot } from '#server/places/index.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
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
beforeEach(() => clearTestTown(rig))
afterAll(() => clearTestTown(rig))

const hackney = {
  type: 'Point',
  coordinates: [-0.055, 51.545] as [number, number],
  address: { placeName: 'Hackney', countryCode: 'GB' },
}

async function search(more: Record<string, unknown> = {}, town: typeof testTown | typeof hackney = testTown) {
  const made = await rig.call('/v1/quotes/', {
    method: 'POST',
    body: { ...createSearchInput(testTown), location: town, ...more },
  })
  expect(made.status).toBe(200)
  const id = made.body.data.search.id as string
  const get = async (query = '', cookie = made.cookie) => rig.call(`/v1/quotes/${id}${query}`, { cookie })
  return { id, cookie: made.cookie, get, read: async (query = '') => (await get(query)).body.data }
}

type Shown = {
  slug: string
  status: string | null
  reason: string
  price: number | null
  rating: number | null
  totalReviews: number
  distance: { metres: number }
  location: { mobileOrStudio: string; coordinates: [number, number] }
  position?: number
  featured: boolean
}
// biome-ignore lint/suspicious/noExplicitAny: the page as it comes over the wire.
const cardsOf = (page: any, mode: 'mobile' | 'studio' = 'mobile'): Shown[] =>
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  [...page.offers[mode].map((o: any) => o.provider), ...page.profiles[mode]]
const slugs = (page: unknown, mode: 'mobile' | 'studio' = 'mobile') => cardsOf(page, mode).map((card) => card.slug)
const card = (page: unknown, slug: string, mode: 'mobile' | 'studio' = 'mobile') =>
  cardsOf(page, mode).find((c) => c.slug === slug)

describe('Candidates of a search', () => {
  test('a candidate has exactly one reason per list, and counts once although there are two lists', async () => {
    await createTestProvider(rig, { slug: 'fits' })
    await createTestProvider(rig, { slug: 'both', studio: true, radius: 1_000, east: 5_000 })
    await createTestProvider(rig, { slug: 'far', radius: 1_000, east: 5_000 })
    await createTestProvider(rig, { slug: 'late', opens: 840 })
    await createTestProvider(rig, { slug: 'slow', opens: 700, minutes: { makeup: 20 } })
    await createTestProvider(rig, { slug: 'thorough', minutes: { makeup: 20 } })
    const busy = await createTestProvider(rig, { slug: 'busy', studio: true })
    await createTestBusyTime(rig, busy, '2027-06-12T09:00:00Z', '2027-06-12T12:00:00Z')
    const page = await (await search({ services: Array(5).fill('makeup') })).read()

    expect(page.counts.mobile).toEqual({
      fits: 2,
      booked: 1,
      tooFar: 2,
      otherHours: 1,
      tooManyPeople: 1,
      shortNotice: 0,
    })
    expect(page.counts.studio).toEqual({
      fits: 1,
      booked: 1,
      tooFar: 0,
      otherHours: 0,
      tooManyPeople: 0,
      shortNotice: 0,
    })
    expect(page.counts.people).toEqual({
      fits: 3,
      booked: 1,
      tooFar: 1,
      otherHours: 1,
      tooManyPeople: 1,
      shortNotice: 0,
    })
    expect(page.counts).toMatchObject({ candidates: 7, reach: 6 })
    expect(page.counts.shown).toEqual({ mobile: page.counts.mobile, studio: page.counts.studio })
    expect(page.bookedOutPercentage).toBe(17)
    expect(card(page, 'both')).toMatchObject({ status: 'unavailable', reason: 'tooFar', price: null, plan: null })
    expect(card(page, 'both', 'studio')).toMatchObject({ reason: 'fits', price: 260 })
  })

  test('the meter counts booked artists in the same way for every party size', async () => {
    for (let i = 0; i < 4; i++) {
      const one = await createTestProvider(rig, { slug: `metered-${i}` })
      if (i < 2) await createTestBusyTime(rig, one, '2027-06-12T11:00:00Z', '2027-06-12T12:20:00Z')
    }
    const meterOf = async (people: number) => {
      const services = Array.from({ length: people }, () => 'makeup')
      return (await (await search({ services })).read()).bookedOutPercentage
    }
    const [one, eight] = [await meterOf(1), await meterOf(8)]
    expect(one).toBe(50)
    expect(eight).toBe(one)
  })

  test('an event must not be earlier than a candidate’s notice', async () => {
    await createTestProvider(rig, { slug: 'needs-a-day', notice: 24 })
    await createTestProvider(rig, { slug: 'needs-an-hour', notice: 1 })
    const page = await (await search({ eventDate: '2026-11-20', finishTime: '20:00' })).read()
    expect(page.counts.people).toMatchObject({ fits: 1, shortNotice: 1 })
  })

  test('all candidates are in the country, live and within 50 km, and offer every service', async () => {
    await createTestProvider(rig, { slug: 'fits' })
    await createTestProvider(rig, { slug: 'hair-only', costs: { updo: 3_000 } })
    await createTestProvider(rig, { slug: 'edge', east: 49_400, radius: 60_000 })
    await createTestProvider(rig, { slug: 'beyond', east: 50_600, radius: 60_000 })
    const paused = await createTestProvider(rig, { slug: 'paused' })
    await rig.database.db.updateTable('provider').set({ state: 'paused' }).where('id', '=', paused.id).execute()
    expect(slugs(await (await search({ services: ['makeup', 'updo'] })).read()).sort()).toEqual(['edge', 'fits'])
  })

  test('the distance is measured to a shown area, so that repeated searches cannot reveal the address', async () => {
    for (const east of [130, 2_870, 7_410])
      await createTestProvider(rig, { slug: `base-${east}`, east, radius: 20_000 })
    const page = await (await search({})).read()
    const [lng, lat] = testTown.coordinates as [number, number]
    const from = roundSpot({ lat, lng })
    for (const { distance, location } of cardsOf(page)) {
      const [shownLng, shownLat] = location.coordinates
      const toShown = measureMetres(from.lat, from.lng, shownLat, shownLng)
      expect(Math.abs(distance.metres - toShown)).toBeLessThan(privacyCircleMetres + 2)
    }
    const bases = cardsOf(page).map(({ distance }) => distance.metres)
    const square = (east: number) => roundSpot({ lat, lng: lng + east / (111_195 * Math.cos((lat * Math.PI) / 180)) })
    expect(bases.toSorted((a, b) => a - b)).toEqual(
      [130, 2_870, 7_410].map((east) => {
        const to = square(east)
        return Math.round(measureMetres(from.lat, from.lng, to.lat, to.lng))
      }),
    )
  })

  test('candidates are shown in their current state', async () => {
    const artist = await createTestProvider(rig, { slug: 'fresh' })
    const { read } = await search()
    expect(card(await read(), 'fresh')?.price).toBe(52)
    await rig.database.db
      .updateTable('provider_service')
      .set({ cost_minor: 8_500 })
      .where('provider_id', '=', artist.id)
      .where('service_id', '=', 'makeup')
      .execute()
    expect(card(await read(), 'fresh')?.price).toBe(100)
    await createTestBusyTime(rig, artist, '2027-06-12T12:00:00Z', '2027-06-12T13:00:00Z')
    expect(card(await read(), 'fresh')).toMatchObject({ status: 'unavailable', reason: 'booked' })
    await rig.database.db.deleteFrom('busy').where('provider_id', '=', artist.id).execute()
    expect(card(await read(), 'fresh')?.reason).toBe('fits')
    await rig.database.db
      .updateTable('provider')
      .set({ state: 'suspended', state_before: 'approved' })
      .where('id', '=', artist.id)
      .execute()
    expect((await read()).counts.candidates).toBe(0)
  })
})

describe('Diary in search', () => {
  test('the diary moves with an artist to another area', async () => {
    const artist = await createTestProvider(rig, { slug: 'mover', studio: true, mobile: false })
    await createTestBusyTime(rig, artist, '2027-06-12T09:00:00Z', '2027-06-12T12:00:00Z')
    const { read } = await search()
    expect(card(await read(), 'mover', 'studio')?.reason).toBe('booked')
    await rig.database.db.updateTable('provider').set({ lat: 60.36, lng: -1.0 }).where('id', '=', artist.id).execute()
    expect(card(await read(), 'mover', 'studio')).toMatchObject({ reason: 'booked', distance: { unit: 'mi' } })
    await rig.database.db
      .updateTable('busy')
      .set({ during: '[2027-06-12T18:00:00Z,2027-06-12T19:00:00Z)' })
      .where('provider_id', '=', artist.id)
      .execute()
    expect(card(await read(), 'mover', 'studio')?.reason).toBe('fits')
  })

  test('busy time over midnight counts on both days, and a blocked whole day leaves no time', async () => {
    const night = await createTestProvider(rig, { slug: 'night', closes: 1_800 })
    await createTestBusyTime(rig, night, '2027-06-12T22:30:00Z', '2027-06-13T01:30:00Z')
    const reasonFor = async (more: Record<string, unknown>) => card(await (await search(more)).read(), 'night')?.reason
    expect(await reasonFor({ finishTime: '01:00' })).toBe('booked')
    expect(await reasonFor({ finishTime: '04:30' })).toBe('fits')
    expect(await reasonFor({ finishTime: '22:30' })).toBe('fits')
    await rig.database.db
      .insertInto('busy')
      .values({
        provider_id: night.id,
        provider_no: night.no,
        cell: 0,
        kind: 'booked_out',
        during: '[2027-06-11T23:00:00Z,2027-06-12T23:00:00Z)',
        event_date: '2027-06-12',
      })
      .execute()
    expect(await reasonFor({ finishTime: '13:30' })).toBe('booked')
    expect(await reasonFor({ finishTime: null })).toBe('fits')
    expect(await reasonFor({ finishTime: null, services: Array(8).fill('makeup') })).toBe('tooManyPeople')
  })
})

describe('Cards', () => {
  test('a card has a plan that ends at the ready-by time, for a team that works in parallel', async () => {
    await createTestProvider(rig, { slug: 'alone' })
    await createTestProvider(rig, { slug: 'team', crew: [['makeup'], ['updo']] })
    const { read } = await search({ services: ['makeup', 'makeup', 'updo', 'updo'] })
    const page = await read()
    expect(card(page, 'alone')).toMatchObject({
      artists: 1,
      plan: {
        arriveAt: '2027-06-12T10:05:00+01:00',
        startAt: '2027-06-12T10:20:00+01:00',
        doneAt: '2027-06-12T13:20:00+01:00',
      },
    })
    expect(card(page, 'team')).toMatchObject({ artists: 2, plan: { arriveAt: '2027-06-12T11:35:00+01:00' } })
  })

  test('a card counts the artists who come to this party, not all of the team', async () => {
    await createTestProvider(rig, { slug: 'team', crew: [['makeup'], ['updo']] })
    const artists = async (more: Record<string, unknown>) => card(await (await search(more)).read(), 'team')
    expect(await artists({ services: ['makeup'] })).toMatchObject({ artists: 1 })
    expect(await artists({ services: ['makeup'], finishTime: null })).toMatchObject({ artists: 1 })
    expect(await artists({ services: ['makeup', 'updo'] })).toMatchObject({ artists: 2 })
  })

  test('a card without a time has a price and no plan, and is never an offer', async () => {
    await createTestProvider(rig, { slug: 'instant', instant: true })
    const page = await (await search({ finishTime: null })).read()
    expect(card(page, 'instant')).toMatchObject({ plan: null, status: null, price: 52, instant: false })
    expect(page.offersCount).toBe(0)
  })

  test('a card has the first status that applies, and groups of cards keep their order', async () => {
    const all = Object.fromEntries(
      await Promise.all(
        ['booked', 'cancelled', 'requested', 'offered', 'instant', 'featured', 'plain', 'trained'].map(
          async (slug) =>
            [
              slug,
              await createTestProvider(rig, {
                slug,
                instant: slug === 'instant',
                featured: slug === 'featured',
                covidTrained: slug === 'trained',
              }),
            ] as const,
        ),
      ),
    )
    const away = await createTestProvider(rig, { slug: 'away', instant: true })
    await createTestBusyTime(rig, away, '2027-06-12T12:00:00Z', '2027-06-12T13:00:00Z')
    const { id, read } = await search()
    await rig.database.db
      .insertInto('quote_act')
      .values(
        (['booked', 'cancelled', 'requested', 'offered'] as const).map((state) => ({
          search_id: id,
          provider_id: (all[state] as { id: string }).id,
          state,
        })),
      )
      .execute()
    const page = await read()

    const status = Object.fromEntries(cardsOf(page).map((c) => [c.slug, c.status]))
    expect(status).toEqual({
      booked: 'booked',
      cancelled: 'cancelled',
      requested: 'requested',
      offered: 'offered',
      instant: 'offered',
      featured: null,
      plain: null,
      trained: 'covidTrained',
      away: 'unavailable',
    })
    expect(page.offers.mobile.map((o: { provider: Shown }) => o.provider.slug).sort()).toEqual(['instant', 'offered'])
    expect(page.profiles.mobile.slice(0, 3).map((c: Shown) => c.slug)).toEqual(['booked', 'requested', 'featured'])
    expect(
      page.profiles.mobile
        .slice(-2)
        .map((c: Shown) => c.slug)
        .sort(),
    ).toEqual(['away', 'cancelled'])
    expect(page.offersCount).toBe(2)
    expect(page.bookedOffer.provider.slug).toBe('booked')
  })

  test('In Demand is shown only with data', async () => {
    const wanted = await createTestProvider(rig, { slug: 'wanted' })
    const { read } = await search()
    expect(card(await read(), 'wanted')?.status).toBeNull()
    for (let i = 0; i < 3; i++) {
      const { id } = await search({ eventDate: '2027-06-12', finishTime: '18:00' })
      await rig.database.db
        .insertInto('quote_act')
        .values({ search_id: id, provider_id: wanted.id, state: 'requested' })
        .execute()
    }
    expect(card(await read(), 'wanted')?.status).toBe('inDemand')
  })

  test('In Demand is shown if seven of ten reachable artists are booked, but not if six of nine are', async () => {
    const add = async (i: number, busy: boolean) => {
      const one = await createTestProvider(rig, { slug: `artist-${i}` })
      if (busy) await createTestBusyTime(rig, one, '2027-06-12T09:00:00Z', '2027-06-12T13:00:00Z')
    }
    for (let i = 0; i < 9; i++) await add(i, i < 7)
    const { read } = await search()
    expect(card(await read(), 'artist-8')?.status).toBeNull()
    await add(9, false)
    const page = await read()
    expect(page.bookedOutPercentage).toBe(70)
    // One of three fitting artists is the top quarter.
    const fitting = ['artist-7', 'artist-8', 'artist-9'].map((slug) => card(page, slug)?.status)
    expect(fitting.filter((status) => status === 'inDemand')).toHaveLength(1)
    expect(card(page, 'artist-1')?.status).toBe('unavailable')
  })
})

describe('List of quotes', () => {
  test('paging through the list shows each artist once, in one order', async () => {
    const { read } = await search({ services: ['makeup'] }, hackney)
    const first = await read('?type=mobile')
    const total = first.counts.mobile
    const expected = Object.values(total as Record<string, number>).reduce((a, b) => a + b, 0)
    const seen: string[] = slugs(first)
    let cursor = first.nextCursor.mobile
    expect(seen.length).toBe(24)
    expect(slugs(first, 'studio')).toEqual([])
    while (cursor) {
      const page = await read(`?type=mobile&cursor=${cursor}`)
      seen.push(...slugs(page))
      cursor = page.nextCursor.mobile
    }
    expect(seen.length).toBe(expected)
    expect(new Set(seen).size).toBe(expected)
  })

  test.each([
    ['price', (c: Shown) => c.price as number],
    ['rating', (c: Shown) => -(c.rating ?? 0)],
    ['nearest', (c: Shown) => c.distance.metres],
  ])(
    'sorting by %s gives a strict order, in which Instant Book and payments to us are no advantage',
    async (sortBy, key) => {
      const { read } = await search({ services: ['makeup'] }, hackney)
      const page = await read(`?sortBy=${sortBy}&type=mobile`)
      const fitting = cardsOf(page)
        .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
        .filter(({ reason }) => reason === 'fits')
      // The test needs different statuses.
      expect(new Set(fitting.map(({ status, featured }) => `${status} ${featured}`)).size).toBeGreaterThan(2)
      const keys = fitting.map(key)
      expect(keys.length).toBeGreaterThan(5)
      expect(keys).toEqual(keys.toSorted((a, b) => a - b))
    },
  )

  test.each([
    ['instant', (c: Shown) => c.status === 'offered'],
    ['rating:4.8', (c: Shown) => (c.rating ?? 0) >= 4.8],
    ['distance:3', (c: Shown) => c.distance.metres <= 3 * 1609],
    ['price:40-60', (c: Shown) => (c.price as number) >= 40 && (c.price as number) <= 60],
    ['rating:4.5,distance:5', (c: Shown) => (c.rating ?? 0) >= 4.5 && c.distance.metres <= 5 * 1609],
  ])('filtering by %s keeps only matching artists, with an exact count', async (filterBy, holds) => {
    const { read } = await search({ services: ['makeup'] }, hackney)
    const page = await read(`?filterBy=${filterBy}&type=mobile`)
    const shown = cardsOf(page)
    expect(shown.length).toBeGreaterThan(0)
    expect(shown.every(holds)).toBe(true)
    expect(page.counts.shown.mobile.fits).toBeLessThan(page.counts.mobile.fits)
    let all = shown
    for (let cursor = page.nextCursor.mobile; cursor; ) {
      const next = await read(`?filterBy=${filterBy}&type=mobile&cursor=${cursor}`)
      all = [...all, ...cardsOf(next)]
      cursor = next.nextCursor.mobile
    }
    expect(all.filter((c) => c.reason === 'fits')).toHaveLength(page.counts.shown.mobile.fits)
  })

  test('filtering by one service location empties the list of the other location', async () => {
    const { read } = await search({ services: ['makeup'] }, hackney)
    expect((await read('?filterBy=studio')).counts.shown.mobile.fits).toBe(0)
    expect(slugs(await read('?filterBy=studio'), 'mobile')).toEqual([])
  })

  test('filtering by a skill finds as many artists as the filter’s count says', async () => {
    const { read } = await search({ services: ['makeup'] }, hackney)
    for (const [type, filterBy] of [
      ['mobile', ''],
      ['studio', ''],
      ['mobile', 'rating:4.5,'],
    ] as const) {
      const page = await read(`?type=${type}${filterBy && `&filterBy=${filterBy.slice(0, -1)}`}`)
      expect(page.skills.length).toBeGreaterThan(3)
      for (const skill of page.skills.slice(0, 5)) {
        const narrowed = await read(`?type=${type}&filterBy=${filterBy}skill:${skill.id}`)
        expect([skill.id, narrowed.counts.shown[type].fits]).toEqual([skill.id, skill.count])
      }
    }
  })

  test('teaching is a filter of lessons only, unless it is chosen', async () => {
    const lesson = 'everyday-makeup-lesson'
    await createTestProvider(rig, {
      slug: 'teacher',
      skills: ['teaching', 'bridal'],
      costs: { makeup: 4_400, [lesson]: 6_000 },
    })
    const skills = async (more: Record<string, unknown>, query = '') =>
      (await (await search(more)).read(query)).skills.map(({ id }: { id: string }) => id)
    expect(await skills({ services: ['makeup'] })).toEqual(['bridal'])
    expect(await skills({ services: ['makeup'] }, '?filterBy=skill:teaching')).toContain('teaching')
    expect(await skills({ categorySlug: 'makeup-hair-lessons', services: [lesson] })).toContain('teaching')
  })

  test.each(['?cursor=xyz&type=mobile', '?filterBy=cheap', '?type=boat', '?filterBy=price:a-b', '?filterBy=instant,'])(
    '%s is refused with 400',
    async (query) => {
      expect((await (await search()).get(query)).status).toBe(400)
    },
  )
  test('an unknown sort order falls back to the recommended one', async () => {
    const { read } = await search()
    expect((await read('?sortBy=age')).sortBy).toBe('recommended')
  })
  test('a cursor without its list and an unknown search are refused', async () => {
    const { get } = await search()
    expect((await get(`?cursor=${Buffer.from('[1,2,3]').toString('base64url')}`)).status).toBe(400)
    expect((await rig.call('/v1/quotes/aaaaaaaaaaaaaaaa')).status).toBe(404)
    expect((await rig.call('/v1/quotes/no')).status).toBe(400)
  })
})

describe('Ranking of quotes', () => {
  test('well reviewed artists come first, with an explanation', async () => {
    await createTestProvider(rig, { slug: 'loved', reviews: [200, 996], east: 2_000 })
    await createTestProvider(rig, { slug: 'fine', reviews: [200, 860], east: 2_000 })
    await createTestProvider(rig, { slug: 'lucky', reviews: [1, 5], east: 2_000 })
    const page = await (await search()).read()
    expect(slugs(page)).toEqual(['loved', 'lucky', 'fine'])
    const why = page.profiles.mobile[0].why
    expect(why[0]).toEqual({ factor: 'rating', value: 4.98 })
    expect(why.length).toBeLessThanOrEqual(2)
  })
})
