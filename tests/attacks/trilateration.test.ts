import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { holdLimits } from '#contract/checkout/lifecycle-hold.ts'
import { createTestAddress, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createInstantTestProvider, testTown } from '#server/testing/providers.ts'
import {
  confirmRequestsByMail,
  createKeyHeader,
  createSignedInProvider,
  createTestSearch,
  deleteTestMails,
  getLastMail,
  testCustomer,
} from '#server/testing/requests.ts'
import { getSlowerNearby } from '#server/offers/signals.queries.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { measureMetres, roundSpot as roundedOf } from '#server/places/index.ts'
import { listPricesNear } from '#server/providers/provider-profile.queries.ts'
import { refreshChangedDemand } from '#server/search/demand.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'

type Spot = { lat: number; lng: number }

/** Two homes in opposite corners of one grid square, 1.2 km apart, which must be indistinguishable. */
const homes: readonly Spot[] = [
  { lat: 60.1551, lng: -1.1449 },
  { lat: 60.1649, lng: -1.1351 },
]
const middle = { lat: 60.16, lng: -1.14 }
const LEAST_ERROR_METRES = 500

const at = ({ lat, lng }: Spot) => ({ ...testTown, coordinates: [lng, lat] as [number, number] })
const metres = (a: Spot, b: Spot) => measureMetres(a.lat, a.lng, b.lat, b.lng)
const north = (spot: Spot, km: number): Spot => ({ ...spot, lat: spot.lat + km / 111.195 })
const east = (spot: Spot, km: number): Spot => ({
  ...spot,
  lng: spot.lng + km / (111.195 * Math.cos((spot.lat * Math.PI) / 180)),
})

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
afterEach(clean)
afterAll(() => rig.at(testNow))

async function clean() {
  await clearTestTown(rig)
  await deleteTestMails(rig)
  await rig.database.db.deleteFrom('outbox').execute()
}

async function ofBoth<T>(ask: (home: Spot) => Promise<T>): Promise<[T, T]> {
  const first = await ask(homes[0] as Spot)
  await clean()
  return [first, await ask(homes[1] as Spot)]
}

/** Returns the position that best fits the distances, by iterative refinement. */
function located(seen: readonly { from: Spot; metres: number }[]): Spot {
  let best = middle
  for (let step = 2; step > 0.001; step /= 1.5) {
    const around = [-3, -2, -1, 0, 1, 2, 3].flatMap((dy) =>
      [-3, -2, -1, 0, 1, 2, 3].map((dx) => east(north(best, dy * step), dx * step)),
    )
    const off = (spot: Spot) => seen.reduce((sum, one) => sum + (metres(spot, one.from) - one.metres) ** 2, 0)
    best = around.reduce((least, spot) => (off(spot) < off(least) ? spot : least), best)
  }
  return best
}

const bases = [north(middle, 5), east(middle, 6), east(north(middle, -4), -5), north(middle, 9)]

describe('An artist who has only received a request', () => {
  async function requestFrom(home: Spot) {
    const artist = await createSignedInProvider(rig, { slug: 'nia' })
    await rig.database.db
      .updateTable('provider')
      .set({ travel_free_m: 0, travel_per_unit_minor: 900 })
      .where('id', '=', artist.id)
      .execute()
    const search = await createTestSearch(rig, { location: at(home) })
    await search.ask('nia')
    await confirmRequestsByMail(rig, testCustomer.email)
    const call = (path: string, method = 'GET', body?: unknown) =>
      rig.call(path, {
        method,
        bearer: artist.bearer,
        address: createTestAddress(),
        headers: createKeyHeader(),
        ...(body ? { body } : {}),
      })
    const [request] = (await call('/v1/providers/me/requests')).body.data.requests
    const one = async () => (await call(`/v1/providers/me/requests/${request.id}`)).body.data
    return { artist, call, one }
  }
  const moveTo = (id: string, { lat, lng }: Spot) =>
    rig.database.db.updateTable('provider').set({ lat, lng }).where('id', '=', id).execute()

  test('sees only distances to the centre of the square, from any number of bases', async () => {
    const seen = await ofBoth(async (home) => {
      const { artist, one } = await requestFrom(home)
      const distances: { from: Spot; metres: number }[] = []
      for (const from of bases) {
        await moveTo(artist.id, from)
        distances.push({ from, metres: (await one()).distance.metres })
      }
      return distances
    })
    expect(seen[0]).toEqual(seen[1])
    const found = located(seen[0])
    // The same distances for both homes: any estimate is far from one of them.
    expect(Math.max(...homes.map((home) => metres(found, home)))).toBeGreaterThan(LEAST_ERROR_METRES)
  })

  test('can move the base three times a day at most', async () => {
    const { call } = await requestFrom(homes[0] as Spot)
    const moved = []
    for (const base of bases)
      moved.push((await call('/v1/providers/me/location', 'PUT', { location: at(base) })).status)
    expect(moved).toEqual([200, 200, 200, 429])
    const again = await call('/v1/providers/me/location', 'PUT', { location: at(bases[0] as Spot) })
    expect(again.body.code).toBe('too_many_base_changes')
    rig.at(new Date(testNow.getTime() + 25 * 3_600_000))
    expect((await call('/v1/providers/me/location', 'PUT', { location: at(bases[0] as Spot) })).status).toBe(200)
    rig.at(testNow)
  })

  test('gets the same price, email and plan for two homes in one square', async () => {
    const read = await ofBoth(async (home) => {
      const { artist, one } = await requestFrom(home)
      const { distance, earnings, total, lines, area } = await one()
      const { email } = await rig.database.db
        .selectFrom('account')
        .select('email')
        .where('id', '=', artist.accountId)
        .executeTakeFirstOrThrow()
      const mail = await getLastMail(rig, email, 'request.new')
      return { distance, earnings, total, lines, area, mail: mail?.body.replaceAll(/https?:\S+/g, '') }
    })
    expect(read[0].mail).toBeTruthy()
    expect(read[0].lines.length).toBeGreaterThan(1)
    expect(read[0]).toEqual(read[1])
  })

  test('cannot narrow down the home with jobs of their own before and after it', async () => {
    const ways = await ofBoth(async (home) => {
      const { artist, one } = await requestFrom(home)
      const { plan } = await one()
      const clashes = []
      for (const from of [9, 11, 13, 16].flatMap((km) => [north(middle, km), east(middle, km)])) {
        await rig.database.db.deleteFrom('busy').where('provider_id', '=', artist.id).execute()
        await takeTime(artist, plan.arriveAt, from)
        clashes.push((await one()).clash?.way)
      }
      return clashes
    })
    expect(ways[0].filter(Boolean).length).toBeGreaterThan(2)
    expect(ways[0]).toEqual(ways[1])
  })

  test('cannot narrow down the home with private appointments beside a held time', async () => {
    const tight = await ofBoth(async (home) => {
      const artist = await createSignedInProvider(rig, { slug: 'nia' })
      await takeTime(artist, '2027-06-12T12:00:00.000Z', home, 'hold')
      const call = (path: string, body: object) =>
        rig.call(path, {
          method: 'POST',
          body,
          bearer: artist.bearer,
          address: createTestAddress(),
          headers: createKeyHeader(),
        })
      const { clientId } = (await call('/v1/providers/me/own-clients', { name: 'Ada' })).body.data
      const told = []
      for (const place of [9, 11, 13, 16].flatMap((km) => [north(middle, km), east(middle, km)])) {
        await rig.database.db.deleteFrom('busy').where('own_id', 'is not', null).execute()
        const answer = await call('/v1/providers/me/own-appointments', {
          clientId,
          eventDate: '2027-06-12',
          startTime: '12:50',
          minutes: 30,
          coordinates: [place.lng, place.lat],
        })
        told.push(answer.body.data?.tight ?? answer.body)
      }
      return told
    })
    expect(JSON.stringify(tight[0])).toContain('minutes')
    expect(tight[0]).toEqual(tight[1])
  })
})

/** Books a job that ends a quarter of an hour before the given time. */
async function takeTime(artist: { id: string; no: number }, before: string, spot: Spot, kind = 'appointment') {
  const end = Date.parse(before) - 15 * 60_000
  await rig.database.db
    .insertInto('busy')
    .values({
      provider_id: artist.id,
      provider_no: artist.no,
      cell: 0,
      kind,
      during: `[${new Date(end - 2 * 3_600_000).toISOString()},${new Date(end).toISOString()})`,
      event_date: '2027-06-12',
      ...spot,
    })
    .execute()
}

describe('An anonymous visitor', () => {
  test("can derive at most the square of another customer's booking from free and taken times", async () => {
    const probes = [0.5, 1, 2, 3, 4, 6, 8, 10, 12, 14].flatMap((km) => [north(middle, km), east(middle, km)])
    const told = await ofBoth(async (home) => {
      const artist = await createInstantTestProvider(rig, { slug: 'booked', radius: 50_000 })
      const [first] = await Promise.all([createTestVisitor(rig, { location: at(middle) })])
      const { plan } = await first.quote('booked')
      await takeTime(artist, plan.arriveAt, home)
      const answers = []
      for (const probe of probes) {
        const visitor = await createTestVisitor(rig, { location: at(probe) })
        const held = await visitor.hold('booked')
        answers.push([held.status, held.body.code ?? null, held.body.detail ?? null])
        if (held.status === 200) await visitor.call(`/v1/holds/${held.body.data.hold.id}/release`, 'POST', {})
      }
      return answers
    })
    const codes = told[0].map(([, code]) => code)
    expect(new Set(codes)).toEqual(new Set([null, 'slot_taken']))
    expect(told[0]).toEqual(told[1])
  }, 120_000)

  test('is refused before the diary is read if their network has too many holds', async () => {
    const artist = await createInstantTestProvider(rig, { slug: 'booked', radius: 50_000 })
    const address = '203.0.113.77'
    const first = await createTestVisitor(rig, {}, { address })
    const { plan } = await first.quote('booked')
    await takeTime(artist, plan.arriveAt, north(middle, 20))
    const codes = []
    for (let i = 0; i < holdLimits.refusedInHour + 3; i++) codes.push((await first.hold('booked')).body.code)
    expect(codes.slice(0, holdLimits.refusedInHour)).toEqual(Array(holdLimits.refusedInHour).fill('slot_taken'))
    expect(codes.slice(holdLimits.refusedInHour)).toEqual(['too_many_holds', 'too_many_holds', 'too_many_holds'])
    // The limit covers other artists, but not other networks.
    await createInstantTestProvider(rig, { slug: 'free' })
    expect((await first.hold('free')).body.code).toBe('too_many_holds')
    expect((await (await createTestVisitor(rig, {}, { address: '198.51.100.9' })).hold('free')).status).toBe(200)
    rig.at(new Date(testNow.getTime() + 61 * 60_000))
    expect((await (await createTestVisitor(rig, {}, { address })).hold('free')).body.code).not.toBe('too_many_holds')
    rig.at(testNow)
  }, 120_000)

  test("can derive at most the square of an artist's base from distances, prices and results", async () => {
    const probes = [0.4, 3, 7, 11, 19.5, 20, 20.5].flatMap((km) => [north(middle, km), east(middle, km)])
    const told = await ofBoth(async (base) => {
      const artist = await createInstantTestProvider(rig, { slug: 'base', radius: 20_000 })
      await rig.database.db
        .updateTable('provider')
        .set({ ...base, travel_free_m: 0, travel_per_unit_minor: 900 })
        .where('id', '=', artist.id)
        .execute()
      const answers = []
      for (const probe of probes) {
        const visitor = await createTestVisitor(rig, { location: at(probe) })
        const { data } = (await visitor.call(`/v1/quotes/${visitor.id}`)).body
        const card = JSON.stringify(data).match(/"distance":\{[^}]*\}/)?.[0]
        const quote = await visitor.quote('base')
        answers.push([card, quote?.total ?? null, quote?.lines ?? null])
      }
      return answers
    })
    expect(new Set(told[0].map(([card]) => card)).size).toBeGreaterThan(5)
    expect(told[0]).toEqual(told[1])
  }, 120_000)
})

describe('Statistics of an area', () => {
  const near = (spot: Spot) =>
    rig.call(`/v1/providers/me/demand?near=${spot.lng},${spot.lat}`, { bearer: artistBearer })
  let artistBearer = ''

  test('of searches use the square of a home', async () => {
    const edge = 50
    const counts = await ofBoth(async (home) => {
      const artist = await createSignedInProvider(rig, { slug: 'nia' })
      artistBearer = artist.bearer
      const counted = async () => {
        const counts: number[] = []
        for (const off of [-1.2, -0.8, -0.4, 0, 0.4, 0.8, 1.2])
          for (const from of [north(middle, edge + off), north(middle, -edge - off)])
            counts.push((await near(from)).body.data?.customers ?? 0)
        return counts
      }
      const before = await counted()
      await createTestSearch(rig, { location: at(home) })
      const told = (await counted()).map((count, i) => count - (before[i] as number))
      return told
    })
    expect(new Set(counts[0]).size).toBeGreaterThan(1)
    expect(counts[0]).toEqual(counts[1])
  })

  test('of response times use the square of a base', async () => {
    const { db } = rig.database
    const told = await ofBoth(async (base) => {
      const { id } = await createInstantTestProvider(rig, { slug: 'quick' })
      await db
        .updateTable('provider')
        .set({ ...base, answer_minutes: 30 })
        .where('id', '=', id)
        .execute()
      const known = []
      for (const off of [-1.5, -1, -0.5, 0, 0.5, 1, 1.5])
        known.push(
          (await getSlowerNearby(db, { id: randomUUID(), at: roundedOf(north(middle, 50.1 + off)), minutes: 10 }))
            .known,
        )
      return known
    })
    expect(new Set(told[0]).size).toBeGreaterThan(1)
    expect(told[0]).toEqual(told[1])
  })

  test("on the operators' map show groups of searches by square", async () => {
    const { db } = rig.database
    const told = await ofBoth(async (home) => {
      // A day that no other test searches.
      await createTestSearch(rig, { location: at(home), eventDate: '2027-08-22' })
      await db.deleteFrom('demand_day').execute()
      await refreshChangedDemand(createJobContext(rig, 'test'))
      return db.selectFrom('demand_day').select(['lat', 'lng']).where('event_date', '=', '2027-08-22').execute()
    })
    expect(told[0].length).toBe(1)
    expect(told[0]).toEqual(told[1])
  })

  test('of prices use the square of a base', async () => {
    const { db } = rig.database
    const told = await ofBoth(async (base) => {
      const names = ['one', 'two', 'three', 'four', 'five']
      for (const slug of names) {
        const { id } = await createInstantTestProvider(rig, { slug })
        await db.updateTable('provider').set(base).where('id', '=', id).execute()
      }
      const own = await createSignedInProvider(rig, { slug: 'own' })
      const ask = { countryCode: 'GB', but: own.id, categoryId: 1 }
      const ranges = []
      for (const off of [0, 0.2, 0.4, 0.6, 0.8, 1, 1.2])
        ranges.push(
          (await listPricesNear(db, { ...ask, at: roundedOf(north(middle, 10)), metres: 10_000 + (off - 0.6) * 1000 }))
            .length,
        )
      return ranges
    })
    expect(new Set(told[0]).size).toBeGreaterThan(1)
    expect(told[0]).toEqual(told[1])
  })
})
