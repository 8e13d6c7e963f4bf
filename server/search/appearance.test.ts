import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRig, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
let mia: string
let ana: string
let own: string
const hackney = {
  type: 'Point',
  coordinates: [-0.055, 51.545],
  address: { placeName: 'Hackney', countryCode: 'GB', neighborhood: 'Hackney' },
}
const party = {
  location: hackney,
  eventDate: '2027-06-12',
  finishTime: '13:30',
  services: ['makeup', 'makeup', 'updo'],
}

const signIn = async (email: string) =>
  (
    await rig.call('/v1/accounts/login', {
      method: 'POST',
      body: { email, password: 'primp-sample-1' },
      address: '127.0.63.1',
    })
  ).body.data.token as string
const appear = (more: object = {}, bearer: string | undefined = mia) =>
  rig.call('/v1/providers/me/appearance', { method: 'POST', body: { ...party, ...more }, bearer })
const searches = async () =>
  Number(
    (
      await rig.database.db
        .selectFrom('search')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
const change = (set: object) => rig.database.db.updateTable('provider').set(set).where('id', '=', own).execute()

beforeAll(async () => {
  rig = await openRig()
  mia = await signIn('mia@primp.test')
  ana = await signIn('ana@primp.test')
  own = (
    await rig.database.db.selectFrom('provider').select('id').where('slug', '=', 'mia-hollis').executeTakeFirstOrThrow()
  ).id
})
let before: Record<string, unknown> = {}
beforeAll(async () => {
  before = await rig.database.db
    .selectFrom('provider')
    .select(['state', 'travel_radius_m', 'opens_minute', 'closes_minute', 'notice_hours'])
    .where('id', '=', own)
    .executeTakeFirstOrThrow()
})
afterAll(() => change(before))

describe('How an artist appears in search', () => {
  test('the card and the position equal those of the search itself', async () => {
    const kept = await searches()
    const { status, body } = await appear()
    expect(status).toBe(200)
    expect(await searches()).toBe(kept)
    expect(body.data.absent).toBeNull()

    const made = await rig.call('/v1/quotes/', {
      method: 'POST',
      address: '127.0.63.2',
      body: { storeSlug: 'beauty', categorySlug: 'makeup-hair-styling', ...party },
    })
    // biome-ignore lint/suspicious/noExplicitAny: the page as it comes over the wire.
    const order: any[] = []
    for (let cursor = ''; ; ) {
      const { body: page } = await rig.call(`/v1/quotes/${made.body.data.search.id}?type=mobile${cursor}`, {
        cookie: made.cookie,
      })
      order.push(...page.data.offers.mobile.map((o: { provider: object }) => o.provider), ...page.data.profiles.mobile)
      if (!page.data.nextCursor.mobile) break
      cursor = `&cursor=${page.data.nextCursor.mobile}`
    }
    const at = order.findIndex((card) => card.slug === 'mia-hollis')
    const { position: _, ...card } = order[at]
    expect(body.data.mobile).toEqual({ card, position: at + 1, of: order.filter((c) => c.reason === 'fits').length })
    expect(body.data.mobile.card.why.length).toBeGreaterThan(0)
  })

  test('an artist who does not fit a search sees the reason', async () => {
    await change({ travel_radius_m: 100 })
    expect((await appear()).body.data.mobile).toMatchObject({
      position: null,
      card: { reason: 'tooFar', status: 'unavailable', price: null },
    })
    await change({ ...before, opens_minute: 1000 })
    expect((await appear()).body.data.mobile.card.reason).toBe('otherHours')
    await change({ ...before, notice_hours: 720 })
    expect((await appear({ eventDate: '2026-11-28' })).body.data.mobile?.card.reason).not.toBe('fits')
    await change(before)
  })

  test('an artist who is no candidate sees the reason: state, country, distance or services', async () => {
    for (const state of ['paused', 'submitted'] as const) {
      await change({ state })
      expect((await appear()).body.data).toMatchObject({
        mobile: null,
        studio: null,
        absent: { reason: 'state', state },
      })
    }
    await change(before)
    const at = (placeName: string, coordinates: number[], countryCode: string) =>
      appear({ location: { type: 'Point', coordinates, address: { placeName, countryCode } } })
    expect((await at('Sydney', [151.2, -33.87], 'AU')).body.data.absent).toEqual({ reason: 'country' })
    expect((await at('Leeds', [-1.55, 53.8], 'GB')).body.data.absent).toMatchObject({
      reason: 'beyond',
      distance: { unit: 'mi' },
    })
    const offered = (
      await rig.database.db.selectFrom('provider_service').select('service_id').where('provider_id', '=', own).execute()
    ).map((row) => row.service_id)
    const { body } = await rig.call('/v1/quotes/formSettings')
    const other = body.data.formSettings.serviceTypes
      .flatMap((t: { services: { id: string; label: string }[] }) => t.services)
      .find((s: { id: string }) => !offered.includes(s.id))
    expect((await appear({ services: ['makeup', other.id] })).body.data.absent).toEqual({
      reason: 'services',
      services: [other.label],
    })
  })

  test('invalid searches are refused, and so are callers who are not providers', async () => {
    expect((await appear({ services: ['plumbing'] })).body.code).toBe('unknown_service')
    expect((await appear({ eventDate: '2026-11-01' })).body.code).toBe('date_past')
    expect((await appear({ services: [] })).status).toBe(400)
    expect((await appear({}, ana)).body.code).toBe('not_yours')
    expect((await rig.call('/v1/providers/me/appearance', { method: 'POST', body: party })).body.code).toBe(
      'not_signed_in',
    )
  })
})

describe('Calendar of an artist', () => {
  const month = (of: string, bearer = mia) => rig.call(`/v1/providers/calendar?month=${of}`, { bearer })

  test('a month shows jobs, requests and blocked times by event date', async () => {
    const { body } = await month('2027-02')
    expect(body.data).toMatchObject({
      month: '2027-02',
      today: '2026-11-20',
      timeZone: 'Europe/London',
      countryCode: 'GB',
    })
    expect(body.data.days.map((d: { date: string }) => d.date)).toEqual(
      Array.from({ length: 28 }, (_, i) => `2027-02-${String(i + 1).padStart(2, '0')}`),
    )
    const rows = await rig.database.db
      .selectFrom('busy')
      .select(['event_date', 'kind'])
      .where('provider_id', '=', own)
      .where('event_date', '>=', '2027-02-01')
      .where('event_date', '<=', '2027-02-28')
      .execute()
    for (const day of body.data.days) {
      const there = rows.filter((row) => row.event_date === day.date)
      expect([day.taken.length, day.bookedOut.length]).toEqual([
        there.filter((r) => r.kind === 'appointment').length,
        there.filter((r) => r.kind === 'booked_out').length,
      ])
      for (const out of day.bookedOut) expect(out.whole).toBe(true)
    }
  })

  test('waiting requests are counted', async () => {
    const made = await rig.call('/v1/quotes/', {
      method: 'POST',
      address: '127.0.63.3',
      body: { storeSlug: 'beauty', categorySlug: 'makeup-hair-styling', ...party },
    })
    const search = made.body.data.search.id
    await rig.database.db
      .insertInto('quote_act')
      .values({ search_id: search, provider_id: own, state: 'requested' })
      .execute()
    expect((await month('2027-06')).body.data.days[11]).toMatchObject({ date: '2027-06-12', requests: 1 })
    await rig.database.db.deleteFrom('quote_act').where('search_id', '=', search).execute()
  })

  test('the share of booked artists is shown only with at least ten artists around', async () => {
    const { body } = await rig.call('/v1/providers/calendar/area/2027-06-12', { bearer: mia })
    expect(body.data.percent).toBeGreaterThanOrEqual(0)
    expect(body.data.percent).toBeLessThanOrEqual(100)
    const { lat, lng, area } = await rig.database.db
      .selectFrom('provider')
      .select(['lat', 'lng', 'area'])
      .where('id', '=', own)
      .executeTakeFirstOrThrow()
    expect(body.data.place).toBe(area)
    await change({ lat: 60.155, lng: -1.145 })
    expect((await rig.call('/v1/providers/calendar/area/2027-06-12', { bearer: mia })).body.data.percent).toBeNull()
    await change({ lat, lng })
  })

  test('nobody else can see the calendar, and an invalid month or a past day is refused', async () => {
    expect((await month('2027-13')).status).toBe(400)
    expect((await month('2027-02', ana)).body.code).toBe('not_yours')
    expect((await rig.call('/v1/providers/calendar/area/2027-06-12', { bearer: ana })).body.code).toBe('not_yours')
    expect((await rig.call('/v1/providers/calendar/area/2026-01-01', { bearer: mia })).body.code).toBe('date_past')
    expect((await rig.call('/v1/providers/calendar?month=2027-02')).body.code).toBe('not_signed_in')
  })
})
