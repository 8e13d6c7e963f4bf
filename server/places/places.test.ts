import { beforeAll, describe, expect, test } from 'vitest'
import { filterLikelyPlaces } from '#contract/places/place-location.ts'
import type { PlaceFeature } from '#contract/places/places.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { convertDistance, measureMetres } from './distance.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})

const find = async (query: Record<string, string>) =>
  (await rig.call(`/v1/places?${new URLSearchParams(query)}`)).body.data as PlaceFeature[]

describe('Place search', () => {
  test('fewer than three characters find nothing, and there are at most five results by default', async () => {
    expect(await find({ text: 'Ha' })).toEqual([])
    expect(await find({ text: '' })).toEqual([])
    expect(await find({ text: 'new' })).toHaveLength(5)
  })

  test('a full name comes first, with its town, region and country', async () => {
    const [hackney] = await find({ text: 'Hackney' })
    expect(hackney).toMatchObject({ text: 'Hackney' })
    expect(hackney?.context.map((part) => part.text)).toEqual(expect.arrayContaining(['London', 'United Kingdom']))
    expect(hackney?.center[1]).toBeCloseTo(51.55, 1)
  })

  test('of several places with one name the nearer comes first, and words after a comma decide', async () => {
    const near = async (proximity: string) =>
      (await find({ text: 'Notting Hill', proximity }))[0]?.context.at(-1)?.short_code
    expect(await near('-0.12,51.5')).toBe('gb')
    expect(await near('145,-37.8')).toBe('au')
    expect((await find({ text: 'Notting Hill, London' }))[0]?.context.at(-1)?.short_code).toBe('gb')
  })

  test('accents, Saint and typing errors are tolerated', async () => {
    expect((await find({ text: 'montreal' }))[0]?.text).toMatch(/Montr[ée]al/)
    expect((await find({ text: 'Saint Albans', country: 'gb' }))[0]?.text).toMatch(/St\.? Albans/)
    expect((await find({ text: 'Manchestr', country: 'GB' })).map((place) => place.text)).toContain('Manchester')
  })

  test('a search is limited to a country, and a point finds the place around it', async () => {
    for (const place of await find({ text: 'Richmond', country: 'AU' }))
      expect(place.context.at(-1)?.short_code).toBe('au')
    expect((await find({ near: '-0.055,51.545', limit: '1' }))[0]?.text).toMatch(/Hackney|Homerton|Clapton|Dalston/)
    expect((await find({ near: '1.85,50.95', limit: '1' }))[0]?.context.at(-1)?.short_code).toBe('gb')
    expect(await find({ near: '-30,30' })).toEqual([])
  })

  test.each([
    ['Sydeny', 'GB', 'Sydney, New South Wales, Australia'],
    ['Perth Scotland', 'AU', 'Perth, Scotland, United Kingdom'],
    ['Perth', 'AU', 'Perth, Western Australia, Australia'],
    ['Newcastle', 'GB', 'Newcastle upon Tyne, England, United Kingdom'],
    ['Newcastle', 'AU', 'Newcastle, New South Wales, Australia'],
    ['St Ives Cornwall', 'US', 'St Ives, Cornwall, England, United Kingdom'],
    ['St Ives, Cambridgeshire', 'AU', 'St Ives, Cambridgeshire, England, United Kingdom'],
    ['Heathrow', 'GB', 'Heathrow, London, England, United Kingdom'],
    ['Heathrow', 'US', 'Heathrow, Florida, United States'],
    ['Hay-on-Wye', 'GB', 'Hay-on-Wye, Powys, Wales, United Kingdom'],
    ['Lake District', 'GB', 'Lake District, England, United Kingdom'],
    ['the Cotswolds', 'AU', 'Cotswolds, England, United Kingdom'],
    ['Hunter Valley', 'AU', 'Hunter Valley, New South Wales, Australia'],
    ['Napa Valley', 'US', 'Napa Valley, California, United States'],
    ['Notting Hill', 'GB', 'Notting Hill, London, England, United Kingdom'],
    ['Notting Hill', 'AU', 'Notting Hill, Melbourne, Victoria, Australia'],
    ['Manchestr', 'GB', 'Manchester, England, United Kingdom'],
    ['nyc', 'US', 'New York City, New York, United States'],
  ])('%s searched from %s finds %s', async (text, home, found) => {
    expect((await find({ text, home }))[0]?.place_name).toBe(found)
  })

  test.each([
    ['SW1A 1AA', /^SW1A, .*London, England, United Kingdom$/],
    ['e83rl', /^E8, Hackney, London, England, United Kingdom$/],
    ['M25', /^M25, Prestwich, Manchester, England, United Kingdom$/],
    ['HR3 5', /^HR3, Hay-on-Wye, Wales, United Kingdom$/],
    ['Hackney, London E8 3RL', /^E8, Hackney, London/],
    ['M5V 2T6', /^M5V, Downtown Toronto, Toronto, Ontario, Canada$/],
    ['94558-1234', /^94558, Napa, California, United States$/],
    ['2026', /^2026, Bondi, Sydney, New South Wales, Australia$/],
    ['Sydney NSW 2000', /^2000, .*Sydney, New South Wales, Australia$/],
  ])('the postcode %s is found by its first part, with the local place names', async (text, found) => {
    expect((await find({ text, home: 'AU' }))[0]?.place_name).toMatch(found)
  })

  test('two equally likely places of one name are both offered, and a clearly likelier one is chosen', async () => {
    const alike = async (text: string, home: string) =>
      filterLikelyPlaces(await find({ text, home })).map(({ place_name }) => place_name)
    expect((await alike('St Ives', 'GB')).sort()).toEqual([
      'St Ives, Cambridgeshire, England, United Kingdom',
      'St Ives, Cornwall, England, United Kingdom',
    ])
    expect(await alike('Newcastle', 'GB')).toHaveLength(1)
  })

  test('a venue that is typed before a place stays part of the place’s name', async () => {
    for (const text of ['Soho Farmhouse, Chipping Norton', 'Soho Farmhouse Chipping Norton']) {
      const [venue] = await find({ text, home: 'GB' })
      expect(venue).toMatchObject({ text: 'Soho Farmhouse', place_type: ['poi'] })
      expect(venue?.place_name).toBe('Soho Farmhouse, Chipping Norton, Oxfordshire, England, United Kingdom')
    }
    const [studio] = await find({ text: 'Studio 4, Netil House, London E8 3RL' })
    expect(studio?.place_name).toMatch(/^Studio 4, Netil House, E8, Hackney, London/)
  })

  test('before any input the six largest towns of the visitor’s country are suggested', async () => {
    const towns = async (home: string) =>
      (await find({ largest: '1', limit: '6', home })).map(({ text, context }) => [text, context.at(-1)?.short_code])
    const british = await towns('GB')
    expect(british).toHaveLength(6)
    expect(british[0]).toEqual(['London', 'gb'])
    expect(british.every(([, country]) => country === 'gb')).toBe(true)
    expect((await towns('AU'))[0]).toEqual(['Sydney', 'au'])
    expect(await towns('FR')).toEqual([])
  })

  test('a point keeps the precision of the device', async () => {
    const near = '0.000000000000123456,51.48'
    expect((await find({ near, limit: '1' }))[0]?.context.at(-1)?.short_code).toBe('gb')
    expect((await find({ text: 'Greenwich', proximity: near }))[0]?.place_name).toMatch(/London/)
  })

  test.each(["%'; drop table place; --", '___', '%%%', '\\\\\\', '🦊🦊🦊', 'a'.repeat(120)])(
    'text with a special meaning elsewhere is plain text: %s',
    async (text) => {
      expect((await rig.call(`/v1/places?${new URLSearchParams({ text })}`)).status).toBe(200)
    },
  )

  test.each([
    ['proximity', 'here'],
    ['near', '1'],
    ['limit', '99'],
    ['limit', 'x'],
    ['text', 'a'.repeat(200)],
  ])('%s=%s is refused', async (name, value) => {
    expect(await rig.call(`/v1/places?${new URLSearchParams({ [name]: value })}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', errors: [{ path: name }] },
    })
  })
})

describe('Location of a caller’s IP address', () => {
  const from = async (address: string) => (await rig.call('/v1/ip-location', { address })).body.data
  test('private, reserved and unreadable addresses have no location', async () => {
    for (const address of ['127.0.0.1', '::1', '192.168.0.1', '10.1.2.3', '::ffff:172.16.0.9', 'unknown', ''])
      expect(await from(address)).toBeNull()
  })
  test('a public address gives its country and the centre of the country', async () => {
    const here = await from('81.2.69.142')
    expect(here).toMatchObject({ country_code: 'GB' })
    expect(here.latitude).toBeGreaterThan(50)
  })
})

describe('Distance', () => {
  test('Hackney to Notting Hill is about 11 km on the globe', () => {
    expect(measureMetres(51.545, -0.055, 51.516, -0.208)).toBeGreaterThan(10_500)
    expect(measureMetres(51.545, -0.055, 51.516, -0.208)).toBeLessThan(11_600)
  })
  test('distances below ten have one decimal and others none, in miles of 1609 metres', () => {
    expect(convertDistance(1_931, 'mi')).toEqual({ amount: 1.2, unit: 'mi', metres: 1931 })
    expect(convertDistance(14_300, 'km')).toEqual({ amount: 14, unit: 'km', metres: 14_300 })
  })
})

describe('Drawn map', () => {
  test('the map is an SVG with the surrounding names, the same for everyone', async () => {
    const { status, headers, body } = await rig.call('/v1/map/-0.06,51.55,12.svg')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('image/svg+xml')
    expect(headers.get('cache-control')).toContain('public')
    expect(body).toContain('>Hackney<')
    expect(body.length).toBeLessThan(45_000)
  })
  test('the map is also a bitmap for emails, and no other file type', async () => {
    const answer = await rig.api.request('/v1/map/-0.06,51.55,12.png', {}, { address: '127.0.0.1' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    expect(bytes.length).toBeLessThan(150_000)
    expect((await rig.call('/v1/map/-0.06,51.55,12.gif')).status).toBe(404)
    expect((await rig.call('/v1/map/-0.06,91.55,12.png')).status).toBe(404)
  })
  test('the map shows the water, parks and roads of London and the sea off Brighton, and lists its names for clients that draw them', async () => {
    const paths = async (view: string) => (await rig.call(`/v1/map/${view}`)).body.split('<path').length
    expect(await paths('-0.06,51.55,12.svg?names=off')).toBeGreaterThan(
      (await paths('1.3,52.63,12.svg?names=off')) + 15,
    )
    const land = (svg: string) => svg.match(/<path d="([^"]*)" fill="var\(--land\)"/)?.[1]
    const bends = async (view: string) => land((await rig.call(`/v1/map/${view}`)).body)?.match(/L/g)?.length ?? 0
    expect(await bends('-1.9,52.48,12.svg')).toBeLessThan(8)
    expect(await bends('-0.14,50.83,11.svg')).toBeGreaterThan(8)
    const bare = (await rig.call('/v1/map/-0.06,51.55,12.svg?names=off')).body
    expect(bare).not.toContain('>Hackney<')
    const { names } = (await rig.call('/v1/map/-0.06,51.55,12.json')).body.data
    expect(names.find(({ name }: { name: string }) => name === 'Hackney')).toMatchObject({ size: 1 })
  })
  test.each([
    '151.19,-33.86',
    '144.96,-37.82',
    '-79.39,43.67',
    '-73.6,45.52',
    '-73.97,40.74',
    '-87.66,41.88',
    '-2.25,53.47',
    '-3.2,55.94',
  ])(
    'the map of the city at %s has parks and main roads, in less than 45 kB and without numbers as names',
    async (at) => {
      for (const zoom of [10, 12, 14]) {
        const { body } = await rig.call(`/v1/map/${at},${zoom}.svg`)
        expect(body.length).toBeLessThan(45_000)
        for (const part of ['park', 'road'])
          expect(body).toMatch(new RegExp(`<path d="M[^"]{40,}" (fill="none" stroke|fill)="var\\(--${part}\\)"`))
        expect(body).not.toMatch(/>Ct \d/)
      }
    },
  )
  test('the map shows how far an artist travels', async () => {
    expect((await rig.call('/v1/map/-0.06,51.55,11.svg?circle=9000')).body).toContain('var(--travel)')
  })
  test.each([
    '/v1/map/x.svg',
    '/v1/map/x.json',
    '/v1/map/999,51,12.svg',
    '/v1/map/-0.06,51.55,99.svg',
    '/v1/map/-0.061234,51.55,12.svg',
    '/v1/map/-0.06,51.55,12.svg?circle=-4',
  ])('%s is not found', async (path) => {
    expect((await rig.call(path)).status).toBe(404)
  })
})
