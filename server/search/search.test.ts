import { beforeAll, describe, expect, test } from 'vitest'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { createSearchInput, testTown } from '#server/testing/providers.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { invalidateSettings } from '#server/platform/settings.ts'
import { storeMostBooked } from './searches.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})

const hackney = {
  type: 'Point',
  coordinates: [-0.055, 51.545] as [number, number],
  address: { placeName: 'Hackney', countryCode: 'GB' },
}
const post = (more: Record<string, unknown>, cookie?: string) =>
  rig.call('/v1/quotes/', { method: 'POST', body: { ...createSearchInput(testTown), ...more }, cookie })
const at = (coordinates: unknown, countryCode = 'GB') => ({
  location: { type: 'Point', coordinates, address: { placeName: 'There', countryCode } },
})

describe('Searches', () => {
  test('a search is saved under an unguessable id, and can be loaded for editing', async () => {
    const made = await post({ services: ['makeup', 'updo', 'makeup'], gclid: 'ad-1', landingPage: '/' })
    const { search } = made.body.data
    expect(made.status).toBe(200)
    expect(search.id).toMatch(/^[A-Za-z0-9_-]{16}$/)
    expect(made.cookie).toMatch(/^primp_visitor=/)
    expect(search.people).toEqual([
      { count: 1, services: ['makeup', 'updo'] },
      { count: 1, services: ['makeup'] },
    ])
    expect(search.appointmentSpot).toMatchObject({
      eventDate: '2027-06-12',
      finishTime: '13:30',
      timeZone: 'Europe/London',
      readyBy: '2027-06-12T13:30:00+01:00',
    })

    const form = await rig.call(`/v1/quotes/formSettings/${search.id}`, { cookie: made.cookie })
    expect(form.body.data.search).toEqual(search)
    expect(form.body.data.formSettings).toMatchObject({
      store: { slug: 'beauty' },
      category: { slug: 'makeup-hair-styling' },
    })
  })

  test('a search works with and without a trailing slash, without a time, and for the night after the day', async () => {
    expect((await rig.call('/v1/quotes', { method: 'POST', body: createSearchInput(testTown) })).status).toBe(200)
    expect((await post({ finishTime: null })).body.data.search.appointmentSpot).toMatchObject({
      finishTime: null,
      readyBy: null,
    })
    expect((await post({ finishTime: '01:30' })).body.data.search.appointmentSpot.readyBy).toBe(
      '2027-06-13T01:30:00+01:00',
    )
  })

  test('looks with the same services are joined, in whatever order the services are', async () => {
    const people = [
      { count: 1, services: ['makeup', 'updo'] },
      { count: 2, services: ['updo', 'makeup'] },
    ]
    const made = await post({ services: ['makeup', 'makeup', 'makeup', 'updo', 'updo', 'updo'], people })
    expect(made.body.data.search.people).toEqual([{ count: 3, services: ['makeup', 'updo'] }])
  })

  test('an edit by its owner keeps the advert of a search; an edit by a stranger does not', async () => {
    const made = await post({ gclid: 'ad-1', heapId: 'h-1', landingPage: '/gb' })
    const id = made.body.data.search.id
    const edited = await post({ previousSearch: id, eventDate: '2027-06-13' }, made.cookie)
    expect(edited.body.data.search).toMatchObject({ gclid: 'ad-1', heapId: 'h-1', landingPage: '/gb', mine: true })

    const stranger = await post({ previousSearch: id })
    expect(stranger.body.data.search).toMatchObject({ gclid: null, heapId: null, landingPage: null })
    const shared = await rig.call(`/v1/quotes/formSettings/${id}`, { cookie: stranger.cookie })
    expect(shared.body.data.search).toMatchObject({ id, gclid: null, heapId: null, mine: false })
  })

  test.each([
    ['unknown_store', { storeSlug: 'garden' }],
    ['unknown_category', { categorySlug: 'tiling' }],
    ['unknown_service', { services: ['haircut-for-dogs'] }],
    ['service_of_other_category', { services: ['makeup', 'pedicure'] }],
    ['trial_alone', { services: ['bridal-makeup', 'bridal-trial'] }],
    ['trial_alone', { services: ['makeup', 'bridal-hair-trial'] }],
    ['location_out_of_range', at([-1, 91])],
    ['location_out_of_range', at([181, 60])],
    ['country_not_served', at([2.35, 48.85], 'FR')],
    ['country_mismatch', at([-0.055, 51.545], 'AU')],
    ['place_too_remote', at([-30, 45])],
    ['date_past', { eventDate: '2026-11-19' }],
    ['date_too_far', { eventDate: '2028-11-21' }],
    ['time_past', { eventDate: '2026-11-20', finishTime: '08:30' }],
    ['time_skipped', { eventDate: '2027-03-27', finishTime: '01:30' }],
    ['people_mismatch', { people: [{ count: 2, services: ['makeup'] }] }],
    ['people_mismatch', { people: [{ count: 1, services: ['updo'] }] }],
    ['service_twice', { services: ['makeup', 'makeup'], people: [{ count: 1, services: ['makeup', 'makeup'] }] }],
    ['too_many_people', { services: Array(21).fill('makeup') }],
    ['too_many_people', { services: Array(21).fill('makeup'), people: [{ count: 21, services: ['makeup'] }] }],
    ['too_many_services', { services: Array(61).fill('makeup') }],
    ['unknown_previous_search', { previousSearch: 'aaaaaaaaaaaaaaaa' }],
  ])('a search is refused with %s for %j', async (code, more) => {
    const answer = await post(more)
    expect(answer.body.code).toBe(code)
    expect(answer.status).toBe(422)
    expect(answer.body.errors?.[0]?.path).toBeTruthy()
  })

  test.each([
    { services: [] },
    { eventDate: '2027-02-30' },
    { eventDate: null },
    { location: null },
    { location: { type: 'Point', coordinates: [], address: { placeName: '', countryCode: 'GB' } } },
    { finishTime: '25:00' },
    { services: 'makeup' },
    { people: [{ count: 0, services: ['makeup'] }] },
    { storeSlug: 7 },
    { previousSearch: 'a' },
    { location: { ...hackney, coordinates: ['a', 'b'] } },
  ])('a malformed search is a 400 that names the field: %j', async (more) => {
    const answer = await post(more)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'invalid_input' })
    expect(answer.body.errors.length).toBeGreaterThan(0)
  })

  test('a search on the last day of the horizon is accepted', async () =>
    expect((await post({ eventDate: '2028-11-20' })).status).toBe(200))

  test('a later time today is accepted, by the clock of the place', async () => {
    expect((await post({ eventDate: '2026-11-20', finishTime: '18:00' })).status).toBe(200)
    const sydney = {
      location: { type: 'Point', coordinates: [151.21, -33.87], address: { placeName: 'Sydney', countryCode: 'AU' } },
    }
    expect((await post({ ...sydney, eventDate: '2026-11-20', finishTime: '19:30' })).body.code).toBe('time_past')
    expect((await post({ ...sydney, eventDate: '2026-11-20', finishTime: '21:00' })).status).toBe(200)
  })
})

describe('Search form', () => {
  test('the form offers the services of the requested category, or else of the default category', async () => {
    const form = await rig.call('/v1/quotes/formSettings')
    expect(form.body.data.search).toBeNull()
    expect(form.body.data.formSettings.serviceTypes.length).toBeGreaterThan(2)
    const lessons = await rig.call('/v1/quotes/formSettings?categorySlug=makeup-hair-lessons')
    expect(lessons.body.data.formSettings.category.slug).toBe('makeup-hair-lessons')
  })
  test('the form of an unknown store, category or search is refused', async () => {
    expect((await rig.call('/v1/quotes/formSettings?storeSlug=garden')).body.code).toBe('unknown_store')
    expect((await rig.call('/v1/quotes/formSettings?categorySlug=tiling')).body.code).toBe('unknown_category')
    expect((await rig.call('/v1/quotes/formSettings/aaaaaaaaaaaaaaaa')).status).toBe(404)
    expect((await rig.call('/v1/quotes/formSettings/short')).status).toBe(400)
  })
})

test('the most booked services come first, each with its lowest price in the country', async () => {
  const { body } = await rig.call('/v1/quotes/mostBooked?country=GB')
  expect(body.data.currency).toBe('GBP')
  expect(body.data.services.length).toBeGreaterThan(10)
  expect(body.data.services.slice(0, 6).map(({ id }: { id: string }) => id)).toContain('makeup')
  expect(body.data.services.every(({ minPrice }: { minPrice: number }) => minPrice > 0)).toBe(true)
  expect(await rig.call('/v1/quotes/mostBooked?country=GB&categorySlug=plumbing')).toMatchObject({
    status: 422,
    body: { code: 'unknown_category' },
  })
  expect((await rig.call('/v1/quotes/mostBooked?country=FR')).status).toBe(400)
})

test('the most booked services are stored by a job and cached for every caller', async () => {
  const { db } = rig.database
  const read = async () => {
    invalidateSettings(rig.database)
    return rig.call('/v1/quotes/mostBooked?country=AU')
  }
  const before = (await read()).body.data
  await storeMostBooked(createJobContext(rig, 'store-most-booked'))
  try {
    expect((await read()).body.data).toEqual(before)
    await db.updateTable('stored_answer').set({ answer: '[]' }).where('key', '=', 'most-booked services').execute()
    const { body, headers } = await read()
    expect(body.data.services).toEqual([])
    expect(headers.get('cache-control')).toBe('public, max-age=600')
  } finally {
    await db.deleteFrom('stored_answer').where('key', '=', 'most-booked services').execute()
    invalidateSettings(rig.database)
  }
})
