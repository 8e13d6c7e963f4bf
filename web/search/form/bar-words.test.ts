import { expect, test } from 'vitest'
import { reader } from '#contract/words.ts'
import { barWords } from './bar-words.ts'

test.each([
  ['AU', 'Suburb or place'],
  ['GB', 'Neighbourhood or place'],
  ['CA', 'Neighbourhood or place'],
  ['US', 'Neighborhood or place'],
] as const)('a visitor in %s is asked for a %s', (country, asked) => {
  expect(reader(barWords, country)('bar.location.placeholder')).toBe(asked)
})
