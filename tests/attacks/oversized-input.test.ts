import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { openRig, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
const bearers: Record<string, string> = {}
let calls = 0
const address = () => `127.18.7.${++calls}`
beforeAll(async () => {
  rig = await openRig()
  for (const who of ['ana', 'mia', 'olu']) {
    const { body } = await rig.call('/v1/accounts/login', {
      method: 'POST',
      body: { email: `${who}@primp.test`, password: 'primp-sample-1' },
      address: address(),
    })
    bearers[who] = body.data.token
  }
})

const search = {
  storeSlug: 'beauty',
  categorySlug: 'makeup-hair-styling',
  eventDate: '2027-05-15',
  finishTime: '13:00',
  location: { type: 'Point', coordinates: [-0.1276, 51.5072], address: { placeName: 'London', countryCode: 'GB' } },
  services: ['makeup'],
}
const send = (path: string, body: unknown, more: object = {}) =>
  rig.call(path, { method: 'POST', body, address: address(), ...more })
/** Far above the 100 ms that these requests take, for slow machines; far below the minutes of a quadratic parser. */
const MOST_MS = 2_000
/** CPU time, so that a busy machine does not fail the test. */
async function took<T>(act: () => Promise<T>): Promise<{ milliseconds: number; answer: T }> {
  const from = process.cpuUsage()
  const answer = await act()
  const { user, system } = process.cpuUsage(from)
  return { milliseconds: (user + system) / 1_000, answer }
}

describe('A single request does not block the process', () => {
  test.each(['a', '+', 'a/', 'a;base64'])('a data URI of many %j from an anonymous caller', async (part) => {
    const body = { dataUri: `data:${part.repeat(4_000_000 / part.length)}` }
    const { milliseconds, answer } = await took(() => send('/v1/uploads', body))
    expect(answer.status).toBe(400)
    expect(milliseconds).toBeLessThan(MOST_MS)
  })

  test.each([
    ['services of one person', { people: [{ count: 1, services: Array.from({ length: 60_000 }, () => 1) }] }],
    ['people', { people: Array.from({ length: 20_000 }, () => ({})) }],
    ['unknown field names', Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`name-${i}`, 1]))],
    ['a long name', { ['x'.repeat(200_000)]: 1, eventDate: 'x'.repeat(20_000) }],
  ])('too many %s return only a few error lines', async (_, part) => {
    const { milliseconds, answer } = await took(() => send('/v1/quotes/', { ...search, services: [1], ...part }))
    expect(answer.status).toBe(400)
    expect(answer.body.errors.length).toBeLessThanOrEqual(20)
    expect(JSON.stringify(answer.body).length).toBeLessThan(8_000)
    expect(milliseconds).toBeLessThan(MOST_MS)
  })

  test('200 services of one person are refused', async () => {
    const services = Array.from({ length: 501 }, () => 'makeup')
    const { status, body } = await send('/v1/quotes/', { ...search, people: [{ count: 1, services }] })
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ path: 'people.0.services', message: 'Choose at most 500 items.' }])
  })
})

describe('No input causes a fault', () => {
  test.each([500, 50_000])('JSON nested %i levels deep, with an Idempotency-Key', async (depth) => {
    const file = `${'['.repeat(depth)}${']'.repeat(depth)}`
    for (const path of ['/v1/signed-reviews/check', '/v1/quotes/']) {
      const { status, body } = await send(path, `{"file":${file}}`, { headers: { 'idempotency-key': `deep-${depth}` } })
      expect([path, status, body.errors]).toEqual([
        path,
        400,
        [{ path: '', message: 'The body is nested too deeply.' }],
      ])
    }
  })

  test.each([
    [60_000, 1],
    [1, 60_000],
    [16_001, 1_000],
    [2_000, 99],
  ])('a picture of %i by %i pixels', async (width, height) => {
    const picture = await sharp({ create: { width, height, channels: 3, background: '#804020' } })
      .png()
      .toBuffer()
    const dataUri = `data:image/png;base64,${picture.toString('base64')}`
    const { status, body } = await send('/v1/uploads', { dataUri }, { bearer: bearers['mia'] })
    expect([status, body.code]).toEqual([422, 'file_unreadable'])
  })

  test.each([
    [1, 1],
    [1, 20],
    [2_000, 100],
  ])('a picture of %i by %i pixels is stored', async (width, height) => {
    const picture = await sharp({ create: { width, height, channels: 3, background: '#804020' } })
      .png()
      .toBuffer()
    const dataUri = `data:image/png;base64,${picture.toString('base64')}`
    expect((await send('/v1/uploads', { dataUri }, { bearer: bearers['mia'] })).status).toBe(200)
  })

  test('a number outside the range of its column', async () => {
    const tooLarge = 2_147_483_648
    for (const path of ['categories', 'types'] as const) {
      const { status } = await rig.call(`/v1/operator/catalogue/${path}`, {
        method: 'POST',
        bearer: bearers['olu'] ?? '',
        address: address(),
        body: { storeId: tooLarge, categoryId: tooLarge, slug: 'new-one', label: 'New one', reason: 'A test' },
      })
      expect([path, status]).toEqual([path, 400])
    }
    expect((await rig.call(`/v1/operator/fees?categoryId=${tooLarge}`, { bearer: bearers['olu'] ?? '' })).status).toBe(
      400,
    )
  })
})
