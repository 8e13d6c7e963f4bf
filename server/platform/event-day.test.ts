import { expect, test } from 'vitest'
import { firstOfMonthAfter, listMonthsTo, listWeeksTo } from './event-day.ts'

test('weeks begin on Monday and end with the current week of the latest time zone', () => {
  expect(listWeeksTo(new Date('2026-11-22T12:00:00Z'), ['Europe/London'], 2)).toEqual(['2026-11-09', '2026-11-16'])
  // In Sydney it is already Monday.
  const zones = ['Europe/London', 'Australia/Sydney']
  expect(listWeeksTo(new Date('2026-11-22T14:00:00Z'), zones, 2)).toEqual(['2026-11-16', '2026-11-23'])
})

test('months continue across the end of a year', () => {
  const now = new Date('2027-01-31T12:00:00Z')
  expect(listMonthsTo(now, ['Europe/London'], 3)).toEqual(['2026-11-01', '2026-12-01', '2027-01-01'])
  expect(firstOfMonthAfter('2026-12-31', 1)).toBe('2027-01-01')
})
