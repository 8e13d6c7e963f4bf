import { expect, test } from 'vitest'
import {
  normaliseBusinessNumber,
  normaliseCompanyNumber,
  normaliseRegistrationNumber,
  normaliseTaxNumber,
} from './tax.ts'

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

test.each([
  ['nino', 'ab 12 34 56 c', 'AB123456C'],
  ['nino', 'A123456C', null],
  ['utr', '1955839661', '1955839661'],
  ['sin', '046 454 286', '046454286'],
  ['sin', '046 454 287', null],
  ['bn', '12302 6635', '123026635'],
  ['abn', '83 914 571 673', '83914571673'],
  ['ssn', '536-90-4399', '536904399'],
  ['ssn', '912-90-3456', null],
  ['itin', '912-90-3456', '912903456'],
  ['itin', '912-93-3456', null],
  ['itin', '812-90-3456', null],
  ['ein', '91-1144442', '911144442'],
] as const)('a seller is identified by the %s %s: %s', async (kind, typed, number) =>
  expect(await normaliseTaxNumber(kind, typed)).toBe(number),
)

test.each([
  ['AU', '004 085 616', '004085616'],
  ['AU', '004 085 617', null],
  ['GB', 'sc 123456', 'SC123456'],
  ['GB', 'Hollis Ltd', null],
  ['US', '', null],
] as const)('in %s a business is registered as %s: %s', async (country, typed, number) =>
  expect(await normaliseCompanyNumber(country, typed)).toBe(number),
)
