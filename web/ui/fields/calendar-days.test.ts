import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, addMonths, getDayForKey, getWeekdayIndex, listWeeks } from './calendar-days.ts'

const days = fc.integer({ min: 0, max: 4000 }).map((n) => addDays('2026-01-01', n))

test("a month shows each of its days once, in whole weeks from the country's first weekday", () => {
  fc.assert(
    fc.property(days, fc.constantFrom(0 as const, 1 as const), (day, weekStart) => {
      const weeks = listWeeks(day, weekStart)
      const shown = weeks.flat().filter((d) => d !== null)
      expect(weeks.every((week) => week.length === 7)).toBe(true)
      expect(new Set(shown).size).toBe(shown.length)
      expect(shown.every((d) => d.slice(0, 7) === day.slice(0, 7))).toBe(true)
      expect(
        weeks.every((week) => week.every((d, column) => d === null || getWeekdayIndex(d, weekStart) === column)),
      ).toBe(true)
    }),
  )
})

test('12 June 2027 is a Saturday: sixth with weeks from Monday, last with weeks from Sunday', () => {
  expect([getWeekdayIndex('2027-06-12', 1), getWeekdayIndex('2027-06-12', 0)]).toEqual([5, 6])
})

test('adding a month keeps the day, or takes the last day of a shorter month', () => {
  expect(addMonths('2027-01-31', 1)).toBe('2027-02-28')
  expect(addMonths('2026-12-15', 1)).toBe('2027-01-15')
})

test('keys move by day, week and month and stay within the selectable days', () => {
  const move = (key: string) => getDayForKey({ key }, '2027-06-12', 1, '2027-06-10', '2027-07-01')
  expect(['ArrowRight', 'ArrowUp', 'PageDown', 'Home', 'End', 'x'].map(move)).toEqual([
    '2027-06-13',
    '2027-06-10',
    '2027-07-01',
    '2027-06-10',
    '2027-06-13',
    null,
  ])
})

test('with Shift the page keys move by a year', () => {
  const move = (key: string) => getDayForKey({ key, shiftKey: true }, '2028-02-29', 1, '2026-01-01', '2030-01-01')
  expect(['PageDown', 'PageUp', 'ArrowRight'].map(move)).toEqual(['2029-02-28', '2027-02-28', '2028-03-01'])
})
