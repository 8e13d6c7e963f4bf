import fc from 'fast-check'

/** The part of JSON Schema used by the OpenAPI documents. */
export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  minItems?: number
  maxItems?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  default?: unknown
  examples?: unknown[]
  example?: unknown
}

const DEEPEST = 6
const nested = (depth: number): unknown => JSON.parse(`${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`)
const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Values that often break servers: limits of number types, dates, encodings, cursors, depth and length. */
const hostile: readonly unknown[] = [
  null,
  '',
  ' ',
  -1,
  0.1,
  1.5,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53,
  1e21,
  -1e308,
  '2147483648',
  '9223372036854775808',
  '1e309',
  'NaN',
  true,
  [],
  {},
  [[]],
  [null],
  nested(20),
  nested(40),
  Array.from({ length: 1_000 }, () => ({})),
  Array.from({ length: 300 }, () => 'makeup'),
  'x'.repeat(20_000),
  'a@'.repeat(2_000),
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e',
  '%00',
  '%',
  '\\',
  "' or 1=1 --",
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'toString',
  '{}',
  '0000-01-01',
  '0001-01-01',
  '2027-02-29',
  '9999-12-31',
  '2027-05-15',
  '2027-05-15T09:30:00Z',
  '9999-12-31T23:59:59.999999999+14:00',
  '24:00',
  '23:59',
  '00000000-0000-4000-8000-000000000000',
  '7,victim@mail.example',
  'data:image/png;base64,iVBORw0KGgo=',
  'https://127.0.0.1:1/',
  cursor(['2027-01-01T00:00:00Z', '99999999999999999999']),
  cursor(['9999-12-31T23:59:59Z', '2147483648']),
  cursor([2 ** 31, 2 ** 53, 1e300]),
  cursor([true, '2027-01-01T00:00:00Z', 3_000_000_000]),
  cursor(['', '', '']),
  cursor(null),
]
const hostileValue = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostile) },
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.double(),
  fc.integer(),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
)

/** Existing identifiers by field name, so that calls reach real data. */
export class Known {
  readonly #values = new Map<string, unknown[]>()

  /** Saves the identifiers of a response: `webhookId`, and an `id` within `webhooks` or `webhook` as the same. */
  learn(value: unknown, within = '', depth = 0): void {
    if (typeof value !== 'object' || value === null || depth > 8) return
    for (const [name, inner] of Object.entries(value).slice(0, 100)) {
      const key = Array.isArray(value) ? within : name
      if (['string', 'number'].includes(typeof inner)) {
        if (name === 'id' || name === '_id') this.add(`${within.replace(/s$/, '')}Id`, inner)
        else if (/(Id|Key|Secret|slug|hash)$/.test(name)) this.add(name, inner)
      }
      this.learn(inner, key, depth + 1)
    }
  }

  add(name: string, value: unknown): void {
    const values = (this.#values.get(name) ?? []).filter((one) => one !== value)
    this.#values.set(name, [...values, value].slice(-8))
  }

  of(name: string): unknown[] {
    return this.#values.get(name) ?? []
  }
}

/** Generates values for a schema: mostly valid, with known identifiers, and sometimes hostile. */
export function valuesOf(
  schema: JsonSchema,
  { components, known, name = '', hostility = 0.06 }: Drawing,
  depth = 0,
): fc.Arbitrary<unknown> {
  const valid = validValues(schema, { components, known, name, hostility }, depth)
  const seen = known.of(name)
  // An invalid cursor is refused first, which would hide other checks.
  if (name === 'cursor' && depth === 0)
    return fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, hostileValue, valid)
  const options: { weight: number; arbitrary: fc.Arbitrary<unknown> }[] = [
    { weight: Math.round((1 - hostility) * 100), arbitrary: valid },
    { weight: Math.round(hostility * 100), arbitrary: hostileValue },
  ]
  if (seen.length) options.push({ weight: 400, arbitrary: fc.constantFrom(...seen) })
  return fc.oneof(...options)
}

type Drawing = { components: Readonly<Record<string, JsonSchema>>; known: Known; name?: string; hostility?: number }

function validValues(schema: JsonSchema, drawing: Drawing, depth: number): fc.Arbitrary<unknown> {
  const inner = (one: JsonSchema, name = drawing.name) => valuesOf(one, { ...drawing, name }, depth + 1)
  if (schema.$ref) {
    const named = drawing.components[schema.$ref.split('/').at(-1) ?? '']
    return named && depth < DEEPEST * 3 ? validValues(named, drawing, depth + 1) : fc.constant(null)
  }
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const either = schema.anyOf ?? schema.oneOf
  if (either) return fc.oneof(...either.map((one) => inner(one)))
  if (schema.allOf) return inner(Object.assign({}, ...schema.allOf))
  const examples = [schema.example, ...(schema.examples ?? []), schema.default].filter((one) => one !== undefined)
  const drawn = ofType(schema, inner, depth)
  return examples.length ? fc.oneof(fc.constantFrom(...examples), drawn) : drawn
}

function ofType(
  schema: JsonSchema,
  inner: (schema: JsonSchema, name?: string) => fc.Arbitrary<unknown>,
  depth: number,
): fc.Arbitrary<unknown> {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number': {
      const [min, max] = [Math.max(schema.minimum ?? 0, -1e6), Math.min(schema.maximum ?? 1_000, 2 ** 31)]
      const limits = [schema.minimum, schema.maximum].filter((one): one is number => one !== undefined)
      const drawn = fc.integer({ min: Math.ceil(Math.min(min, max)), max: Math.floor(Math.max(min, max)) })
      return limits.length ? fc.oneof({ weight: 4, arbitrary: drawn }, fc.constantFrom(...limits)) : drawn
    }
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map((one) => inner(one)))
      const min = schema.minItems ?? 0
      const max = Math.max(min, Math.min(schema.maxItems ?? 4, depth > DEEPEST ? min : Math.max(min, 4)))
      return fc.array(inner(schema.items ?? {}), { minLength: min, maxLength: max })
    }
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, value]) => [key, inner(value, key)])),
        { requiredKeys: schema.required ?? [] },
      )
    default:
      return hostileValue
  }
}

function textOf({ format, pattern, minLength = 0, maxLength = 60 }: JsonSchema): fc.Arbitrary<unknown> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'date') return fc.constantFrom('2026-11-21', '2027-05-15', '2027-06-12', '2028-11-19', '2031-01-01')
  if (format === 'date-time') return fc.constantFrom('2027-05-15T09:30:00Z', '2027-05-15T23:30:00+01:00')
  if (format === 'uri') return fc.constantFrom('https://mail.example/', 'http://127.0.0.1/', 'ftp://mail.example')
  if (pattern)
    try {
      return fc.stringMatching(new RegExp(pattern, 'u'))
    } catch {
      // For patterns that fast-check does not support, such as lookaheads.
    }
  const most = Math.max(minLength, Math.min(maxLength, 80))
  return fc.oneof(
    fc.constantFrom('makeup', 'updo', 'makeup-hair-styling', 'beauty', 'mia-hollis', 'GB', '13:30', 'all', 'Wedding'),
    fc.constantFrom('ana@primp.test', 'leila@mail.example', 'mia@primp.test'),
    fc.string({ minLength: minLength, maxLength: most }),
    fc.string({ unit: 'grapheme', minLength: minLength, maxLength: most }),
  )
}
