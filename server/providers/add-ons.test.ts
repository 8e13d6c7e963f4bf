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

const me = '/v1/providers/me/add-ons'
const artistNamed = async (slug: string) => {
  const artist = await createTestProviderWithAccount(rig, { slug, notice: 0, costs: { makeup: 8_500, updo: 17_000 } })
  return { ...artist, call: await createTestClient(rig, artist.accountId) }
}
const strip = { serviceId: 'makeup', title: 'Strip lashes', words: 'Soft or full.', cost: 8.5, minutes: 10 }
const offered = async (slug: string) => {
  const leila = await createTestVisitor(rig)
  return (await leila.call(`/v1/quotes/${leila.id}/@/${slug}`)).body.data.addOns
}

test('add-ons are shown with the quotes of their service at their full price, until the artist removes them', async () => {
  const { call } = await artistNamed('add-shown')
  const veil = { serviceId: 'updo', title: 'Veil fitting', words: '', cost: 17, minutes: 0 }
  const set = await call(me, 'PUT', { addOns: [strip, veil] })
  expect(set.body.data.addOns).toMatchObject([
    {
      serviceId: 'makeup',
      cost: 8.5,
      minutes: 10,
      asked: null,
      shown: { title: 'Strip lashes', words: 'Soft or full.' },
    },
    { serviceId: 'updo', cost: 17, minutes: 0 },
  ])
  const [one, two] = set.body.data.addOns
  expect(await offered('add-shown')).toEqual([
    { id: one.id, serviceId: 'makeup', title: 'Strip lashes', words: 'Soft or full.', price: 10, minutes: 10 },
  ])
  // Reordered and with another price they are the same two.
  const turned = [
    { ...veil, id: two.id, cost: 34 },
    { ...strip, id: one.id },
  ]
  const again = (await call(me, 'PUT', { addOns: turned })).body.data.addOns
  expect(again.map(({ id, cost }: { id: string; cost: number }) => [id, cost])).toEqual([
    [two.id, 34],
    [one.id, 8.5],
  ])
  await call(me, 'PUT', { addOns: [] })
  expect(await offered('add-shown')).toEqual([])
})

test('an add-on is refused if it is unknown, out of bounds, has contact details or belongs to a service that is not offered', async () => {
  const { call, id } = await artistNamed('add-wrong')
  const put = async (change: Record<string, unknown>) =>
    (await call(me, 'PUT', { addOns: [{ ...strip, ...change }] })).body
  for (const [change, code] of [
    [{ id: '00000000-0000-4000-8000-000000000000' }, 'not_found'],
    [{ serviceId: 'lashes' }, 'unknown_service'],
    [{ title: 'Call 07700 900123' }, 'contact_details'],
    [{ words: 'See www.lashes.example' }, 'contact_details'],
    [{ cost: 0 }, 'invalid_input'],
    [{ minutes: 7 }, 'invalid_input'],
    [{ minutes: 125 }, 'invalid_input'],
  ] as const)
    expect([(await put(change)).code, change]).toEqual([code, change])
  expect((await call(me, 'PUT', { addOns: Array.from({ length: 9 }, () => strip) })).body.code).toBe('invalid_input')
  expect((await call(me)).body.data.addOns).toEqual([])
  const row = { provider_id: id, service_id: 'makeup', position: 0, cost_minor: 100, minutes: 7 }
  await expect(rig.database.db.insertInto('add_on').values(row).execute()).rejects.toThrow('add_on_minutes_check')
})

test('nobody else can read or change add-ons, or use an add-on’s id for their own', async () => {
  const { call } = await artistNamed('add-own')
  const [one] = (await call(me, 'PUT', { addOns: [strip] })).body.data.addOns
  expect((await rig.call(me)).body.code).toBe('not_signed_in')
  const ana = await createTestClient(rig, await idOf(rig, 'ana'))
  expect((await ana(me)).body.code).toBe('not_yours')
  expect((await ana(me, 'PUT', { addOns: [strip] })).body.code).toBe('not_yours')
  const other = await artistNamed('add-other')
  expect((await other.call(me, 'PUT', { addOns: [{ ...strip, id: one.id }] })).body.code).toBe('not_found')
  expect((await call(me)).body.data.addOns).toMatchObject([{ id: one.id }])
})

test('withdrawing a service removes its add-ons', async () => {
  const { call, id } = await artistNamed('add-gone')
  await call(me, 'PUT', { addOns: [strip] })
  const { db } = rig.database
  await db.deleteFrom('provider_service').where('provider_id', '=', id).where('service_id', '=', 'makeup').execute()
  expect((await call(me)).body.data.addOns).toEqual([])
  const words = await db.selectFrom('own_words').select('id').where('provider_id', '=', id).execute()
  expect(words).toEqual([])
})

test('in a reviewed market an add-on can be booked only once its name is approved in the common queue', async () => {
  const { call } = await artistNamed('add-look')
  const desk = await createTestClient(rig, await idOf(rig, 'olu'))
  const look = async (lookFirst: boolean) => {
    await desk('/v1/operator/own-words/markets/GB', 'PUT', { lookFirst, reason: 'A test says so.' })
    rig.age(2_000)
  }
  await look(true)
  await call(me, 'PUT', { addOns: [strip] })
  await look(false)
  expect(await offered('add-look')).toEqual([])
  const { rows } = (await desk('/v1/operator/own-words')).body.data
  const row = rows.find((one: { artist: { slug: string } }) => one.artist.slug === 'add-look')
  expect(row).toMatchObject({ about: 'Added to makeup', asked: { title: 'Strip lashes' } })
  await desk(`/v1/operator/own-words/${row.id}/approve`, 'POST', { askedAt: row.askedAt })
  expect(await offered('add-look')).toMatchObject([{ title: 'Strip lashes' }])
})
