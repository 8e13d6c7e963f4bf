import { depositShares } from '#contract/providers/profile-rules.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toMinor } from '#contract/money.ts'
import { createTestClient, createTestVisitor } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

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

const me = '/v1/providers/me'
const artistNamed = async (slug: string) => {
  const artist = await createTestProviderWithAccount(rig, { slug, costs: { makeup: 30_000, updo: 10_000 }, notice: 0 })
  return { ...artist, call: await createTestClient(rig, artist.accountId) }
}
const lockedFor = async (slug: string, search: Record<string, unknown> = {}) => {
  const leila = await createTestVisitor(rig, search)
  const { locked } = (await leila.call(`/v1/quotes/${leila.id}/@/${slug}`)).body.data
  return { leila, locked }
}
// The day of test searches is a Saturday.
const weekend = { kind: 'off_peak', percent: 10, weekdays: [5, 6], hours: null, season: null }

describe('Deposit per service', () => {
  test('a job has the deposit share of its service; with several services, the highest share applies', async () => {
    const { call } = await artistNamed('sell-deposit')
    const saved = await call(`${me}/deposits`, 'PUT', { items: [{ serviceId: 'makeup', share: depositShares.most }] })
    expect(saved.body.data.services.map((s: { id: string; depositShare: number }) => [s.id, s.depositShare])).toEqual([
      ['makeup', depositShares.most],
      ['updo', null],
    ])
    const most = depositShares.most / 100
    const share = async (services: string[]) => {
      const { locked } = await lockedFor('sell-deposit', { services })
      return toMinor(locked.deposit) / toMinor(locked.total)
    }
    expect([await share(['makeup']), await share(['updo']), await share(['makeup', 'updo'])]).toEqual([
      most,
      0.25,
      most,
    ])
    const shown = (await rig.call('/v1/@/sell-deposit')).body.data.services
    expect(shown.map((s: { depositShare: number }) => s.depositShare)).toEqual([depositShares.most, null])
  })

  test('the deposit is frozen in the booked price', async () => {
    const { call } = await artistNamed('sell-frozen')
    await call(`${me}/deposits`, 'PUT', { items: [{ serviceId: 'makeup', share: 40 }] })
    const leila = await createTestVisitor(rig)
    const { hold } = (await leila.hold('sell-frozen')).body.data
    await call(`${me}/deposits`, 'PUT', { items: [{ serviceId: 'makeup', share: null }] })
    expect(hold.quote.deposit).toBe(141.2)
    const read = (await leila.call(`/v1/holds/${hold.id}`)).body.data.hold
    expect(read.quote.deposit).toBe(hold.quote.deposit)
  })

  test('a deposit share is refused if it is repeated, out of bounds or for another artist’s service', async () => {
    const { call } = await artistNamed('sell-wrong')
    const put = async (items: unknown[]) => (await call(`${me}/deposits`, 'PUT', { items })).body
    expect((await put([{ serviceId: 'lashes', share: 30 }])).code).toBe('unknown_service')
    const makeup = { serviceId: 'makeup', share: 30 }
    expect((await put([makeup, makeup])).code).toBe('service_twice')
    for (const share of [depositShares.least - 1, depositShares.most + 1, 25.5])
      expect((await put([{ ...makeup, share }])).code).toBe('invalid_input')
    await expect(
      rig.database.db
        .updateTable('provider_service')
        .set({ deposit_share: depositShares.most + 1 })
        .where('service_id', '=', 'makeup')
        .execute(),
    ).rejects.toThrow()
  })
})

describe('Discounts', () => {
  test('a lower price reduces the earnings on its days, in cards, lines and the locked price, and is explained', async () => {
    const { call } = await artistNamed('sell-weekend')
    await artistNamed('sell-always')
    const put = await call(`${me}/lower-prices`, 'PUT', { rules: [weekend] })
    expect(put.body.data.rules).toEqual([weekend])
    expect((await call(`${me}/lower-prices`)).body.data.rules).toEqual([weekend])
    const { leila, locked } = await lockedFor('sell-weekend')
    // 300 less 10 per cent, with the fee of 15 per cent included.
    expect(locked).toMatchObject({ total: 318, fee: 48, lower: { kind: 'off_peak', percent: 10 } })
    const page = (await leila.call(`/v1/quotes/${leila.id}`)).body.data
    const cards = page.offers.mobile.map((offer: { provider: { slug: string; price: number } }) => offer.provider)
    expect(Object.fromEntries(cards.map((card: { slug: string; price: number }) => [card.slug, card.price]))).toEqual({
      'sell-weekend': 318,
      'sell-always': 353,
    })
    const friday = await lockedFor('sell-weekend', { eventDate: '2027-06-11' })
    expect(friday.locked).toMatchObject({ total: 353, lower: null })
    expect((await rig.call('/v1/@/sell-weekend')).body.data.lowerPrices).toEqual([weekend])
  })

  test('a lower price depends on the start of the job, on a season across New Year, and on the days ahead', async () => {
    const { call } = await artistNamed('sell-times')
    const total = async (rules: unknown[], search: Record<string, unknown> = {}) => {
      const saved = await call(`${me}/lower-prices`, 'PUT', { rules })
      if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
      return (await lockedFor('sell-times', search)).locked.total
    }
    const none = { kind: 'off_peak', percent: 10, weekdays: null, hours: null, season: null }
    // Ready by 1:30 PM, so it begins before one.
    expect(await total([{ ...none, hours: { from: 600, to: 800 } }])).toBe(318)
    expect(await total([{ ...none, hours: { from: 815, to: 1200 } }])).toBe(353)
    expect(await total([{ ...none, hours: { from: 600, to: 800 } }], { finishTime: undefined })).toBe(353)
    const winter = { ...none, season: { first: 1101, last: 228 } }
    expect(await total([winter])).toBe(353)
    expect(await total([winter], { eventDate: '2027-01-16' })).toBe(318)
    const late = { kind: 'last_minute', percent: 20, withinDays: 3 }
    expect(await total([late], { eventDate: '2026-11-23' })).toBe(283)
    expect(await total([late], { eventDate: '2026-11-24' })).toBe(353)
    expect(await total([weekend, { ...none, percent: 5, weekdays: [5] }])).toBe(318)
  })

  test('a quoted lower price stays valid after the rule is removed, and the minimum booking still applies', async () => {
    const { call, id } = await artistNamed('sell-kept')
    await call(`${me}/lower-prices`, 'PUT', { rules: [weekend] })
    const leila = await createTestVisitor(rig)
    const { hold } = (await leila.hold('sell-kept')).body.data
    await call(`${me}/lower-prices`, 'PUT', { rules: [] })
    expect((await leila.call(`/v1/holds/${hold.id}`)).body.data.hold.quote.total).toBe(318)
    await call(`${me}/lower-prices`, 'PUT', { rules: [weekend] })
    await rig.database.db.updateTable('provider').set({ minimum_job_minor: 30_000 }).where('id', '=', id).execute()
    const { locked } = await lockedFor('sell-kept', { eventDate: '2027-06-19' })
    expect(locked.total - locked.fee).toBe(300)
  })

  test('a lower price is refused if it always applies, is out of bounds or belongs to another artist', async () => {
    const { call } = await artistNamed('sell-refused')
    const put = async (rule: Record<string, unknown>) =>
      (await call(`${me}/lower-prices`, 'PUT', { rules: [{ ...weekend, ...rule }] })).body
    expect((await put({ weekdays: null })).code).toBe('lower_price_always')
    for (const wrong of [
      { percent: 51 },
      { weekdays: [0, 1, 2, 3, 4, 5, 6] },
      { hours: { from: 800, to: 700 } },
      { season: { first: 1301, last: 100 } },
    ])
      expect((await put(wrong)).code).toBe('invalid_input')
    await artistNamed('sell-other')
    expect((await rig.call('/v1/@/sell-other')).body.data.lowerPrices).toEqual([])
  })
})
