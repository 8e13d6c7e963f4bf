import fc from 'fast-check'
import { beforeAll, expect, test, vi } from 'vitest'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { createSearchInput, testTown } from '#server/testing/providers.ts'

if (process.env.PROVE) vi.setConfig({ testTimeout: 600_000 })
const runs = { numRuns: process.env.PROVE ? 5_000 : 150 }

let rig: TestRig
let id: string
beforeAll(async () => {
  rig = await openRig()
  id = (await rig.call('/v1/quotes/', { method: 'POST', body: createSearchInput(testTown) })).body.data.search.id
})

const odd = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '\u0000',
    '💄',
    '1e309',
    '-1',
    '../..',
    "'; drop table search; --",
    [],
    {},
    null,
    1e308,
    -0,
    true,
  ),
)
const plain = createSearchInput(testTown) as Record<string, unknown>
const field = fc.constantFrom(
  'storeSlug',
  'categorySlug',
  'location',
  'eventDate',
  'finishTime',
  'services',
  'people',
  'gclid',
  'experimentId',
  'heapId',
  'landingPage',
  'previousSearch',
)

const answered = (answer: { status: number; body: { code?: string; message?: string } }) => {
  expect(answer.status).toBeLessThan(500)
  if (answer.status >= 400) expect(answer.body).toMatchObject({ code: expect.any(String), message: expect.any(String) })
}

test('no search input causes a server error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(field, odd), { minLength: 1, maxLength: 3 }), async (changes) => {
      answered(await rig.call('/v1/quotes/', { method: 'POST', body: { ...plain, ...Object.fromEntries(changes) } }))
    }),
    runs,
  )
  await fc.assert(
    fc.asyncProperty(
      odd,
      odd,
      fc.array(fc.record({ count: odd, services: odd })),
      async (coordinates, placeName, people) => {
        const location = { type: 'Point', coordinates, address: { placeName, countryCode: 'GB' } }
        answered(await rig.call('/v1/quotes/', { method: 'POST', body: { ...plain, location, people } }))
      },
    ),
    runs,
  )
  for (const body of ['', '{', '[]', '"a"', '7', 'null', '{"a":'.repeat(2_000)])
    answered(await rig.call('/v1/quotes/', { method: 'POST', body }))
})

test('no query parameters of a quotes page cause a server error', async () => {
  const name = fc.constantFrom(
    'type',
    'sortBy',
    'filterBy',
    'cursor',
    'rescue',
    'profiles',
    'categorySlug',
    'score',
    'limit',
    'appointmentId',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      'mobile',
      'all',
      'price:9-1',
      'skill:nobody-has-this',
      'rating:5',
      'distance:0',
      'W10',
      Buffer.from('[1e400,null,"a"]').toString('base64url'),
      Buffer.from('[9e300,-9e300,1]').toString('base64url'),
    ),
  )
  const path = fc.constantFrom('', '/@/mia-hollis', '/compare', '/@/%00', '/@/%F0%9F%92%84')
  await fc.assert(
    fc.asyncProperty(path, fc.array(fc.tuple(name, text), { maxLength: 4 }), async (path, query) => {
      answered(await rig.call(`/v1/quotes/${id}${path}?${new URLSearchParams(query)}`))
      answered(await rig.call(`/v1/@/mia-hollis/testimonials?${new URLSearchParams(query)}`))
    }),
    runs,
  )
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), async (profile) => {
      const slug = encodeURIComponent(profile.replace(/[\uD800-\uDFFF]/g, '')) || 'x'
      answered(await rig.call(`/v1/@/${slug}`))
      answered(await rig.call(`/v1/quotes/${id}/@/${slug}`))
    }),
    runs,
  )
})

test('filtering by unknown skills, however many, finds no artist and does not slow down other searches', async () => {
  for (let i = 0; i < 200; i++) {
    const page = await rig.call(`/v1/quotes/${id}?filterBy=skill:made-up-${i}`)
    expect(page.status).toBe(200)
    expect(page.body.data.counts.shown).toMatchObject({ mobile: { fits: 0 }, studio: { fits: 0 } })
  }
})
