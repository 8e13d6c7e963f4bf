import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { timeChoices } from '#contract/constants.ts'
import { splitParty, removeService } from './rescue.ts'
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

async function page(body: Record<string, unknown>) {
  const made = await rig.call('/v1/quotes/', { method: 'POST', body })
  expect(made.status).toBe(200)
  return (await rig.call(`/v1/quotes/${made.body.data.search.id}?rescue=true`, { cookie: made.cookie })).body.data
}

type Option = {
  kind: string
  count: number
  change: {
    eventDate?: string
    finishTime?: string
    place?: { name: string; coordinates: [number, number] }
    type?: 'mobile' | 'studio'
    split?: [number, number]
    service?: string
  }
}
type Body = ReturnType<typeof createSearchInput> & { people: { count: number; services: string[] }[] }

const listed = (people: Body['people']) =>
  people.flatMap((look) => Array.from({ length: look.count }, () => look.services)).flat()

/** Applies a suggestion as the button does, and counts who fits then. */
async function taken(body: Body, { change }: Option): Promise<number> {
  if (change.split) {
    const [a, b] = (await Promise.all(
      splitParty(body.people, change.split[0]).map(async (people) => {
        const half = await page({ ...body, people, services: listed(people) })
        return new Set<string>(
          (['mobile', 'studio'] as const).flatMap((mode) => [
            ...half.offers[mode].map((o: { provider: { slug: string } }) => o.provider.slug),
            ...half.profiles[mode]
              .filter((c: { reason: string }) => c.reason === 'fits')
              .map((c: { slug: string }) => c.slug),
          ]),
        )
      }),
    )) as [Set<string>, Set<string>]
    const halves = new Set<string>()
    for (const one of a) for (const other of b) if (one !== other) halves.add(one).add(other)
    return halves.size
  }
  const people = change.service ? removeService(body.people, change.service) : body.people
  const location = change.place
    ? {
        type: 'Point',
        coordinates: change.place.coordinates,
        address: { placeName: change.place.name, countryCode: 'GB' },
      }
    : body.location
  const after = await page({
    ...body,
    location,
    people,
    services: listed(people),
    eventDate: change.eventDate ?? body.eventDate,
    finishTime: change.finishTime ?? body.finishTime,
  })
  return change.type ? after.counts[change.type].fits : after.counts.people.fits
}

describe('Suggestions for a search with few results', () => {
  test('another time, another day, a split of the party and a studio are suggested, each with a correct count', async () => {
    const early = { opens: 480 }
    for (let i = 0; i < 4; i++) await createTestProvider(rig, { slug: `early-${i}`, ...early })
    await createTestProvider(rig, { slug: 'studio', studio: true, mobile: false, ...early, opens: 300 })
    for (let i = 0; i < 3; i++) {
      const busy = await createTestProvider(rig, { slug: `busy-${i}`, opens: 300 })
      await createTestBusyTime(rig, busy, '2027-06-12T05:00:00Z', '2027-06-12T12:00:00Z')
    }
    const people = [{ count: 4, services: ['makeup', 'updo'] }]
    const body = { ...createSearchInput(testTown), finishTime: '11:30', people, services: listed(people) }
    const { counts, rescue } = await page(body)
    expect(counts.people).toMatchObject({ fits: 1, booked: 3, tooManyPeople: 4 })
    expect(rescue.counts).toEqual(counts.people)
    expect(rescue.options.map((o: Option) => o.kind)).toEqual(
      expect.arrayContaining(['time', 'date', 'split', 'studio']),
    )
    for (const option of rescue.options as Option[])
      expect([option.kind, await taken(body as Body, option)]).toEqual([option.kind, option.count])
  })

  test('the suggestions of the sample market have correct counts', async () => {
    const at = (lng: number, lat: number) => ({
      type: 'Point',
      coordinates: [lng, lat] as [number, number],
      address: { placeName: 'There', countryCode: 'GB' },
    })
    const people = [
      { count: 6, services: ['bridal-makeup', 'bridal-hair'] },
      { count: 2, services: ['makeup'] },
    ]
    const body = {
      ...createSearchInput(testTown),
      location: at(-0.055, 51.545),
      finishTime: '09:00',
      people,
      services: listed(people),
    }
    const { rescue } = await page(body)
    expect(rescue.options.length).toBeGreaterThan(0)
    // Suggestions are ordered by how little they change; other cities come last, nearest first.
    const kinds = ['time', 'date', 'mobile', 'studio', 'split', 'service', 'area']
    const places = rescue.options.map((o: Option) => kinds.indexOf(o.kind))
    expect(places).toEqual(places.toSorted((a: number, b: number) => a - b))
    const far = rescue.options.flatMap((o: Option & { distance?: { metres: number } }) => o.distance?.metres ?? [])
    expect(far).toEqual(far.toSorted((a: number, b: number) => a - b))
    expect(far).toHaveLength(rescue.options.filter((o: Option) => o.kind === 'area').length)
    for (const option of (rescue.options as Option[]).filter((o) => o.kind !== 'split'))
      expect([option.kind, await taken(body as unknown as Body, option)]).toEqual([option.kind, option.count])
  })

  test('the nearest time that works is suggested, even if many more artists are free much later', async () => {
    await createTestProvider(rig, { slug: 'from-six', opens: 360 })
    for (let i = 0; i < 5; i++) await createTestProvider(rig, { slug: `afternoon-${i}`, opens: 840 })
    const body = { ...createSearchInput(testTown), finishTime: '05:30' }
    const { rescue } = await page(body)
    const [time, ...more] = rescue.options.filter(({ kind }: Option) => kind === 'time') as Option[]
    expect([time?.count, more]).toEqual([1, []])
    const suggested = timeChoices.indexOf(time?.change.finishTime ?? '')
    expect(suggested).toBeGreaterThan(timeChoices.indexOf(body.finishTime))
    for (const finishTime of timeChoices.slice(0, suggested))
      expect([finishTime, (await page({ ...body, finishTime })).counts.people.fits]).toEqual([finishTime, 0])
  })

  test('the day before and the day after are suggested before any other day', async () => {
    const one = await createTestProvider(rig, { slug: 'one' })
    for (const slug of ['two', 'three', 'four']) {
      const other = await createTestProvider(rig, { slug })
      for (const day of ['11', '12', '13'])
        await createTestBusyTime(rig, other, `2027-06-${day}T05:00:00Z`, `2027-06-${day}T20:00:00Z`)
    }
    await createTestBusyTime(rig, one, '2027-06-12T05:00:00Z', '2027-06-12T20:00:00Z')
    const datesOf = async () =>
      (await page(createSearchInput(testTown))).rescue.options
        .filter(({ kind }: Option) => kind === 'date')
        .map(({ change, count }: Option) => [change.eventDate, count])
    expect((await datesOf()).sort()).toEqual([
      ['2027-06-11', 1],
      ['2027-06-13', 1],
    ])
    for (const day of ['11', '13'])
      await createTestBusyTime(rig, one, `2027-06-${day}T05:00:00Z`, `2027-06-${day}T20:00:00Z`)
    expect(await datesOf()).toEqual([[expect.stringMatching(/^2027-06-(10|14)$/), 4]])
  })

  test('no other time or day is suggested for artists who do not travel this far', async () => {
    for (let i = 0; i < 3; i++) await createTestProvider(rig, { slug: `far-${i}`, east: 20_000, radius: 1_000 })
    const { rescue } = await page(createSearchInput(testTown))
    expect(rescue.options.map(({ kind }: Option) => kind).filter((kind: string) => kind !== 'area')).toEqual([])
  })

  test('one service less is suggested if artists offer the others only, with a correct count', async () => {
    for (let i = 0; i < 3; i++) await createTestProvider(rig, { slug: `no-hair-${i}`, costs: { makeup: 4_400 } })
    const people = [{ count: 1, services: ['makeup', 'updo'] }]
    const body = { ...createSearchInput(testTown), people, services: listed(people) }
    const { rescue } = await page(body)
    const fewer = (rescue.options as Option[]).filter(({ kind }) => kind === 'service')
    expect(fewer).toMatchObject([{ count: 3, change: { service: 'updo' } }])
    expect(await taken(body as Body, fewer[0] as Option)).toBe(3)
  })

  test('a team is offered only if two or three artists can share the party', async () => {
    const services = ['makeup', 'updo', 'makeup', 'updo']
    await createTestProvider(rig, { slug: 'one' })
    const hasTeams = async (body: object) => (await page({ ...createSearchInput(testTown), ...body })).hasTeams
    expect(await hasTeams({ services })).toBe(false)
    await createTestProvider(rig, { slug: 'two' })
    expect(await hasTeams({ services })).toBe(true)
    expect(await hasTeams({ services: ['makeup'] })).toBe(false)
    expect(await hasTeams({ services, finishTime: undefined })).toBe(false)
  })

  test('a search with eight results gets suggestions only on request', async () => {
    for (let i = 0; i < 8; i++) await createTestProvider(rig, { slug: `fits-${i}` })
    const made = await rig.call('/v1/quotes/', { method: 'POST', body: createSearchInput(testTown) })
    const read = async (query: string) =>
      (await rig.call(`/v1/quotes/${made.body.data.search.id}${query}`)).body.data.rescue
    expect(await read('')).toBeNull()
    expect(await read('?rescue=true')).toMatchObject({ counts: { fits: 8 } })
    await clearTestTown(rig)
    const alone = await read('')
    expect(alone).toMatchObject({ counts: { fits: 0 } })
    // Nothing in Shetland helps, so the three nearest mainland places are suggested, by sea.
    expect(alone.options.map(({ kind }: { kind: string }) => kind)).toEqual(['area', 'area', 'area'])
    for (const { count, distance, change } of alone.options) {
      expect(count).toBeGreaterThan(0)
      expect(distance.metres).toBeGreaterThan(0)
      expect(change.place.name).not.toBe('')
    }
  })

  test('where nobody is free, the nearest places with artists are suggested, the nearest first', async () => {
    const { rescue } = await page(createSearchInput(testTown))
    const far = rescue.options.flatMap((o: Option & { distance?: { metres: number } }) => o.distance?.metres ?? [])
    expect(far).toHaveLength(3)
    expect(far).toEqual(far.toSorted((a: number, b: number) => a - b))
  })

  test('the nearest artists outside their travel area can be requested, the nearest first', async () => {
    for (let i = 1; i <= 7; i++) await createTestProvider(rig, { slug: `far-${i}`, east: 2_000 * i, radius: 1_000 })
    const { rescue } = await page(createSearchInput(testTown) as unknown as Body)
    const slugs = rescue.mightTravel.map(({ slug }: { slug: string }) => slug)
    expect(slugs.slice(0, 5)).toEqual(['far-1', 'far-2', 'far-3', 'far-4', 'far-5'])
    for (const { status, reason } of rescue.mightTravel) expect([status, reason]).toEqual(['unavailable', 'tooFar'])
  })
})
