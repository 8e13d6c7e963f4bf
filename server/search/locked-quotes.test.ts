import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
beforeEach(() => clearTestTown(rig))
afterAll(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})

async function search(more: Record<string, unknown> = {}) {
  const made = await rig.call('/v1/quotes/', { method: 'POST', body: createSearchInput(testTown, more) })
  const id = made.body.data.search.id as string
  return {
    id,
    cookie: made.cookie,
    open: async (profile: string, query = '') =>
      (await rig.call(`/v1/quotes/${id}/@/${profile}${query}`, { cookie: made.cookie })).body.data,
  }
}

const hours = (n: number) => new Date(testNow.getTime() + n * 3_600_000)
const costs = (rig: TestRig, id: string, cost_minor: number) =>
  rig.database.db
    .updateTable('provider_service')
    .set({ cost_minor })
    .where('provider_id', '=', id)
    .where('service_id', '=', 'makeup')
    .execute()

describe('A quote of one provider', () => {
  test('the quote has every line, the plan and the policy with its dates', async () => {
    await createTestProvider(rig, {
      slug: 'mia',
      costs: { makeup: 4_400, updo: 3_800, 'bridal-makeup': 8_400, 'bridal-hair': 7_600 },
      crew: [
        ['makeup', 'bridal-makeup'],
        ['updo', 'bridal-hair'],
      ],
      minimum: 11_000,
    })
    const people = [
      { count: 1, services: ['bridal-makeup', 'bridal-hair'] },
      { count: 3, services: ['makeup', 'updo'] },
      { count: 1, services: ['makeup'] },
    ]
    const { open } = await search({
      people,
      services: people.flatMap((look) => Array.from({ length: look.count }, () => look.services)).flat(),
    })
    const { locked, card, why } = await open('mia')

    expect(locked).toMatchObject({
      version: 1,
      mode: 'mobile',
      total: 532,
      fee: 82,
      deposit: 133,
      balance: 399,
      currency: 'GBP',
      expiresAt: hours(72).toISOString(),
    })
    expect(
      locked.lines.map((l: { count: number; label: string; amount: number; people: unknown }) => [
        l.count,
        l.label,
        l.amount,
        l.people,
      ]),
    ).toEqual([
      [1, 'Bridal makeup and bridal hair', 189, [1, 1]],
      [3, 'Makeup and updo', 291, [2, 4]],
      [1, 'Makeup', 52, [5, 5]],
      [1, 'Travel, within the free zone', 0, null],
    ])
    expect(card).toMatchObject({ price: 532, deposit: 133 })
    expect(why).toBeNull()
    expect(locked.plan).toMatchObject({
      readyBy: '2027-06-12T13:30:00+01:00',
      doneAt: '2027-06-12T13:20:00+01:00',
      setupMinutes: 20,
      spareMinutes: 10,
      timeZone: 'Europe/London',
    })
    expect(locked.plan.blocks).toHaveLength(9)
    expect(new Set(locked.plan.blocks.map((b: { artist: string }) => b.artist))).toEqual(
      new Set(['Artist 1', 'Artist 2']),
    )
    const [whole, half, none] = locked.policy.steps
    expect(Date.parse(locked.plan.arriveAt) - Date.parse(whole.until)).toBe(7 * 86_400_000)
    expect(Date.parse(locked.plan.arriveAt) - Date.parse(half.until)).toBe(2 * 86_400_000)
    expect(none).toEqual({ share: 0, until: null, hoursBefore: null })
    expect(locked.policy.coolingHours).toBe(24)
  })

  test('one person at the artist’s place costs the minimum booking of the profile', async () => {
    const { id } = await createTestProvider(rig, { slug: 'mia', costs: { makeup: 6_100, updo: 9_900 }, minimum: 9_000 })
    await rig.database.db.updateTable('provider').set({ travel_free_m: 0 }).where('id', '=', id).execute()
    const { open } = await search({ people: [{ count: 1, services: ['makeup'] }], services: ['makeup'] })
    const { locked } = await open('mia')
    expect(locked.total).toBe(107)
    expect((await rig.call('/v1/@/mia')).body.data).toMatchObject({ minimumJob: 107 })
    // Without a travel zone the line has no detail.
    expect(locked.lines.find(({ kind }: { kind: string }) => kind === 'travel')).toMatchObject({
      label: 'Travel',
      amount: 0,
    })
  })

  test('an opened price stays while the quote is valid; then the quote gets a new version', async () => {
    const { id } = await createTestProvider(rig, { slug: 'steady' })
    const { open } = await search()
    const first = (await open('steady')).locked
    await costs(rig, id, 8_500)
    expect((await open('steady')).locked).toEqual(first)
    expect((await open(id)).locked.hash).toBe(first.hash)

    rig.at(hours(72.1))
    const second = await open('steady')
    expect(second.locked).toMatchObject({ version: 2, total: 100 })
    expect(second.card.price).toBe(100)
    expect(second.locked.hash).not.toBe(first.hash)
    rig.at(testNow)
  })

  test('concurrent openings lock one quote', async () => {
    await createTestProvider(rig, { slug: 'popular' })
    const { id, open } = await search()
    const all = await Promise.all(Array.from({ length: 6 }, () => open('popular')))
    expect(new Set(all.map((answer) => answer.locked.id)).size).toBe(1)
    expect(await rig.database.db.selectFrom('quote').select('id').where('search_id', '=', id).execute()).toHaveLength(1)
  })

  test('a quote for a taken time has no price and says why', async () => {
    const artist = await createTestProvider(rig, { slug: 'wanted' })
    const { open } = await search()
    expect((await open('wanted')).locked).not.toBeNull()
    await createTestBusyTime(rig, artist, '2027-06-12T11:00:00Z', '2027-06-12T12:00:00Z')
    expect(await open('wanted')).toMatchObject({
      locked: null,
      why: 'booked',
      card: { status: 'unavailable', price: null },
    })
  })

  test('changing the time of the search recomputes the price', async () => {
    await createTestProvider(rig, { slug: 'mover' })
    const { id, cookie, open } = await search()
    const before = (await open('mover')).locked
    await rig.call(`/v1/quotes/${id}`, {
      method: 'PATCH',
      body: { name: 'Leila', email: 'l@mail.example', event: 'Wedding', mobile: '07700 900142', finishTime: '16:00' },
      cookie,
    })
    const after = (await open('mover')).locked
    expect(after).toMatchObject({ version: 2, plan: { readyBy: '2027-06-12T16:00:00+01:00' } })
    expect(after.id).not.toBe(before.id)
  })

  test('a studio quote has no travel; a search without a time has no plan', async () => {
    await createTestProvider(rig, { slug: 'room', studio: true })
    const { open } = await search({ finishTime: null })
    const { locked } = await open('room', '?type=studio')
    expect(locked).toMatchObject({ mode: 'studio', plan: null })
    expect(locked.lines.map((line: { kind: string }) => line.kind)).toEqual(['look'])
    expect(locked.policy.steps[0].until).toBeNull()
  })

  test('an unknown or paused provider, or one with other services, is not found', async () => {
    await createTestProvider(rig, { slug: 'hair-only', costs: { updo: 3_000 } })
    const paused = await createTestProvider(rig, { slug: 'paused' })
    await rig.database.db.updateTable('provider').set({ state: 'paused' }).where('id', '=', paused.id).execute()
    const { id } = await search()
    for (const profile of ['nobody', 'hair-only', 'paused', '00000000-0000-0000-0000-000000000000']) {
      expect([profile, (await rig.call(`/v1/quotes/${id}/@/${profile}`)).status]).toEqual([profile, 404])
    }
    expect((await rig.call('/v1/quotes/aaaaaaaaaaaaaaaa/@/nobody')).status).toBe(404)
  })

  test('only the owner sees the requester’s details', async () => {
    await createTestProvider(rig, { slug: 'seen' })
    const { id, cookie, open } = await search()
    await rig.call(`/v1/quotes/${id}`, {
      method: 'PATCH',
      body: { name: 'Leila', email: 'l@mail.example', event: 'Wedding', mobile: '07700 900142' },
      cookie,
    })
    expect((await open('seen')).details.name).toBe('Leila')
    expect((await rig.call(`/v1/quotes/${id}/@/seen`)).body.data.details).toBeNull()
  })
})

describe('Open quotes', () => {
  const signIn = async (email: string) =>
    (
      await rig.call('/v1/accounts/login', {
        method: 'POST',
        body: { email, password: 'primp-sample-1' },
        address: '127.0.64.1',
      })
    ).body.data.token as string
  const count = (bearer?: string) => rig.call('/v1/providers/me/open-quotes', { ...(bearer ? { bearer } : {}) })

  test('open quotes are counted once per search while they are valid, and keep their price when the artist changes prices', async () => {
    // Other files may have opened her prices, which would expire with the one below.
    await rig.database.db
      .updateTable('quote')
      .set({ expires_at: new Date(0) })
      .where('provider_id', 'in', rig.database.db.selectFrom('provider').select('id').where('slug', '=', 'mia-hollis'))
      .execute()
    const mia = await signIn('mia@primp.test')
    expect((await count(mia)).body.data.count).toBe(0)
    const hackney = {
      type: 'Point',
      coordinates: [-0.055, 51.545],
      address: { placeName: 'Hackney', countryCode: 'GB' },
    }
    const { id, open } = await search({ location: hackney, services: ['makeup', 'updo'] })
    const { locked } = await open('mia-hollis')
    expect((await count(mia)).body.data.count).toBe(1)

    const own = (await rig.call('/v1/providers/me', { bearer: mia })).body.data
    const makeup = own.services.find((s: { id: string }) => s.id === 'makeup')
    const price = (cost: number) =>
      rig.call(`/v1/providers/me/prices/${makeup.categoryId}`, {
        method: 'PUT',
        bearer: mia,
        body: { items: [{ serviceId: 'makeup', status: 'active', cost }] },
      })
    expect((await price(makeup.cost + 40)).status).toBe(200)
    expect((await open('mia-hollis')).locked).toMatchObject({ id: locked.id, total: locked.total })
    const later = await search({ location: hackney, services: ['makeup', 'updo'] })
    expect((await later.open('mia-hollis')).locked.total).toBeGreaterThan(locked.total)
    await price(makeup.cost)

    rig.at(hours(73))
    expect((await count(await signIn('mia@primp.test'))).body.data.count).toBe(0)
    rig.at(testNow)
    await rig.database.db.deleteFrom('quote').where('search_id', 'in', [id, later.id]).execute()
  })
  test('nobody else can count open quotes', async () => {
    expect((await count()).body.code).toBe('not_signed_in')
    expect((await count(await signIn('ana@primp.test'))).body.code).toBe('not_yours')
  })
})
