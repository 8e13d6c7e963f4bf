import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { type Endpoint, getRolesFor } from '#contract/endpoint.ts'
import { createPartnerClients } from '#server/testing/requests.ts'
import { loadSampleLife } from '#db/cast/history/life.ts'
import { openOwnRig, type TestRig, testNow } from '#server/test-rig.ts'
import { signInAs } from '#tests/attacks/operators.ts'
import { learnRows, restoreCallers } from './known-ids.ts'
import { type JsonSchema, Known, valuesOf } from './values.ts'

const RUNS = Number(process.env['FUZZ_RUNS'] ?? (process.env['PROVE'] ? 40 : 1))
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_128)
const SLOW_MS = 1_000

/** Messages of the validation library, the database and the language, which no response may contain. */
const library =
  /Invalid (input|option|string|discriminator|key in|value in)|Too (small|big)|Unrecognized key|expected \w+, received|violates|syntax error|undefined|\[object|Cannot read|is not a function|ECONN/

type Parameter = {
  $ref?: string
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  schema: JsonSchema
  required?: boolean
}
type Operation = { parameters?: Parameter[]; requestBody?: { content: Record<string, { schema: JsonSchema }> } }
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema>; parameters?: Record<string, Parameter> }
}
type Caller = 'anonymous' | 'customer' | 'artist' | 'partner' | 'operator'
type Sent = { path: string; method: string; headers: Record<string, string>; body: string | undefined }

const callers: readonly Caller[] = ['anonymous', 'customer', 'artist', 'partner', 'operator']
const persons = { customer: 'ana', artist: 'mia', operator: 'olu' } as const
const operations = Object.values(contract)
  .flatMap((calls) => Object.values(calls))
  .map(({ method, path, access }: Endpoint) => ({ method, path, access }))
const documentOf = (access: Endpoint['access']) =>
  access === 'operator' ? '/v1/openapi-operators.json' : '/v1/openapi.json'

let rig: TestRig
let key: string
const documents = new Map<string, Document>()
const known = new Known()
const signIns = new Map<Caller, Record<string, string>>()
let faults: object[] = []
let calls = 0
const limitsBefore = process.env['RATE_LIMITS']

beforeAll(async () => {
  // Rate limits would hide the response under test.
  process.env['RATE_LIMITS'] = 'off'
  rig = await openOwnRig()
  for (const path of ['/v1/openapi.json', '/v1/openapi-operators.json'])
    documents.set(path, (await rig.call(path)).body as Document)
  // Captures faults, because responses do not describe them.
  rig.log.error = (fields: object) => void faults.push(fields)
  const house = await createPartnerClients(rig)
  const { id } = await house.made()
  key = (await house.key(id)).token
  await seed()
})
afterEach(() => restoreCallers(rig))
afterAll(async () => {
  if (limitsBefore === undefined) delete process.env['RATE_LIMITS']
  else process.env['RATE_LIMITS'] = limitsBefore
  await rig.database.close()
})

async function seed(): Promise<void> {
  await loadSampleLife(rig.database, testNow)
  expect(await learnRows(rig, known)).toEqual([])
  const { body } = await rig.call('/v1/quotes/', {
    method: 'POST',
    body: {
      storeSlug: 'beauty',
      categorySlug: 'makeup-hair-styling',
      eventDate: '2027-06-12',
      finishTime: '13:30',
      services: ['makeup', 'updo'],
      location: { type: 'Point', coordinates: [-0.055, 51.545], address: { placeName: 'Hackney', countryCode: 'GB' } },
    },
  })
  for (const name of ['quoteId', 'searchId']) known.add(name, body.data.search.id)
  // Collects identifiers and names from lists for later calls.
  for (const operation of operations)
    if (operation.method === 'GET' && !operation.path.includes('{'))
      for (const caller of callersOf(operation, 1)) await send(caller, plain('GET', operation.path))
}

const plain = (method: string, path: string): Sent => ({ path, method, headers: {}, body: undefined })

async function headersOf(caller: Caller): Promise<Record<string, string>> {
  if (caller === 'anonymous') return {}
  if (caller === 'partner') return { authorization: `Bearer ${key}` }
  const kept = signIns.get(caller)
  if (kept) return kept
  const bearer = await signInAs(rig, persons[caller])
  const headers = { authorization: `Bearer ${bearer}`, cookie: rig.cookieOf(bearer) }
  signIns.set(caller, headers)
  return headers
}

async function send(caller: Caller, { path, method, headers, body }: Sent) {
  const number = ++calls
  const init = {
    method,
    headers: {
      origin: 'http://localhost:3000',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(await headersOf(caller)),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  }
  const address = `127.${90 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`
  const from = performance.now()
  const response = await rig.api.request(path, init, { address })
  const reader = response.headers.get('content-type')?.includes('event-stream')
  if (reader) await response.body?.cancel()
  const text = reader ? '' : await response.text()
  const milliseconds = performance.now() - from
  const answer = parsed(text)
  if (response.status === 200) known.learn(answer)
  // Some calls end sessions or an account.
  if (response.status === 401 || /sessions|logout|delete|password|leave/i.test(path)) signIns.delete(caller)
  return { status: response.status, answer, milliseconds }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))).toWellFormed()

/** Generates requests of an operation from its OpenAPI schemas. */
function requestsOf({ method, path, access }: (typeof operations)[number]): fc.Arbitrary<Sent> {
  const document = documents.get(documentOf(access))
  const operation = document?.paths[path.replace(/\/$/, '')]?.[method.toLowerCase()]
  if (!document || !operation) throw new Error(`${method} ${path} is in no OpenAPI document`)
  const drawing = { components: document.components.schemas, known }
  const parameters = (operation.parameters ?? []).map(
    (one) => document.components.parameters?.[one.$ref?.split('/').at(-1) ?? ''] ?? one,
  )
  const values = parameters.map((parameter) => ({
    parameter,
    value: valuesOf(parameter.schema, { ...drawing, name: parameter.name }),
  }))
  const ofKind = (kind: Parameter['in']) =>
    fc.record(
      Object.fromEntries(
        values.filter(({ parameter }) => parameter.in === kind).map(({ parameter, value }) => [parameter.name, value]),
      ),
      {
        requiredKeys: values
          .flatMap(({ parameter }) => (parameter.required ? [parameter.name] : []))
          .filter((name) => values.some(({ parameter }) => parameter.in === kind && parameter.name === name)),
      },
    )
  const schema = operation.requestBody?.content['application/json']?.schema
  const body = schema ? valuesOf(schema, { ...drawing, hostility: 0.02 }) : fc.constant(undefined)
  return fc.record({ inPath: ofKind('path'), query: ofKind('query'), body, number: fc.nat() }).map((drawn) => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(textOf((drawn.inPath as Record<string, unknown>)[name] ?? 'x').slice(0, 500) || 'x'),
    )
    const query = new URLSearchParams(
      Object.entries(drawn.query as Record<string, unknown>)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, textOf(value).slice(0, 2_000)]),
    ).toString()
    return {
      path: query ? `${filled}?${query}` : filled,
      method,
      headers: (method === 'GET' ? {} : { 'idempotency-key': `fuzz-${drawn.number}-${++calls}` }) as Record<
        string,
        string
      >,
      body: drawn.body === undefined ? (method === 'GET' ? undefined : '{}') : JSON.stringify(drawn.body),
    }
  })
}

async function check(caller: Caller, sent: Sent): Promise<void> {
  faults = []
  const first = await send(caller, sent)
  const about = () =>
    JSON.stringify({ caller, ...sent, body: sent.body?.slice(0, 3_000), answer: first.answer, faults })
  // Kill switches return 503 on purpose.
  if ((first.answer as { code?: string } | null)?.code !== 'stopped') expect(first.status, about()).toBeLessThan(500)
  if (first.status >= 400) {
    expect(first.answer, about()).toMatchObject({ message: expect.any(String), code: expect.any(String) })
    const { message, errors = [] } = first.answer as { message: string; errors?: { message: string }[] }
    expect(errors.length, about()).toBeLessThanOrEqual(20)
    for (const said of [message, ...errors.map((one) => one.message)]) expect(said, about()).not.toMatch(library)
  }
  // Retries slow calls, because other load rarely delays three in a row.
  let { milliseconds } = first
  for (let again = 0; again < 2 && milliseconds > SLOW_MS; again += 1) ({ milliseconds } = await send(caller, sent))
  expect(milliseconds, about()).toBeLessThan(SLOW_MS)
}

/** Rotates the permitted callers; a proof uses all of them. */
function callersOf({ access }: (typeof operations)[number], index: number): readonly Caller[] {
  if (RUNS > 1) return callers
  const roles = getRolesFor(access)
  const may = callers.filter((one) => roles.some((role) => one === (role === 'provider' ? 'artist' : role)))
  const first = may.length ? may : (['anonymous'] as const)
  const other = callers[Math.floor(index / 3) % callers.length] as Caller
  return index % 3 ? first : [...new Set([...first, other])]
}

describe('No request causes a fault, takes long, or returns a message of a library', () => {
  test('both documents together describe every operation', () => {
    expect(operations.length).toBeGreaterThan(350)
    for (const operation of operations) expect(() => requestsOf(operation)).not.toThrow()
  })

  test.each(operations.map((one, index) => [`${one.method} ${one.path}`, one, index] as const))(
    '%s',
    async (_, operation, index) => {
      for (const caller of callersOf(operation, index))
        for (const sent of fc.sample(requestsOf(operation), { numRuns: RUNS, seed: SEED + index }))
          await check(caller, sent)
    },
    600_000,
  )

  test.each([
    ['no JSON', '{"a":'],
    ['a list', '[]'],
    ['a text', '"a"'],
    ['null', 'null'],
    ['a number out of range', '{"a":1e999}'],
    ['a lone surrogate', '{"a":"\\ud800"}'],
    ['nested lists', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
    ['nested objects', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['a name of objects', '{"__proto__":{"a":1},"constructor":{"prototype":{}}}'],
    ['many names', `{${Array.from({ length: 20_000 }, (_, i) => `"k${i}":1`).join()}}`],
  ])('a body with %s', async (_, body) => {
    for (const path of ['/v1/quotes/', '/v1/signed-reviews/check', '/v1/accounts/login', '/v1/uploads'])
      await check('anonymous', { path, method: 'POST', headers: { 'idempotency-key': `raw-${++calls}` }, body })
    for (const path of ['/v1/browser-reports', '/v1/mail-events', '/v1/payments/events/stripe']) {
      faults = []
      const { status, answer, milliseconds } = await send('anonymous', { path, method: 'POST', headers: {}, body })
      const about = JSON.stringify({ path, answer, faults })
      expect(status, about).toBeLessThan(500)
      expect(milliseconds, about).toBeLessThan(SLOW_MS)
    }
  })
})
