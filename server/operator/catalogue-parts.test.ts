import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRig, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
let olu: string
let ana: string
let artist: { id: string; slug: string; city: string; lat: number; lng: number }
const reason = 'for a test of what the catalogue is made of'
let calls = 0
const address = () => `127.64.${Math.floor(++calls / 250)}.${(calls % 250) + 1}`
const signIn = async (email: string) =>
  (
    await rig.call('/v1/accounts/login', {
      method: 'POST',
      body: { email, password: 'primp-sample-1' },
      address: address(),
    })
  ).body.data.token as string
const send = (method: string, path: string, body: object = {}, bearer = olu) =>
  rig.call(`/v1/operator/catalogue${path}`, { method, body: { reason, ...body }, bearer, address: address() })
const parts = async () => (await rig.call('/v1/operator/catalogue/parts', { bearer: olu })).body.data
// The catalogue cache expires after five seconds of real time.
const fresh = () => rig.age(5_200)

beforeAll(async () => {
  rig = await openRig()
  ;[olu, ana] = [await signIn('olu@primp.test'), await signIn('ana@primp.test')]
  artist = await rig.database.db
    .selectFrom('provider')
    .select(['id', 'slug', 'city', 'lat', 'lng'])
    .where('country_code', '=', 'GB')
    .where('state', '=', 'approved')
    .where('mobile', '=', true)
    .where('slug', 'not in', ['mia-hollis'])
    .orderBy('no', 'desc')
    .executeTakeFirstOrThrow()
})
afterAll(async () => {
  await sql`update artist set service_ids = array_remove(service_ids, 'spray-tan-test') where provider_id = ${artist.id}`.execute(
    rig.database.db,
  )
  await rig.database.db.deleteFrom('provider_service').where('service_id', '=', 'spray-tan-test').execute()
  await sql`select refresh_match(array[${artist.id}::uuid])`.execute(rig.database.db)
  await rig.database.db.deleteFrom('search').where('category_id', '>', 1000).execute()
  await rig.database.db.deleteFrom('place_page').where('category_id', '>', 1000).execute()
  await rig.database.db.deleteFrom('service').where('id', '=', 'spray-tan-test').execute()
  await rig.database.db.deleteFrom('service_type').where('made', '=', true).execute()
  await rig.database.db.deleteFrom('home_cell').where('category_id', '>', 1000).execute()
  await rig.database.db.deleteFrom('category').where('made', '=', true).execute()
  await rig.database.db.deleteFrom('store').where('made', '=', true).execute()
  await rig.database.db
    .updateTable('made_area')
    .set({ closed_at: new Date('2100-01-01') })
    .where('closed_at', 'is', null)
    .execute()
})

describe('Stores, categories, types and services', () => {
  test('an operator creates a store, category, type and service; an artist offers the service, and a search of the category finds it', async () => {
    const store = (await send('POST', '/stores', { slug: 'tanning-test', label: 'Tanning' })).body.data.id
    expect(Number(store)).toBeGreaterThan(1000)
    const category = (
      await send('POST', '/categories', { storeId: Number(store), slug: 'spray-tans-test', label: 'Spray tans' })
    ).body.data.id
    const type = (await send('POST', '/types', { categoryId: Number(category), slug: 'tans-test', label: 'Tans' })).body
      .data.id
    fresh()
    const offered = async () =>
      (await rig.call('/v1/seo/categories?country=GB')).body.data.categories.map((c: { slug: string }) => c.slug)
    expect(await offered()).not.toContain('spray-tans-test')
    const service = {
      id: 'spray-tan-test',
      typeId: type,
      label: 'Spray tan',
      phrase: 'spray tan',
      minutes: 40,
      setupMinutes: 0,
      sequence: 0,
      markets: ['GB'],
    }
    expect((await send('POST', '/services', service)).status).toBe(200)
    fresh()
    expect(await offered()).toContain('spray-tans-test')
    expect((await rig.call('/v1/seo/categories?country=AU')).body.data.categories).not.toContainEqual(
      expect.objectContaining({ slug: 'spray-tans-test' }),
    )
    const { formSettings } = (await rig.call('/v1/quotes/formSettings?categorySlug=spray-tans-test')).body.data
    expect(formSettings).toMatchObject({
      store: { id: store, slug: 'tanning-test' },
      serviceTypes: [{ id: type, services: [{ id: 'spray-tan-test', minutes: 40 }] }],
    })
    await rig.database.db
      .insertInto('provider_service')
      .values({ provider_id: artist.id, service_id: 'spray-tan-test', cost_minor: 3_500 })
      .execute()
    await sql`update artist set service_ids = service_ids || array['spray-tan-test'] where provider_id = ${artist.id}`.execute(
      rig.database.db,
    )
    await sql`select refresh_match(array[${artist.id}::uuid])`.execute(rig.database.db)
    const wish = {
      categorySlug: 'spray-tans-test',
      location: {
        type: 'Point',
        coordinates: [artist.lng, artist.lat],
        address: { placeName: artist.city, countryCode: 'GB' },
      },
      eventDate: '2027-09-21',
      services: ['spray-tan-test'],
    }
    const { search } = (await rig.call('/v1/quotes/', { method: 'POST', body: wish, bearer: ana, address: address() }))
      .body.data
    const quotes = (await rig.call(`/v1/quotes/${search.id}`, { bearer: ana })).body.data
    expect(JSON.stringify(quotes)).toContain(artist.slug)
    const elsewhere = await rig.call('/v1/quotes/', {
      method: 'POST',
      body: { ...wish, storeSlug: 'beauty' },
      bearer: ana,
      address: address(),
    })
    expect(elsewhere.body.code).toBe('unknown_category')

    const shown = (await parts()).stores.find((one: { id: string }) => one.id === store)
    expect(shown).toMatchObject({
      label: 'Tanning',
      made: true,
      services: 1,
      categories: [{ id: category, feePercent: 15, types: [{ id: type, services: 1, made: true }] }],
    })
  })
  test('only parts created in the console can be renamed', async () => {
    const { id } = (await send('POST', '/stores', { slug: 'renamed-test', label: 'Tans' })).body.data
    const labelOf = async () =>
      (await parts()).stores.find((one: { id: string; label: string }) => one.id === id)?.label
    // The author of a change sees it despite the cache.
    expect(await labelOf()).toBe('Tans')
    expect((await send('PUT', `/parts/store/${id}`, { label: 'Tans and more' })).body.data).toEqual({
      label: 'Tans and more',
    })
    expect(await labelOf()).toBe('Tans and more')
    expect((await parts()).stores.find((one: { id: string }) => one.id === id)).toMatchObject({
      slug: 'renamed-test',
      label: 'Tans and more',
    })
    for (const path of [
      '/parts/store/1',
      '/parts/category/1',
      '/parts/type/makeup',
      '/parts/store/99999',
      '/parts/category/nails',
    ])
      expect((await send('PUT', path, { label: 'Another' })).body.code, path).toBe('not_found')
    const last = await rig.database.db
      .selectFrom('audit')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(last).toMatchObject({ act: 'store.rename', before: { label: 'Tans' }, after: { label: 'Tans and more' } })
  })
  test('each store, category, type and service needs a unique name, a valid address and an existing parent', async () => {
    expect((await send('POST', '/stores', { slug: 'beauty', label: 'Beauty two' })).body.code).toBe('name_taken')
    expect((await send('POST', '/categories', { storeId: 1, slug: 'nails', label: 'Nails two' })).body.code).toBe(
      'name_taken',
    )
    expect((await send('POST', '/types', { categoryId: 1, slug: 'makeup', label: 'Makeup two' })).body.code).toBe(
      'name_taken',
    )
    expect((await send('POST', '/categories', { storeId: 77, slug: 'none-test', label: 'None' })).body.code).toBe(
      'unknown_store',
    )
    expect((await send('POST', '/types', { categoryId: 77, slug: 'none-test', label: 'None' })).body.code).toBe(
      'unknown_category',
    )
    for (const slug of ['Upper', 'with space', '-edge', ''])
      expect((await send('POST', '/stores', { slug, label: 'Wrong' })).status, slug).toBe(400)
    expect((await send('POST', '/stores', { slug: 'no-reason-test', label: 'Wrong', reason: '' })).status).toBe(400)
  })
  test('two parts of the catalogue that are created concurrently are both saved', async () => {
    const made = await Promise.all(
      ['one-test', 'two-test', 'one-test'].map((slug) => send('POST', '/stores', { slug, label: 'At once' })),
    )
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 200, 409])
  })
})

describe('Areas', () => {
  const marsh = { countryCode: 'GB', name: 'Wibble Marshes', also: ['The Wibbles'], lat: 51.21, lng: 0.98, km: 20 }
  const found = async (text: string) =>
    (await rig.call(`/v1/places?text=${encodeURIComponent(text)}&country=GB`)).body.data.map(
      (place: { text: string }) => place.text,
    )

  test('an open area is found by its names and has a page; both disappear when it is closed', async () => {
    expect(await found('Wibble Marshes')).not.toContain('Wibble Marshes')
    const { area } = (await send('POST', '/areas', marsh)).body.data
    expect(area).toMatchObject({
      name: 'Wibble Marshes',
      also: ['the wibbles'],
      km: 20,
      region: 'England',
      link: '/gb/makeup-hair-styling/wibble-marshes',
      closedAt: null,
    })
    expect((await found('wibble m'))[0]).toBe('Wibble Marshes')
    expect((await found('the wibbles'))[0]).toBe('Wibble Marshes')
    expect((await send('POST', '/areas', { ...marsh, name: 'wibble  marshes' })).body.code).toBe('name_taken')
    expect((await parts()).areas).toContainEqual(area)
    const page = await rig.call('/v1/seo/gatsby/pages?link=/gb/makeup-hair-styling/wibble-marshes')
    expect(page.status).toBe(200)
    expect(JSON.stringify(page.body.data.seoPage)).toContain('Wibble Marshes')
    // After a newer gazetteer has removed all places, the area becomes a place again.
    await rig.database.db.deleteFrom('place').where('id', '=', area.id).execute()
    await sql`select place_of_area(a) from made_area a where id = ${area.id}`.execute(rig.database.db)
    expect((await found('wibble m'))[0]).toBe('Wibble Marshes')

    const closed = (await send('POST', `/areas/${area.id}/close`)).body.data.area
    expect(closed.closedAt).not.toBeNull()
    expect(closed.link).toBeNull()
    expect(await found('Wibble Marshes')).not.toContain('Wibble Marshes')
    expect((await send('POST', `/areas/${area.id}/close`)).body.code).toBe('state_changed')
    expect((await send('POST', '/areas/77/close')).body.code).toBe('not_found')
  })
  test('an area with the name of a town gets its own address', async () => {
    const { area } = (await send('POST', '/areas', { ...marsh, name: 'Rye', also: [] })).body.data
    expect(area.link).toMatch(/^\/gb\/makeup-hair-styling\/rye-/)
    await send('POST', `/areas/${area.id}/close`)
  })
  test('an area must lie within its country', async () => {
    expect((await send('POST', '/areas', { ...marsh, lat: 48.85, lng: -25 })).body.code).toBe('place_too_remote')
    expect((await send('POST', '/areas', { ...marsh, lat: -33.87, lng: 151.2 })).body.code).toBe('country_mismatch')
    for (const wrong of [{ km: 0 }, { km: 151 }, { lat: 91 }, { name: 'x' }, { name: '日本' }, { also: ['ab'] }])
      expect((await send('POST', '/areas', { ...marsh, ...wrong })).status).toBe(400)
  })
})

test('an operator without the required duty can create and read nothing', async () => {
  const acts = [
    ['GET', '/parts'],
    ['POST', '/stores'],
    ['POST', '/categories'],
    ['POST', '/types'],
    ['PUT', '/parts/store/1'],
    ['POST', '/areas'],
    ['POST', '/areas/1/close'],
  ] as const
  for (const [method, path] of acts) {
    const { status } = await rig.call(`/v1/operator/catalogue${path}`, {
      method,
      ...(method === 'GET' ? {} : { body: {} }),
      bearer: ana,
      address: address(),
    })
    expect(status, path).toBe(403)
  }
})
