import { beforeAll, describe, expect, test } from 'vitest'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { metresBetween, distanceIn } from './distance.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})

const find = async (query: Record<string, string>) =>
  (await rig.call(`/v1/places?${new URLSearchParams(query)}`)).body.data as {
    text: string
    place_name: string
    center: [number, number]
    context: { id: string; text: string; short_code?: string }[]
  }[]

describe('finding places', () => {
  test('nothing under three characters, at most five by default', async () => {
    expect(await find({ text: 'Ha' })).toEqual([])
    expect(await find({ text: '' })).toEqual([])
    expect(await find({ text: 'new' })).toHaveLength(5)
  })

  test('a name in full comes first, with its town, region and country', async () => {
    const [hackney] = await find({ text: 'Hackney' })
    expect(hackney).toMatchObject({ text: 'Hackney' })
    expect(hackney?.context.map((part) => part.text)).toEqual(expect.arrayContaining(['London', 'United Kingdom']))
    expect(hackney?.center[1]).toBeCloseTo(51.55, 1)
  })

  test('what is nearer wins between namesakes, and words after a comma decide outright', async () => {
    const near = async (proximity: string) =>
      (await find({ text: 'Notting Hill', proximity }))[0]?.context.at(-1)?.short_code
    expect(await near('-0.12,51.5')).toBe('gb')
    expect(await near('145,-37.8')).toBe('au')
    expect((await find({ text: 'Notting Hill, London' }))[0]?.context.at(-1)?.short_code).toBe('gb')
  })

  test('accents, Saint and slips of the finger are forgiven', async () => {
    expect((await find({ text: 'montreal' }))[0]?.text).toMatch(/Montr[ée]al/)
    expect((await find({ text: 'Saint Albans', country: 'gb' }))[0]?.text).toMatch(/St\.? Albans/)
    expect((await find({ text: 'Manchestr', country: 'GB' })).map((place) => place.text)).toContain('Manchester')
  })

  test('a country keeps to itself, and a point finds the place it lies in', async () => {
    for (const place of await find({ text: 'Richmond', country: 'AU' }))
      expect(place.context.at(-1)?.short_code).toBe('au')
    expect((await find({ near: '-0.055,51.545', limit: '1' }))[0]?.text).toMatch(/Hackney|Homerton|Clapton|Dalston/)
    expect((await find({ near: '1.85,50.95', limit: '1' }))[0]?.context.at(-1)?.short_code).toBe('gb')
    expect(await find({ near: '-30,30' })).toEqual([])
  })

  test.each(["%'; drop table place; --", '___', '%%%', '\\\\\\', '🦊🦊🦊', 'a'.repeat(120)])(
    'text that means something elsewhere is only text here: %s',
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

describe('where the caller is', () => {
  const from = async (address: string) => (await rig.call('/v1/ip-location', { address })).body.data
  test('private, reserved and unreadable addresses tell nothing', async () => {
    for (const address of ['127.0.0.1', '::1', '192.168.0.1', '10.1.2.3', '::ffff:172.16.0.9', 'unknown', ''])
      expect(await from(address)).toBeNull()
  })
  test('a public address tells its country and the centre of that', async () => {
    const here = await from('81.2.69.142')
    expect(here).toMatchObject({ country_code: 'GB' })
    expect(here.latitude).toBeGreaterThan(50)
  })
})

describe('distance', () => {
  test('Hackney to Notting Hill is about 11 km on the globe', () => {
    expect(metresBetween(51.545, -0.055, 51.516, -0.208)).toBeGreaterThan(10_500)
    expect(metresBetween(51.545, -0.055, 51.516, -0.208)).toBeLessThan(11_600)
  })
  test('one decimal under ten, whole above, miles of 1609 metres', () => {
    expect(distanceIn(1_931, 'mi')).toEqual({ amount: 1.2, unit: 'mi', metres: 1931 })
    expect(distanceIn(14_300, 'km')).toEqual({ amount: 14, unit: 'km', metres: 14_300 })
  })
})

describe('the drawn map', () => {
  test('is an SVG with the names around, the same for everyone', async () => {
    const { status, headers, body } = await rig.call('/v1/map/-0.06,51.55,12.svg')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('image/svg+xml')
    expect(headers.get('cache-control')).toContain('public')
    expect(body).toContain('>Hackney<')
    expect(body.length).toBeLessThan(45_000)
  })
  test('shows how far somebody travels', async () => {
    expect((await rig.call('/v1/map/-0.06,51.55,11.svg?circle=9000')).body).toContain('var(--travel)')
  })
  test.each([
    '/v1/map/x.svg',
    '/v1/map/999,51,12.svg',
    '/v1/map/-0.06,51.55,99.svg',
    '/v1/map/-0.061234,51.55,12.svg',
    '/v1/map/-0.06,51.55,12.svg?circle=-4',
  ])('%s is not there', async (path) => {
    expect((await rig.call(path)).status).toBe(404)
  })
})
