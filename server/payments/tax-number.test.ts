import { expect, test } from 'vitest'
import { normaliseBusinessNumber, normaliseRegistrationNumber } from './tax.ts'

test.each([
  ['GB', '1955839661', '1955839661'],
  ['GB', '195583966', null],
  ['GB', 'AB123456C', null],
  ['AU', '83 914 571 673', '83914571673'],
  ['AU', '83 914 571 674', null],
  ['US', '91-1144442', '911144442'],
  ['US', '078-05-1120', null],
  ['CA', '12302 6635', '123026635'],
  ['CA', '046 454 287', null],
] as const)('%s identifies a business by %s: %s', async (country, typed, number) =>
  expect(await normaliseBusinessNumber(country, typed)).toBe(number),
)

test.each([
  ['GB', 'GB 980 7806 84', '980780684'],
  ['GB', '980780685', null],
  ['AU', '83914571673', '83914571673'],
  ['US', '91-1144442', null],
  ['CA', '12302 6635 RT 0001', '123026635RT0001'],
  ['CA', '12302 6636 RT 0001', null],
] as const)('%s registers for tax under %s: %s', async (country, typed, number) =>
  expect(await normaliseRegistrationNumber(country, typed)).toBe(number),
)
