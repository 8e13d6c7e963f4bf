import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestClient, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { idOf } from '#tests/attacks/operators.ts'

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

const me = '/v1/providers/me/packages'
const artistNamed = async (slug: string) => {
  const artist = await createTestProviderWithAccount(rig, { slug, notice: 0, costs: { makeup: 8_500, updo: 17_000 } })
  return { ...artist, call: await createTestClient(rig, artist.accountId) }
}
// Separately 100 each and 200 for the updo: 500 for four; together 400.
const bride = {
  title: 'Bride + 3 | ready',
  words: '',
  cost: 340,
  services: [
    { serviceId: 'updo', count: 1 },
    { serviceId: 'makeup', count: 3 },
  ],
}
const four = { services: ['updo', 'makeup', 'makeup', 'makeup'] }
const sum = (lines: { amount: number }[]) => lines.reduce((total, { amount }) => total + amount, 0)

test('a party that contains a package pays the package price in list, quote and booking, with the off-peak reduction, and never more than without it', async () => {
  const { call } = await artistNamed('pack-bride')
  const set = await call(me, 'PUT', { packages: [bride] })
  expect(set.body.data.packages).toMatchObject([{ cost: 340, shown: { title: bride.title }, asked: null }])
  const profile = (await rig.call('/v1/@/pack-bride')).body.data
  expect(profile.packages).toEqual([{ title: bride.title, words: '', holds: ['1 × Updo', '3 × Makeup'], price: 400 }])
  const leila = await createTestVisitor(rig, four)
  const locked = await leila.quote('pack-bride')
  expect(locked.total).toBe(400)
  expect(sum(locked.lines)).toBe(400)
  expect(locked.lines.find(({ kind }: { kind: string }) => kind === 'package')).toMatchObject({
    label: `Package: ${bride.title}`,
    count: 1,
    unit: -100,
    amount: -100,
  })
  const page = (await leila.call(`/v1/quotes/${leila.id}`)).body.data
  expect(page.offers.mobile.map((offer: { provider: { price: number } }) => offer.provider.price)).toEqual([400])
  const three = await createTestVisitor(rig, { services: ['updo', 'makeup', 'makeup'] })
  expect((await three.quote('pack-bride')).total).toBe(400)
  const booked = await leila.book('pack-bride', { names: ['Leila', 'Ana', 'Zoe', 'Mia'] })
  expect(booked.total).toBe(400)
  // Reduced off-peak like a service: 306 earned, 360 paid.
  const weekend = { kind: 'off_peak', percent: 10, weekdays: [5, 6], hours: null, season: null }
  await call('/v1/providers/me/lower-prices', 'PUT', { rules: [weekend] })
  expect((await (await createTestVisitor(rig, { ...four, eventDate: '2027-06-13' })).quote('pack-bride')).total).toBe(
    360,
  )
  await call('/v1/providers/me/lower-prices', 'PUT', { rules: [] })
  const [kept] = set.body.data.packages
  await call(me, 'PUT', { packages: [{ ...bride, id: kept.id, cost: 500 }] })
  const dearer = await createTestVisitor(rig, { ...four, eventDate: '2027-06-13' })
  expect((await dearer.quote('pack-bride')).total).toBe(500)
  expect((await leila.call(`/v1/bookings/${booked.id}`)).body.data.appointment.total).toBe(400)
})

test('a changed party keeps its booked package, or loses it if the people in it are no longer there', async () => {
  const { call } = await artistNamed('pack-party')
  await call(me, 'PUT', { packages: [bride] })
  const leila = await createTestVisitor(rig, four)
  const booked = await leila.book('pack-party', { names: ['Leila', 'Ana', 'Zoe', 'Mia'] })
  await call(me, 'PUT', { packages: [] })
  const at = `/v1/bookings/${booked.id}/party`
  const was = booked.lines
    .filter(({ kind }: { kind: string }) => kind === 'look')
    .flatMap(({ people, parts }: { people: [number, number]; parts: { serviceId: string }[] }) =>
      Array.from({ length: people[1] - people[0] + 1 }, (_, i) => ({
        person: people[0] + i,
        name: '',
        services: parts.map(({ serviceId }) => serviceId),
      })),
    )
  const one = { person: null, name: 'Ida', services: ['makeup'] }
  const more = (await leila.call(at, 'POST', { people: [...was, one], preview: true })).body.data.preview
  expect(more.total).toBe(500)
  const without = was.filter((_: unknown, i: number) => i !== was.length - 1)
  const fewer = (await leila.call(at, 'POST', { people: without, preview: true })).body.data.preview
  const left = without.flatMap(({ services }: { services: string[] }) => services)
  expect(fewer.total).toBe(left.reduce((total: number, id: string) => total + (id === 'updo' ? 200 : 100), 0))
})

test('a package is refused if it is unknown, too small, has contact details or contains another artist’s service', async () => {
  const { call, id } = await artistNamed('pack-wrong')
  const put = async (change: Record<string, unknown>) =>
    (await call(me, 'PUT', { packages: [{ ...bride, ...change }] })).body
  const makeup = { serviceId: 'makeup', count: 1 }
  for (const [change, code] of [
    [{ id: '00000000-0000-4000-8000-000000000000' }, 'not_found'],
    [{ services: [makeup] }, 'package_too_small'],
    [{ services: [makeup, makeup] }, 'service_twice'],
    [{ services: [{ serviceId: 'lashes', count: 2 }] }, 'unknown_service'],
    [{ title: 'Call 07700 900123' }, 'contact_details'],
    [{ cost: 0 }, 'invalid_input'],
  ] as const)
    expect([(await put(change)).code, change]).toEqual([code, change])
  expect((await call(me, 'PUT', { packages: Array.from({ length: 7 }, () => bride) })).body.code).toBe('invalid_input')
  expect((await call(me)).body.data.packages).toEqual([])
  expect((await rig.call(me)).body.code).toBe('not_signed_in')
  const ana = await createTestClient(rig, await idOf(rig, 'ana'))
  expect((await ana(me, 'PUT', { packages: [bride] })).body.code).toBe('not_yours')
  const row = { provider_id: id, position: 0, cost_minor: 100, service_ids: ['makeup'], counts: [1] }
  await expect(rig.database.db.insertInto('package').values(row).execute()).rejects.toThrow('package_right')
})

test('in a reviewed market a package is sold once its name is approved', async () => {
  const { call } = await artistNamed('pack-look')
  const desk = await createTestClient(rig, await idOf(rig, 'olu'))
  const look = async (lookFirst: boolean) => {
    await desk('/v1/operator/own-words/markets/GB', 'PUT', { lookFirst, reason: 'A test says so.' })
    rig.age(2_000)
  }
  await look(true)
  await call(me, 'PUT', { packages: [bride] })
  await look(false)
  expect((await (await createTestVisitor(rig, four)).quote('pack-look')).total).toBe(500)
  const { rows } = (await desk('/v1/operator/own-words')).body.data
  const row = rows.find((one: { artist: { slug: string } }) => one.artist.slug === 'pack-look')
  expect(row).toMatchObject({ about: '1 × Updo, 3 × Makeup', asked: { title: bride.title } })
  await desk(`/v1/operator/own-words/${row.id}/approve`, 'POST', { askedAt: row.askedAt })
  expect((await (await createTestVisitor(rig, four)).quote('pack-look')).total).toBe(400)
})
