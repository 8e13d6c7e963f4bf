import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { filterLikelyPlaces, filterNamedPlaces } from '#contract/places/place-location.ts'
import type { PlaceFeature } from '#contract/places/places.ts'
import { openOwnRig, openRig, type TestRig, testNow } from '#server/test-rig.ts'
import { convertDistance, measureMetres } from './distance.ts'
import { createMapRoute } from './map-tiles.ts'

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

  test('300 names, districts, villages, namesakes, postcodes and misspellings are found as a person means them', async () => {
    const cases = readFileSync(new URL('./named-places.tsv', import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
    expect(cases.length).toBeGreaterThanOrEqual(300)
    // Artists of other tests would rank the places near them higher.
    const own = await openOwnRig()
    const found: string[] = []
    for (const line of cases) {
      const [text = '', home = ''] = line.split('\t')
      const [first] = (await own.call(`/v1/places?${new URLSearchParams({ text, home })}`)).body.data as PlaceFeature[]
      // A question mark is a “Did you mean”.
      found.push([text, home, `${first?.similar ? '?' : ''}${first?.place_name}`].join('\t'))
    }
    await own.database.close()
    expect(found).toEqual(cases)
  })

  test('a name that is only similar is never taken for the place', async () => {
    for (const text of ['Soho House', 'Sydeny', 'Hakney']) {
      const places = await find({ text, home: 'GB' })
      expect(places.length, text).toBeGreaterThan(0)
      expect(filterNamedPlaces(places), text).toEqual([])
      expect(places.map(({ text: name }) => name)).not.toContain('South Houston')
    }
    for (const text of ['Soho', 'Clapham', 'Aberdyfi', 'SW4', 'Soho Farmhouse, Chipping Norton'])
      expect((await find({ text, home: 'GB' }))[0]?.similar, text).toBeUndefined()
  })

  test('of equal names the one with more artists nearby comes first, and the nearer one to the last search', async () => {
    const first = async (query: Record<string, string>) => (await find({ text: 'Whitchurch', home: 'GB', ...query }))[0]
    const { db } = rig.database
    const [one, other] = (await find({ text: 'Whitchurch', home: 'GB' })).map(({ id }) => Number(id.slice(6)))
    expect((await first({}))?.id).toBe(`place.${one}`)
    const row = { category_id: 1, from_minor: 100, first_on: '2026-01-01', changed_at: testNow }
    await db
      .deleteFrom('place_page')
      .where('place_id', 'in', [one as number, other as number])
      .execute()
    await db
      .insertInto('place_page')
      .values({ ...row, place_id: other as number, artists: 900 })
      .execute()
    expect((await first({}))?.id).toBe(`place.${other}`)
    await db
      .deleteFrom('place_page')
      .where('place_id', '=', other as number)
      .execute()
    expect((await first({ proximity: '-3.2,51.5' }))?.place_name).toBe(
      'Whitchurch, Caerdydd - Cardiff, Wales, United Kingdom',
    )
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

describe('Map tiles', () => {
  const describeTiles = async () => (await rig.call('/v1/map/tiles.json')).body

  test('are described with their zooms, and as a sketch if the site has no other map', async () => {
    const { status, headers, body } = await rig.call('/v1/map/tiles.json')
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
    expect(body).toMatchObject({ tilejson: '3.0.0', minzoom: 4, maxzoom: 8 })
    expect(body.attribution).toContain('Sketch map')
    // A path, so that browsers ask this site and no other.
    expect(body.tiles).toEqual([expect.stringMatching(/^\/v1\/map\/[0-9a-f]{12}\/\{z\}\/\{x\}\/\{y\}\.mvt$/)])
  })

  test('are compressed, and cached for good by their version only', async () => {
    const path = (await describeTiles()).tiles[0].replace('{z}/{x}/{y}', '8/127/85')
    const tile = await rig.api.request(path, {}, { address: '127.0.0.1' })
    expect([tile.status, tile.headers.get('content-type'), tile.headers.get('content-encoding')]).toEqual([
      200,
      'application/vnd.mapbox-vector-tile',
      'gzip',
    ])
    expect(tile.headers.get('cache-control')).toContain('immutable')
    expect(gunzipSync(Buffer.from(await tile.arrayBuffer())).toString('latin1')).toContain('Hackney')
    const former = await rig.api.request('/v1/map/000000000000/8/127/85.mvt', {}, { address: '127.0.0.1' })
    expect([former.status, former.headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
  })

  test('without content are empty', async () => {
    expect((await rig.api.request('/v1/map/000000000000/8/180/85.mvt', {}, { address: '127.0.0.1' })).status).toBe(204)
  })

  test.each([
    'x/8/1/2.png',
    'x/9/1/2.mvt',
    'x/8/256/2.mvt',
    'x/8/1/-2.mvt',
    'x/8/1/2',
    'x/8/1e1/2.mvt',
    'x/8/1/2/3.mvt',
  ])('%s is not found', async (path) => {
    expect((await rig.call(`/v1/map/${path}`)).status).toBe(404)
  })

  test('of an archive at another address are read through this site', async () => {
    const bytes = readFileSync(new URL('../../db/map/sketch.pmtiles', import.meta.url))
    const asked: string[] = []
    const storage = createServer((request, response) => {
      const [, from = 0, to = 0] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')?.map(Number) ?? []
      asked.push(request.headers.range ?? '')
      response.writeHead(206, { 'content-range': `bytes ${from}-${to}/${bytes.length}` })
      response.end(bytes.subarray(from, to + 1))
    }).listen(0, '127.0.0.1')
    await once(storage, 'listening')
    const { port } = storage.address() as AddressInfo
    const app = createMapRoute({ env: { MAP_TILES: `http://127.0.0.1:${port}/map.pmtiles` } } as never)
    const tile = await app.request('/v1/map/x/8/127/85.mvt')
    expect(gunzipSync(Buffer.from(await tile.arrayBuffer())).toString('latin1')).toContain('Hackney')
    expect(asked.length).toBeGreaterThan(1)
    storage.close()
  })
})
