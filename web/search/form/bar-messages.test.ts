import { expect, test } from 'vitest'
import { createTranslator } from '#contract/i18n/messages.ts'
import { barMessages } from './bar-messages.ts'

test.each([
  ['AU', 'Suburb or place'],
  ['GB', 'Neighbourhood or place'],
  ['CA', 'Neighbourhood or place'],
  ['US', 'Neighborhood or place'],
] as const)('a visitor in %s is asked for a %s', (country, asked) => {
  expect(createTranslator(barMessages, country)('bar.location.placeholder')).toBe(asked)
})
