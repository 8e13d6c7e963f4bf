import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { type Endpoint, listPathFields } from '#contract/endpoint.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'

const runs = process.env['PROVE'] ? 400 : 5

let rig: TestRig
let known: string[]
beforeAll(async () => {
  rig = await openRig()
  const { body } = await rig.call('/v1/quotes/', { method: 'POST', body: valid, address: '198.51.100.200' })
  known = [body.data.search.id, 'mia-hollis', 'temi-lark', 'beauty', 'makeup-hair-styling']
})

const valid = {
  storeSlug: 'beauty',
  categorySlug: 'makeup-hair-styling',
  eventDate: '2027-06-12',
  finishTime: '13:30',
  services: ['makeup', 'updo'],
  location: { type: 'Point', coordinates: [-0.055, 51.545], address: { placeName: 'Hackney', countryCode: 'GB' } },
}

const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constant(''),
  fc.constantFrom(
    'NaN',
    '-1',
    '1e309',
    '2027-02-30',
    '9999-12-31',
    '24:00',
    '../../etc',
    "' or 1=1 --",
    '\u0000',
    '%00',
    '{}',
    '[]',
    '2027-06-12',
    '13:30',
    'all',
    'price:-',
    'rating:5,',
    'W10',
    'toString',
    '__proto__',
  ),
)
const anything = fc.oneof(
  odd,
  fc.array(odd, { maxLength: 5 }),
  fc.dictionary(fc.string({ maxLength: 8 }), odd, { maxKeys: 4 }),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
)

/** Mixes valid and invalid fields. */
const inputOf = (endpoint: Endpoint) =>
  fc.record(
    Object.fromEntries(
      Object.keys(endpoint.input.shape).map((key) => [
        key,
        fc.oneof(
          anything,
          fc.constant((valid as Record<string, unknown>)[key]),
          fc.integer({ min: 0, max: 4 }).map((n) => known[n]),
        ),
      ]),
    ),
    { requiredKeys: [] },
  )

const endpoints = Object.entries(contract).flatMap(([domain, all]) =>
  Object.entries(all).map(([name, endpoint]) => [`${domain}.${name}`, endpoint as Endpoint] as const),
)

describe('No client input causes a fault', () => {
  test.each(endpoints)(
    '%s',
    async (_name, endpoint) => {
      let call = 0
      await fc.assert(
        fc.asyncProperty(inputOf(endpoint), async (input) => {
          const fields = new Map(Object.entries(input as Record<string, unknown>))
          let path = endpoint.path as string
          for (const field of listPathFields(path)) {
            path = path.replace(
              `{${field}}`,
              encodeURIComponent(wellFormed(fields.get(field) ?? known[0])).slice(0, 400) || 'x',
            )
            fields.delete(field)
          }
          const reads = endpoint.method === 'GET'
          const query = reads
            ? `?${new URLSearchParams([...fields].filter(([, value]) => value !== undefined).map(([key, value]) => [key, wellFormed(value)]))}`
            : ''
          // New webhook each time avoids rate limits.
          const address = `2001:db9:${(call++).toString(16)}::1`
          const answer = await rig.call(path + query, {
            method: endpoint.method,
            address,
            ...(endpoint.key ? { headers: { 'idempotency-key': address } } : {}),
            ...(reads ? {} : { body: Object.fromEntries(fields) }),
          })
          expect(answer.status, JSON.stringify({ path, query, input, answer: answer.body })).toBeLessThan(500)
          if (answer.status >= 400)
            expect(answer.body).toMatchObject({
              message: expect.any(String),
              code: expect.any(String),
              requestId: expect.any(String),
            })
        }),
        { numRuns: runs },
      )
    },
    600_000,
  )

  test.each([
    '/pictures/x.svg',
    '/pictures/1.svg?frame=huge',
    '/pictures/99999999999999999999.svg',
    '/pictures/site/nope.svg',
    '/pictures/city/%00.svg',
    '/v1/%',
    '/v1/quotes/%E0%A4%A',
    '/v1/@/%00',
    '/v1/map/%2e%2e/1/2/3.mvt',
  ])('%s', async (path) => {
    const { status } = await rig.call(path)
    expect(status).toBeGreaterThanOrEqual(200)
    expect(status).toBeLessThan(500)
  })
})

const wellFormed = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))).toWellFormed()
