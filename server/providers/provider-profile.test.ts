import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { depositShares, undertones } from '#contract/providers/profile-rules.ts'
import { hasHiddenContact } from '#server/platform/validation/contact-details.ts'
import { hashPassword } from '#server/accounts/index.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { readKit, writeKit } from './provider-profile.ts'
import { priceErrors, buildTeam } from './provider-services.ts'
import { parseWorkingHours, slugifyName } from './profile-location.ts'

let rig: TestRig
let bearer: string
let ana: string
let calls = 0
const address = () => `127.21.${Math.floor(++calls / 250)}.${(calls % 250) + 1}`
const logIn = async (email: string) =>
  (
    await rig.call('/v1/accounts/login', {
      method: 'POST',
      body: { email, password: 'primp-sample-1' },
      address: address(),
    })
  ).body.data.token as string
const own = (path = '', body?: unknown, method = body === undefined ? 'GET' : 'PUT', as = bearer) =>
  rig.call(`/v1/providers/me${path}`, {
    method,
    ...(body === undefined ? {} : { body }),
    bearer: as,
    address: address(),
  })
const hackney = {
  type: 'Point',
  coordinates: [-0.0553, 51.5451],
  address: { placeName: 'Hackney, London', countryCode: 'GB' },
}
const sydney = { type: 'Point', coordinates: [151.2, -33.87], address: { placeName: 'Sydney', countryCode: 'AU' } }
const email = 'nia.own@mail.example'

beforeAll(async () => {
  rig = await openRig()
  const password_hash = await hashPassword('primp-sample-1')
  await rig.database.db
    .insertInto('account')
    .values({ email, name: 'Nia Own', password_hash, roles: ['customer', 'provider'], mobile: '+447700900123' })
    .execute()
  bearer = await logIn(email)
  ana = await logIn('ana@primp.test')
})
const forget = async () => {
  const { db } = rig.database
  const account = await db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  await db.updateTable('provider').set({ profile_media_id: null }).where('account_id', '=', account.id).execute()
  await db
    .deleteFrom('quote')
    .where('provider_id', 'in', db.selectFrom('provider').select('id').where('account_id', '=', account.id))
    .execute()
  await db.deleteFrom('provider').where('account_id', '=', account.id).execute()
}
beforeEach(forget)
afterAll(async () => {
  await forget()
  await rig.database.db.deleteFrom('account').where('email', '=', email).execute()
})

const travel = {
  mode: 'mobile',
  radius: 15,
  free: 3,
  perUnit: 1.5,
  hours: { opens: '05:00', closes: '22:00' },
  early: null,
  bufferMinutes: 30,
  noticeHours: 12,
  horizonDays: 365,
}
const begun = async () => {
  await own('/location', { location: hackney, studio: true, studioAddress: '12 Mare Street' })
  await own('/services', {
    services: [{ id: 'makeup' }, { id: 'updo' }, { id: 'manicure' }],
    artists: [
      { name: 'Nia', services: [] },
      { name: 'Jo', services: ['updo'] },
    ],
  })
}
const bio = 'I learned behind the counter, then at weddings. Ask me about deep skin and quiet mornings.'

describe('New profiles', () => {
  test('a profile begins with its location', async () => {
    expect((await own()).body.code).toBe('not_found')
    expect((await own('/bio', { bio })).body.code).toBe('not_found')
    expect((await own('/location', { location: hackney, studio: true })).body).toMatchObject({
      code: 'studio_address_missing',
      errors: [{ path: 'studioAddress' }],
    })
    expect(
      (await own('/location', { location: { ...hackney, address: { ...hackney.address, countryCode: 'FR' } } })).body
        .code,
    ).toBe('country_not_served')
    expect(
      (await own('/location', { location: { ...hackney, address: { ...hackney.address, countryCode: 'US' } } })).body
        .code,
    ).toBe('country_mismatch')
    expect((await own('/location', { location: { ...hackney, coordinates: [-30, 0] } })).body.code).toBe(
      'place_too_remote',
    )
    const { body } = await own('/location', { location: sydney })
    expect(body.data).toMatchObject({
      state: 'draft',
      countryCode: 'AU',
      currency: 'AUD',
      slug: 'nia-own',
      name: 'Nia Own',
      services: [],
      photo: null,
    })
  })
  test('a draft may move abroad, and loses its prices', async () => {
    await own('/location', { location: sydney })
    expect(
      (
        await own('/services', {
          services: [{ id: 'makeup' }, { id: 'updo', minutes: 50 }],
          artists: [
            { name: 'Nia', services: ['makeup'] },
            { name: 'Jo', services: ['updo'] },
          ],
        })
      ).status,
    ).toBe(200)
    await own('/prices/1', { categoryId: 1, items: [{ serviceId: 'makeup', status: 'active', cost: 90 }] })
    const { body } = await own('/location', { location: hackney, studio: true, studioAddress: '12 Mare Street' })
    expect(body.data).toMatchObject({
      countryCode: 'GB',
      currency: 'GBP',
      studio: true,
      studioAddress: '12 Mare Street',
    })
    expect(body.data.services.map((s: { status: string; cost: number }) => [s.status, s.cost])).toEqual([
      ['unpriced', null],
      ['unpriced', null],
    ])
  })
  test('a profile is in no list until it is approved', async () => {
    await begun()
    expect((await rig.call('/v1/@/nia-own')).status).toBe(404)
  })
})

describe('Services', () => {
  beforeEach(begun)
  test('an unknown, repeated or empty list of services is refused; services without a person belong to the first artist', async () => {
    const artists = [{ name: 'Nia', services: [] }]
    expect((await own('/services', { services: [], artists })).body.code).toBe('services_none')
    expect((await own('/services', { services: [{ id: 'makeup' }, { id: 'makeup' }], artists })).body.code).toBe(
      'service_twice',
    )
    expect((await own('/services', { services: [{ id: 'tiling' }], artists })).body.code).toBe('unknown_service')
    expect((await own('/services', { services: [{ id: 'makeup' }], artists: [] })).status).toBe(400)
    const { body } = await own('/services', {
      services: [{ id: 'makeup' }, { id: 'updo' }, { id: 'manicure' }],
      artists: [
        { name: 'Nia', services: [] },
        { name: 'Jo', services: ['updo', 'tiling'] },
      ],
    })
    expect(body.data.artists).toEqual([
      { name: 'Nia', services: ['makeup', 'manicure'] },
      { name: 'Jo', services: ['updo'] },
    ])
  })
  test('every service has an artist, and no artist has a service that the profile does not offer', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd')
    fc.assert(
      fc.property(
        fc.uniqueArray(id, { minLength: 1 }),
        fc.array(fc.record({ name: fc.string(), services: fc.uniqueArray(id) }), { minLength: 1, maxLength: 4 }),
        (services, artists) => {
          const team = buildTeam({ services: services.map((s) => ({ id: s, minutes: null })), artists })
          expect(new Set(team.flatMap((artist) => artist.services))).toEqual(new Set(services))
        },
      ),
    )
  })
})

describe('Prices', () => {
  beforeEach(begun)
  const item = (cost: number | null, status = 'active') => ({ serviceId: 'makeup', status, cost })
  test('missing prices of active services are refused field by field', async () => {
    expect((await own('/prices/1', { items: [item(null)] })).body).toMatchObject({
      code: 'price_missing',
      errors: [{ path: 'items.0.cost', message: 'Cost is required' }],
    })
    expect((await own('/prices/1', { items: [item(0)] })).body.errors).toEqual([
      { path: 'items.0.cost', message: 'Cost is not valid' },
    ])
    expect((await own('/prices/1', { items: [item(-5)] })).body.code).toBe('price_missing')
    expect((await own('/prices/1', { items: [{ serviceId: 'manicure', status: 'active', cost: 5 }] })).body.code).toBe(
      'service_of_other_category',
    )
    expect((await own('/prices/99', { items: [] })).body.code).toBe('unknown_category')
    expect(
      (await own('/prices/1', { items: [{ serviceId: 'bridal-hair', status: 'active', cost: 5 }] })).body.code,
    ).toBe('unknown_service')
    const { body } = await own('/prices/1', { items: [item(46), { serviceId: 'updo', status: 'off', cost: null }] })
    expect(body.data.services.find((s: { id: string }) => s.id === 'makeup')).toMatchObject({
      status: 'active',
      cost: 46,
    })
  })
  test('a price list is valid only if every active service costs more than zero', () => {
    const items = fc.array(
      fc.record({
        serviceId: fc.string(),
        status: fc.constantFrom('active' as const, 'off' as const),
        cost: fc.option(fc.double({ min: -100, max: 100, noNaN: true })),
      }),
    )
    fc.assert(
      fc.property(items, (list) => {
        const right = list.every((i) => i.status === 'off' || (i.cost !== null && Math.round(i.cost * 100) > 0))
        expect(priceErrors(list).length === 0).toBe(right)
      }),
    )
  })
  test('the price range near Hackney is rounded, so that it reveals no single price', async () => {
    const { body } = await own('/price-ranges/1')
    const makeup = body.data.ranges.find((r: { serviceId: string }) => r.serviceId === 'makeup')
    expect(makeup.low).toBeGreaterThan(0)
    expect(makeup.high).toBeGreaterThanOrEqual(makeup.low)
    // Interpolated and rounded outwards, so that no single price is revealed.
    expect(body.data.ranges.every((r: { low: number; high: number }) => r.low % 1 === 0 && r.high % 1 === 0)).toBe(true)
    expect((await own('/price-ranges/99')).body.code).toBe('unknown_category')
  })
})

describe('Travel, minimum and rules', () => {
  beforeEach(begun)
  test('the settings are saved as entered, in the units of the country', async () => {
    expect((await own('/travel', travel)).body.data.travel).toEqual(travel)
    expect(
      (
        await own('/travel', {
          ...travel,
          hours: { opens: '09:00', closes: '03:30' },
          mode: 'both',
          early: { before: '07:00', fee: 20 },
        })
      ).body.data.travel,
    ).toMatchObject({ hours: { opens: '09:00', closes: '03:30' }, mode: 'both', early: { before: '07:00', fee: 20 } })
    expect((await own('/travel', { ...travel, hours: { opens: '09:00', closes: '06:00' } })).body.code).toBe(
      'hours_too_late',
    )
    expect((await own('/travel', { ...travel, radius: 0 })).body.errors).toEqual([
      { path: 'radius', message: 'Enter how far you travel.' },
    ])
    expect((await own('/minimum-job', { amount: 60.5 })).body.data.minimumJob).toBe(60.5)
    expect((await own('/minimum-job', { amount: -1 })).status).toBe(400)
  })
  test('working hours are never longer than a day', () => {
    const clock = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map(([h, m]) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`)
    fc.assert(
      fc.property(clock, clock, (opens, closes) => {
        const minutes = parseWorkingHours({ opens, closes })
        expect(minutes.closes - minutes.opens).toBeGreaterThan(0)
        expect(minutes.closes - minutes.opens).toBeLessThanOrEqual(1440)
      }),
    )
  })
  test('a deposit share has limits, and Instant Book requires payout details', async () => {
    const rules = { instant: false, depositShare: 30, policy: 'fair', onlineBalance: true }
    for (const depositShare of [depositShares.least - 1, depositShares.most + 1, 30.5])
      expect((await own('/selling-rules', { ...rules, depositShare })).body.code).toBe('share_out_of_range')
    expect((await own('/selling-rules', { ...rules, instant: true })).body.code).toBe('payout_missing')
    expect((await own('/selling-rules', rules)).body.data.sellingRules).toEqual(rules)
  })
})

describe('Profile page', () => {
  beforeEach(begun)
  test('a bio is saved without contact details', async () => {
    expect((await own('/bio', { bio: 'Too short.' })).body.errors[0].message).toBe('Write at least 60 characters.')
    expect((await own('/bio', { bio: `${bio} Ring 07700 900 123.` })).body).toMatchObject({
      code: 'contact_details',
      errors: [{ path: 'bio' }],
    })
    expect((await own('/bio', { bio })).body.data.bio).toBe(bio)
  })
  test('contact details are distinguished from plain words', () => {
    for (const text of [
      'nia@mail.example',
      'see www.nia.art',
      'https://x.y',
      'find me on Instagram',
      'dm @nia_own',
      '+44 7700 900123',
      '(020) 7946 0991',
      '14 Mare Street',
      'niaown.co.uk',
      '07700\u200b900\u200b123',
      '０７７００９００１２３',
      'nia＠mail.example',
    ])
      expect(hasHiddenContact(text), text).toBe(true)
    for (const text of [
      bio,
      'I have 12 years behind me and 40 brides in 2025.',
      'Skin prep takes 10 to 15 minutes; a full face 45.',
      'Shades 1 to 10, three undertones.',
      'Trained 2008-2011 in Leeds.',
    ])
      expect(hasHiddenContact(text), text).toBe(false)
  })
  test('a kit is saved as entered', async () => {
    const kit = {
      shades: [3, 1, 2],
      undertones: ['warm', 'cool'],
      brands: ['Pot & Brush'],
      tools: ['Tongs'],
      items: [],
      skills: ['deep-skin-tones', 'vegan-kit'],
      singleUse: true,
    }
    expect((await own('/kit', kit)).body.data.kit).toEqual({ ...kit, shades: [1, 2, 3] })
    expect((await own('/kit', { ...kit, skills: ['flying'] })).body.code).toBe('unknown_skill')
    const text = fc.string({ minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(
        fc.record({
          shades: fc.constant<number[]>([]),
          undertones: fc.subarray([...undertones]),
          brands: fc.array(text),
          tools: fc.array(text),
          items: fc.array(text),
          skills: fc.constant<string[]>([]),
          singleUse: fc.boolean(),
        }),
        (any) => {
          expect(readKit(writeKit(any), [], [])).toEqual(any)
        },
      ),
    )
  })
  test('an Instagram name is accepted with or without @, if pictures are found for it', async () => {
    const mias = (instagram: string | null) =>
      rig.database.db.updateTable('provider').set({ instagram }).where('slug', '=', 'mia-hollis').execute()
    const { instagram } = await rig.database.db
      .selectFrom('provider')
      .select('instagram')
      .where('slug', '=', 'mia-hollis')
      .executeTakeFirstOrThrow()
    // Without a service, albums of the artist with that name are used; nobody has it yet.
    const none = await own('/instagram', { handle: '@nia.own' })
    expect(none.body).toMatchObject({ code: 'no_pictures', errors: [{ path: 'handle' }] })
    expect((await own()).body.data.instagram).toBeNull()
    await mias('nia.own')
    expect((await own('/instagram', { handle: '@nia.own' })).body.data.instagram).toBe('nia.own')
    expect((await own('/instagram', { handle: 'nia own' })).body.errors[0].message).toBe('instagram is not valid')
    expect((await own('/instagram', { handle: '' })).body.data.instagram).toBeNull()
    await mias(instagram)
  })
  test('the profile picture is the chosen square of an upload of at least 600 pixels', async () => {
    const picture = async (width: number, height: number) =>
      `data:image/png;base64,${(
        await sharp({ create: { width, height, channels: 3, background: '#805037' } })
          .png()
          .toBuffer()
      ).toString('base64')}`
    const send = async (dataUri: string, as = bearer) =>
      (
        await rig.call('/v1/uploads', {
          method: 'POST',
          body: { fileName: 'photos', dataUri },
          bearer: as,
          address: address(),
        })
      ).body.data.fileUrl
    const crop = { x: 0.1, y: 0, size: 0.9 }
    const small = await send(await picture(500, 900))
    expect((await own('/photo', { fileUrl: small, crop })).body.code).toBe('file_too_small')
    const foreign = await send(await picture(900, 900), ana)
    expect((await own('/photo', { fileUrl: foreign, crop })).body.code).toBe('not_yours')
    const fileUrl = await send(await picture(900, 1200))
    const first = (await own('/photo', { fileUrl, crop })).body.data.photo
    expect(first.src).toMatch(/^\/pictures\/photos\//)
    const second = (await own('/photo', { fileUrl, crop })).body.data.photo
    expect(second._id).not.toBe(first._id)
    expect(
      await rig.database.db.selectFrom('media').select('id').where('id', '=', Number(first._id)).execute(),
    ).toEqual([])
  }, 60_000)
})

describe('Profile in search', () => {
  beforeEach(begun)
  const search = {
    storeSlug: 'beauty',
    categorySlug: 'makeup-hair-styling',
    location: hackney,
    eventDate: '2027-06-12',
    services: ['makeup'],
  }
  const listed = async () => {
    const made = await rig.call('/v1/quotes/', { method: 'POST', body: search, address: '127.22.0.1' })
    const { body } = await rig.call(`/v1/quotes/${made.body.data.search.id}/@/nia-own`, {
      cookie: made.cookie,
      address: '127.22.0.1',
    })
    return {
      price: body.data?.card?.price ?? null,
      id: made.body.data.search.id as string,
      cookie: made.cookie as string,
    }
  }
  test('a live profile is found at once, a paused one disappears at once, and a locked quote outlives a new price', async () => {
    await own('/prices/1', { items: [{ serviceId: 'makeup', status: 'active', cost: 46 }] })
    await own('/travel', travel)
    await own('/minimum-job', { amount: 0 })
    expect((await own('/pause', { paused: true }, 'POST')).body.code).toBe('state_changed')
    await rig.database.db
      .updateTable('provider')
      .set({ state: 'approved', approved_at: rig.clock() })
      .where('slug', '=', 'nia-own')
      .execute()
    const before = await listed()
    expect(before.price).toBe(55)
    await own('/prices/1', { items: [{ serviceId: 'makeup', status: 'active', cost: 80 }] })
    const kept = await rig.call(`/v1/quotes/${before.id}/@/nia-own`, { cookie: before.cookie })
    expect(kept.body.data.locked.total).toBe(55)
    expect((await listed()).price).toBe(95)
    expect((await own('/pause', { paused: true }, 'POST')).body.data).toMatchObject({ state: 'paused', paused: true })
    expect((await listed()).price).toBeNull()
    expect((await own('/pause', { paused: false }, 'POST')).body.data.state).toBe('approved')
    expect((await listed()).price).toBe(95)
    await rig.database.db
      .updateTable('provider')
      .set({ state: 'suspended', state_before: 'approved' })
      .where('slug', '=', 'nia-own')
      .execute()
    expect((await listed()).price).toBeNull()
    expect((await own('/bio', { bio })).body.code).toBe('suspended')
  })
})

test('signed-out visitors, customers and other providers cannot reach a profile’s settings', async () => {
  for (const [path, method, body] of [
    ['', 'GET', undefined],
    ['/bio', 'PUT', { bio }],
    ['/prices/1', 'PUT', { items: [] }],
    ['/pause', 'POST', { paused: true }],
  ] as const) {
    expect((await rig.call(`/v1/providers/me${path}`, { method, body })).status).toBe(401)
    expect((await own(path, body, method, ana)).body.code).toBe('not_yours')
  }
  const mia = await logIn('mia@primp.test')
  expect((await own('', undefined, 'GET', mia)).body.data.slug).toBe('mia-hollis')
})

test('slugs are plain letters for any name', () => {
  expect([slugifyName('Zoë Ångström-Lee'), slugifyName('  李  '), slugifyName('A'.repeat(90))]).toEqual([
    'zoe-angstrom-lee',
    'artist',
    'a'.repeat(60),
  ])
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(slugifyName(name)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    }),
  )
})
