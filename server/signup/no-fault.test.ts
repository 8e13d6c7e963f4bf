import { depositShares } from '#contract/providers/profile-rules.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { type Endpoint, listPathFields } from '#contract/endpoint.ts'
import { stepNames } from '#contract/signup/signup-steps.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'

const runs = process.env['PROVE'] ? 300 : 30
const email = 'any.thing@mail.example'
const hackney = { type: 'Point', coordinates: [-0.0553, 51.5451], address: { placeName: 'Hackney', countryCode: 'GB' } }

let rig: TestRig
let artist: string
let olu: string
beforeAll(async () => {
  rig = await openRig()
  const { body } = await rig.call('/v1/signup/start', {
    method: 'POST',
    address: '127.26.0.1',
    body: {
      name: 'Any Thing',
      mobile: '07700 900555',
      country: 'GB',
      email,
      password: 'three plain words',
      terms: true,
      adult: true,
    },
  })
  artist = body.data.token
  await rig.call('/v1/providers/me/location', { method: 'PUT', bearer: artist, body: { location: hackney } })
  olu = (
    await rig.call('/v1/accounts/login', {
      method: 'POST',
      body: { email: 'olu@primp.test', password: 'primp-sample-1' },
      address: '127.26.0.2',
    })
  ).body.data.token
})
afterAll(async () => {
  const { db } = rig.database
  const account = await db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  await db.updateTable('provider').set({ profile_media_id: null }).where('account_id', '=', account.id).execute()
  await db.deleteFrom('provider').where('account_id', '=', account.id).execute()
  await db.deleteFrom('outbox').where('account_id', '=', account.id).execute()
  await db.deleteFrom('account').where('id', '=', account.id).execute()
})

const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 90 }),
  fc.string({ unit: 'grapheme', maxLength: 90 }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(
    '',
    '\u0000',
    '\ud800',
    'NaN',
    '1e309',
    '24:00',
    '05:00',
    "' or 1=1 --",
    'makeup',
    'GB',
    1,
    2,
    3,
    -1,
    2_147_483_648,
    '../..',
    'toString',
    '__proto__',
    'a'.repeat(700),
  ),
)
const someService = fc.record(
  { id: fc.constantFrom('makeup', 'updo', 'nonsense'), minutes: fc.oneof(odd, fc.integer({ min: 1, max: 700 })) },
  { requiredKeys: ['id'] },
)
const likely: Record<string, fc.Arbitrary<unknown>> = {
  location: fc.record({
    type: fc.constant('Point'),
    coordinates: fc.tuple(
      fc.double({ min: -200, max: 200, noNaN: true }),
      fc.double({ min: -100, max: 100, noNaN: true }),
    ),
    address: fc.record({
      placeName: fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
      countryCode: fc.constantFrom('GB', 'US', 'FR'),
    }),
  }),
  services: fc.array(someService, { maxLength: 4 }),
  artists: fc.array(
    fc.record({
      name: fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
      services: fc.array(fc.constantFrom('makeup', 'updo', 'x')),
    }),
    { maxLength: 5 },
  ),
  items: fc.array(
    fc.record({
      serviceId: fc.constantFrom('makeup', 'updo', 'x'),
      status: fc.constantFrom('active', 'off'),
      cost: fc.option(fc.double({ min: -2_000_000, max: 2_000_000, noNaN: true })),
    }),
    { maxLength: 4 },
  ),
  hours: fc.record({
    opens: fc.constantFrom('05:00', '23:59', '00:00'),
    closes: fc.constantFrom('05:00', '22:00', '04:30'),
  }),
  mode: fc.constantFrom('mobile', 'studio', 'both'),
  radius: fc.integer({ min: 0, max: 200 }),
  free: fc.integer({ min: 0, max: 200 }),
  perUnit: fc.double({ min: 0, max: 1_000_000, noNaN: true }),
  amount: fc.double({ min: 0, max: 1_000_000, noNaN: true }),
  bufferMinutes: fc.integer({ min: 0, max: 240 }),
  noticeHours: fc.integer({ min: 0, max: 720 }),
  horizonDays: fc.integer({ min: 1, max: 730 }),
  early: fc.constant(null),
  brands: fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }), { maxLength: 3 }),
  tools: fc.constant([]),
  shades: fc.constant([1, 10, 1]),
  undertones: fc.constant(['warm']),
  skills: fc.constant(['bridal']),
  singleUse: fc.boolean(),
  bio: fc.string({ unit: 'binary', minLength: 60, maxLength: 600 }),
  studioAddress: fc.string({ unit: 'binary', maxLength: 300 }),
  studio: fc.boolean(),
  handle: fc.constantFrom('nia', '@nia.b'),
  step: fc.constantFrom(...stepNames),
  kind: fc.constantFrom('selfie', 'document'),
  dataUri: fc.constantFrom('data:image/png;base64,aGk=', 'data:;base64,'),
  consent: fc.constant(true),
  terms: fc.constant(true),
  adult: fc.constant(true),
  categoryId: fc.constantFrom(1, 2, 3, 99),
  id: fc.constantFrom(1, 99, 2_147_483_647),
  name: fc.string({ unit: 'binary', minLength: 1, maxLength: 120 }),
  mobile: fc.constant('07700 900556'),
  country: fc.constantFrom('GB', 'US'),
  note: fc.string({ unit: 'binary', maxLength: 90 }),
  reason: fc.string({ unit: 'binary', minLength: 3, maxLength: 90 }),
  near: fc.constantFrom('0,51', '180,90', '-180,-90'),
  from: fc.constant('/join'),
  fileUrl: fc.constant(`/pictures/photos/${'a'.repeat(22)}/1200.webp`),
  crop: fc.constant({ x: 0, y: 0, size: 1 }),
  instant: fc.boolean(),
  depositShare: fc.integer({ min: 0, max: depositShares.most + 10 }),
  policy: fc.constantFrom('fair', 'strict'),
  onlineBalance: fc.boolean(),
  paused: fc.boolean(),
  path: fc.string({ unit: 'binary', maxLength: 30 }),
  reasons: fc.array(
    fc.record({
      step: fc.constantFrom(...stepNames),
      reason: fc.constantFrom('bio', 'other'),
      note: fc.string({ unit: 'binary', maxLength: 60 }),
    }),
    { maxLength: 2 },
  ),
}

const areas = ['providerProfile', 'signup', 'verification', 'demand', 'socialPhotos'] as const
const endpoints = areas.flatMap((area) =>
  Object.entries(contract[area]).map(([name, endpoint]) => [`${area}.${name}`, endpoint as Endpoint] as const),
)

test('a character that no column can hold is removed or refused without a server error', async () => {
  const call = (path: string, body: object, method = 'PUT') =>
    rig.call(path, { method, bearer: artist, body, address: '127.26.0.9' })
  for (const text of ['a\u0000b', '\u0000', '\ud800x']) {
    const long = text.repeat(30)
    for (const [path, body, method] of [
      ['/v1/providers/me/bio', { bio: long.padEnd(70, 'x') }],
      [
        '/v1/providers/me/location',
        {
          location: { ...hackney, address: { ...hackney.address, placeName: text } },
          studio: true,
          studioAddress: text,
        },
      ],
      [
        '/v1/providers/me/kit',
        { shades: [], undertones: [], brands: [text], tools: [text], items: [text], skills: [], singleUse: false },
      ],
      ['/v1/providers/me/services', { services: [{ id: 'makeup' }], artists: [{ name: text, services: [] }] }],
      [
        '/v1/signup/start',
        { name: text, mobile: '07700 900556', country: 'GB', terms: true, adult: true, firstService: text },
        'POST',
      ],
    ] as const) {
      const answer = await call(path, body, method)
      expect(answer.status, JSON.stringify([path, body, answer.body])).toBeLessThan(500)
    }
  }
})

describe('Arbitrary input by signed-in people', () => {
  test.each(endpoints)(
    '%s accepts or refuses any input without a server error',
    async (_name, endpoint) => {
      const fields = Object.keys(endpoint.input.shape)
      const any = fc.record(
        Object.fromEntries(
          fields.map((field) => [
            field,
            fc.oneof({ weight: 3, arbitrary: likely[field] ?? odd }, { weight: 1, arbitrary: odd }),
          ]),
        ),
        { requiredKeys: [] },
      )
      let call = 0
      await fc.assert(
        fc.asyncProperty(any, async (input) => {
          const rest = new Map(Object.entries(input as Record<string, unknown>))
          let path = endpoint.path as string
          for (const field of listPathFields(path)) {
            path = path.replace(
              `{${field}}`,
              encodeURIComponent(String(rest.get(field) ?? 1).toWellFormed()).slice(0, 300) || 'x',
            )
            rest.delete(field)
          }
          const reads = endpoint.method === 'GET'
          const query = reads
            ? `?${new URLSearchParams([...rest].map(([key, value]): [string, string] => [key, String(value).toWellFormed()]))}`
            : ''
          // Rate limits must not answer instead of the endpoint.
          if (call % 9 === 0) await rig.database.db.deleteFrom('rate_window').execute()
          const bearer = endpoint.access === 'operator' ? olu : artist
          const answer = await rig.call(path + query, {
            method: endpoint.method,
            bearer,
            address: `2001:db9:${(call++).toString(16)}::1`,
            ...(reads ? {} : { body: Object.fromEntries(rest) }),
          })
          expect(answer.status, JSON.stringify({ path, query, input, answer: answer.body })).toBeLessThan(500)
        }),
        { numRuns: runs },
      )
    },
    300_000,
  )
})
