import type { Schema } from './schemas-of.ts'

/** What a text of that format or pattern, or a field of that name, is likely to be. */
const byFormat: Readonly<Record<string, string>> = {
  date: '2027-06-12',
  'date-time': '2027-06-12T12:30:00Z',
  email: 'leila@mail.example',
  uuid: '7d4f3f0e-5b0a-4c39-9d0e-2f6a54f1c2ab',
  uri: 'https://primp.example/',
}
const byName: Readonly<Record<string, string>> = {
  name: 'Leila Hart',
  label: 'Makeup',
  title: 'Bridal',
  slug: 'mia-hollis',
  providerId: 'mia-hollis',
  profileId: 'mia-hollis',
  email: 'leila@mail.example',
  mobile: '+447700900123',
  event: 'Wedding',
  timeZone: 'Europe/London',
  storeSlug: 'beauty',
  categorySlug: 'makeup-hair-styling',
  country: 'GB',
  countryCode: 'GB',
  currency: 'GBP',
  place: 'Hackney, London',
  area: 'Hackney',
  city: 'London',
  services: 'makeup',
  serviceId: 'makeup',
  reason: 'They asked for it on the phone.',
  password: 'three plain words',
  code: '123456',
  month: '2027-06',
  nextCursor: 'MjQ',
  cursor: 'MjQ',
}
const candidates = [
  'Leila Hart',
  'GB',
  'GBP',
  '13:30',
  '2027-06-12',
  '2027-06',
  '12-01',
  '-0.055,51.545',
  '123456',
  'q7RkV2mXw1Zs',
  'data:image/jpeg;base64,/9j/4AAQ',
  '/pictures/work/Zk3v9QmX2sT7bR1yLw8uHa/1200.webp',
  'makeup',
  'all',
  'GB:hackney',
  '/signup',
  'deadbeef'.repeat(4),
  'a1B2c3D4'.repeat(4),
  `${'aB3-xY7_'.repeat(2)}..${'aB3-xY7_'.repeat(5)}`,
  ...[8, 24, 32, 40, 87].map((length) => 'aB3-xY7_'.repeat(11).slice(0, length)),
]

/**
 * A likely value of this JSON Schema, the same each time and valid by it; `named` are the schemas that a `$ref` may lead to.
 * A schema that says an example of itself is taken at its word.
 */
export function exampleOf(schema: Schema, named: Readonly<Record<string, Schema>>, name = ''): unknown {
  const inner = (of: unknown, as = name) => exampleOf((of ?? {}) as Schema, named, as)
  const { $ref, examples, const: only, enum: choices, anyOf, oneOf, allOf } = schema as Record<string, unknown[]>
  if ($ref) return inner(named[String($ref).split('/').at(-1) ?? ''])
  if (examples) return examples[0]
  if ('const' in schema) return only
  if (choices) return choices[0]
  if (anyOf ?? oneOf) return inner((anyOf ?? oneOf)?.find((one) => (one as Schema)['type'] !== 'null'))
  if (allOf) return Object.assign({}, ...allOf.map((one) => inner(one)))
  const type = schema['type']
  switch (Array.isArray(type) ? type.find((one) => one !== 'null') : type) {
    case 'object':
      return objectOf(schema, inner)
    case 'array':
      return arrayOf(schema, inner)
    case 'string':
      return textOf(schema, name)
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return true
    default:
      return null
  }
}

type Inner = (of: unknown, as?: string) => unknown

function objectOf({ properties, additionalProperties, propertyNames }: Schema, inner: Inner): unknown {
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([key, property]) => [key, inner(property, key)]))
  if (!additionalProperties) return {}
  return { [String(inner(propertyNames ?? { type: 'string' }, 'key'))]: inner(additionalProperties) }
}

function arrayOf({ prefixItems, items, minItems }: Schema, inner: Inner): unknown {
  if (Array.isArray(prefixItems)) return prefixItems.map((item) => inner(item))
  return Array.from({ length: Math.max(1, Number(minItems ?? 0)) }, () => inner(items))
}

function numberOf({ minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf }: Schema): number {
  const least = Number(minimum ?? (exclusiveMinimum === undefined ? 1 : Number(exclusiveMinimum) + 1))
  const most = Number(maximum ?? (exclusiveMaximum === undefined ? least + 1 : Number(exclusiveMaximum) - 1))
  const step = Number(multipleOf ?? 0)
  const some = Math.max(1, least)
  return Math.min(step > 0 ? Math.ceil(some / step) * step : some, most)
}

function textOf({ format, pattern, minLength, maxLength }: Schema, name: string): string {
  const known = byFormat[String(format)]
  if (known) return known
  const shape = pattern === undefined ? undefined : new RegExp(String(pattern), 'u')
  const fits = (text: string | undefined): text is string =>
    text !== undefined &&
    text.length >= Number(minLength ?? 0) &&
    text.length <= Number(maxLength ?? Number.POSITIVE_INFINITY) &&
    (shape?.test(text) ?? true)
  const found = [byName[name], ...(shape ? candidates : ['A few words.', 'abc'])].find(fits)
  return found ?? 'A few words. '.repeat(Math.ceil(Number(minLength ?? 1) / 13)).slice(0, Number(maxLength ?? 1_000))
}
