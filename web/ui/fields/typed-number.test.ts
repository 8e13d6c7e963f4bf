import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readNumber } from './typed-number.ts'

test.each([
  ['46.50', 46.5],
  ['46,50', 46.5],
  ['46,5', 46.5],
  ['.5', 0.5],
  ['1,200', 1200],
  ['1,200.50', 1200.5],
  ['1.200,50', 1200.5],
  ['1 200,50', 1200.5],
  ['1\u00a0200.50', 1200.5],
  ['1,234,567.89', 1234567.89],
  ['£46.50', 46.5],
  ['CA$ 1,250', 1250],
  ['４６.５０', 46.5],
  [' 7 ', 7],
  ['0', 0],
  ['007', 7],
])('%s is %d', (typed, value) => {
  expect(readNumber(typed)).toBe(value)
})

test.each([
  '',
  ' ',
  '-5',
  '−5',
  '- 5',
  '(5)',
  '+5',
  '1.200',
  '10.555',
  '0,500',
  '1,20,000',
  '12,3456',
  '1,2,3',
  '1.2.3',
  '1,200.505',
  '1e3',
  '0x10',
  '46.50 each',
  'about 46',
  '45-60',
  '1/2',
  'NaN',
  'Infinity',
  '£',
  '.',
  ',',
  '9'.repeat(40),
])('%s is invalid', (typed) => {
  expect(readNumber(typed)).toBeNull()
})

test('a whole number has no decimals, and a coordinate keeps its sign', () => {
  expect(['45', '1,200', '45.5', '45,0', '-45'].map((typed) => readNumber(typed, 'whole'))).toEqual([
    45,
    1200,
    null,
    null,
    null,
  ])
  expect(['-0.055', '51.545', '51,545', 'north'].map((typed) => readNumber(typed, 'coordinate'))).toEqual([
    -0.055,
    51.545,
    null,
    null,
  ])
})

const amounts = fc.integer({ min: 0, max: 99_999_999_99 }).map((hundredths) => hundredths / 100)
const grouped = (locale: string) =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

test('every amount is read back in the format of each market and of French Canada', () => {
  for (const locale of ['en-GB', 'en-US', 'en-AU', 'en-CA', 'fr-CA', 'de-DE'])
    fc.assert(fc.property(amounts, (amount) => readNumber(grouped(locale).format(amount)) === amount))
})

test('no text becomes a negative number, or one with more digits than it has', () => {
  const typed = fc.oneof(fc.string(), fc.stringMatching(/^[-−+£$]?[0-9][0-9.,' ]{0,12}$/))
  fc.assert(
    fc.property(typed, (text) => {
      const value = readNumber(text)
      if (value === null) return true
      const digits = text.normalize('NFKC').replace(/\D/g, '')
      return value >= 0 && !/[-−]/.test(text) && String(Math.trunc(value)).length <= Math.max(1, digits.length)
    }),
  )
})
