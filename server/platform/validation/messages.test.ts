import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Refusal } from '#server/platform/refusal.ts'
import { MOST_ERRORS, isTooDeep, parseInput } from './parse-input.ts'

/** Messages of the validation library that nobody should read. */
const library =
  /Invalid (input|option|string|discriminator|key|value|element|number)|Too (small|big)|Unrecognized key|expected|received|undefined|NaN/

const errorsOf = (schema: z.ZodType, sent: unknown) => {
  try {
    parseInput(schema, sent)
  } catch (thrown) {
    return thrown instanceof Refusal ? (thrown.errors ?? []) : []
  }
  return []
}
const messageOf = (schema: z.ZodType, sent: unknown) => errorsOf(schema, sent)[0]?.message

describe('Validation messages', () => {
  test.each<[string, z.ZodType, unknown, string]>([
    ['a missing field', z.string(), undefined, 'This field is required.'],
    ['an empty text', z.string().min(1), '', 'This field is required.'],
    ['a number instead of text', z.string(), 4, 'Enter text.'],
    ['text instead of a number', z.number(), 'four', 'Enter a number.'],
    ['NaN', z.number(), Number.NaN, 'Enter a number.'],
    ['a fraction', z.number().int(), 1.5, 'Enter a whole number.'],
    ['an invalid boolean', z.boolean(), 'perhaps', 'Choose yes or no.'],
    ['an object instead of a list', z.array(z.string()), {}, 'Send a list.'],
    ['a list instead of an object', z.object({}), [], 'Send an object with named fields.'],
    ['an unknown choice', z.enum(['start', 'finish']), 'middle', 'Choose one of start, finish.'],
    ['a wrong literal', z.literal('Point'), 'Line', 'Choose Point.'],
    ['a short text', z.string().min(20), 'a', 'Use at least 20 characters.'],
    ['a long text', z.string().max(2), 'abc', 'Use at most 2 characters.'],
    ['a short list', z.array(z.string()).min(1), [], 'Choose at least 1 item.'],
    ['a long list', z.array(z.string()).max(1), ['a', 'b'], 'Choose at most 1 item.'],
    ['a list of another length', z.array(z.string()).length(7), [], 'Choose exactly 7 items.'],
    ['a small number', z.number().min(1), 0, 'Enter 1 or more.'],
    ['a large number', z.number().max(10_000), 10_001, 'Enter 10,000 or less.'],
    ['zero', z.number().positive(), 0, 'Enter more than 0.'],
    ['a number at its limit', z.number().lt(5), 5, 'Enter less than 5.'],
    ['a number that is no multiple', z.number().multipleOf(5), 3, 'Enter a multiple of 5.'],
    ['an invalid email address', z.email(), 'a', 'Enter a valid email address.'],
    ['an invalid URL', z.url(), 'a', 'Enter a full web address, like https://example.com.'],
    ['an invalid ID', z.uuid(), 'a', 'This ID is not valid.'],
    ['a date that does not exist', z.iso.date(), '2027-02-30', 'Enter a date that exists, as YYYY-MM-DD.'],
    ['a wrong format', z.string().regex(/^a$/), 'b', 'This is not in the right format.'],
    ['an unknown field', z.strictObject({}), { a: 1 }, 'Remove the unknown field a.'],
    [
      'a union',
      z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
      { c: 1 },
      'This value is not valid.',
    ],
    ['an invalid key', z.record(z.string().max(1), z.boolean()), { abc: true }, 'This value is not valid.'],
    ['a custom rule', z.string().refine(() => false), 'a', 'This value is not valid.'],
    [
      'an invalid boolean in a query',
      z.stringbool(),
      'perhaps',
      'Choose one of true, 1, yes, on, y, enabled, false, 0, no, off, n, disabled.',
    ],
  ])('the message says how to correct %s', (_, schema, sent, message) => {
    expect(messageOf(schema, sent)).toBe(message)
    expect(message).not.toMatch(library)
  })

  test('a message of the schema takes precedence', () => {
    expect(messageOf(z.string().min(1, 'Name is required'), '')).toBe('Name is required')
  })

  test('a message stays short, however many unknown or long names there are', () => {
    const sent = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${i}${'x'.repeat(500)}`, 1]))
    expect((messageOf(z.strictObject({}), sent) ?? '').length).toBeLessThan(600)
    const [error] = errorsOf(z.record(z.string(), z.string()), { ['x'.repeat(100_000)]: 1 })
    expect(error?.path.length).toBeLessThanOrEqual(200)
  })
})

test('at most 20 errors are returned', () => {
  expect(
    errorsOf(
      z.array(z.string()),
      Array.from({ length: 50_000 }, () => 1),
    ),
  ).toHaveLength(MOST_ERRORS)
})

test('nesting is measured without recursion', () => {
  const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)
  expect(isTooDeep({ people: [{ services: ['makeup'] }] })).toBe(false)
  expect(isTooDeep(nested(32))).toBe(false)
  expect(isTooDeep(nested(34))).toBe(true)
  expect(isTooDeep(nested(100_000))).toBe(true)
})
