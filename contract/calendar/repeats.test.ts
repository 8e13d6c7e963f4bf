import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { listRepeatDates, maxOccurrences } from './repeats.ts'

test('a repeat rule lists every second week, and the last day of shorter months', () => {
  expect(listRepeatDates('2027-01-05', { unit: 'week', every: 2, until: '2027-02-02' })).toEqual([
    '2027-01-05',
    '2027-01-19',
    '2027-02-02',
  ])
  expect(listRepeatDates('2027-10-31', { unit: 'month', every: 1, until: '2028-03-01' })).toEqual([
    '2027-10-31',
    '2027-11-30',
    '2027-12-31',
    '2028-01-31',
    '2028-02-29',
  ])
  expect(listRepeatDates('2027-01-05', { unit: 'week', every: 1, until: '2027-01-04' })).toEqual([])
})

test('repeat rules equal the calendar arithmetic of Temporal', () => {
  const date = fc
    .tuple(fc.integer({ min: 2024, max: 2034 }), fc.integer({ min: 0, max: 365 }))
    .map(([year, day]) => Temporal.PlainDate.from({ year, month: 1, day: 1 }).add({ days: day }))
  fc.assert(
    fc.property(
      date,
      fc.constantFrom('week' as const, 'month' as const),
      fc.integer({ min: 1, max: 26 }),
      fc.integer({ min: -30, max: 900 }),
      (first, unit, every, days) => {
        const until = first.add({ days })
        const expected: string[] = []
        for (let i = 0; i < maxOccurrences; i++) {
          const next = first.add(unit === 'week' ? { weeks: i * every } : { months: i * every })
          if (Temporal.PlainDate.compare(next, until) > 0) break
          expected.push(next.toString())
        }
        expect(listRepeatDates(first.toString(), { unit, every, until: until.toString() })).toEqual(expected)
      },
    ),
  )
})
