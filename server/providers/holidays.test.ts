import { expect, test } from 'vitest'
import { computeEaster, listHolidays } from './holidays.ts'

const datesOf = (country: string, year: number) =>
  listHolidays(country, `${year}-01-01`, `${year}-12-31`).map(({ date }) => date.slice(5))

test('Easter has the dates of published calendars', () =>
  expect([2024, 2025, 2026, 2027, 2028, 2038].map(computeEaster)).toEqual([
    '2024-03-31',
    '2025-04-20',
    '2026-04-05',
    '2027-03-28',
    '2028-04-16',
    '2038-04-25',
  ]))

test('England has the bank holidays that its government lists, with substitute days', () => {
  expect(datesOf('GB', 2026)).toEqual([
    '01-01',
    '04-03',
    '04-05',
    '04-06',
    '05-04',
    '05-25',
    '08-31',
    '12-25',
    '12-26',
    '12-28',
  ])
  expect(datesOf('GB', 2027)).toEqual([
    '01-01',
    '03-26',
    '03-28',
    '03-29',
    '05-03',
    '05-31',
    '08-30',
    '12-25',
    '12-26',
    '12-27',
    '12-28',
  ])
  // Christmas on a Sunday is substituted on Tuesday, because Monday is Boxing Day.
  expect(datesOf('GB', 2033).slice(-3)).toEqual(['12-25', '12-26', '12-27'])
  expect(datesOf('GB', 2028).slice(0, 2)).toEqual(['01-01', '01-03'])
})

test('the United States, Australia and Canada have their own holidays', () => {
  expect(datesOf('US', 2027)).toEqual([
    '01-01',
    '01-18',
    '02-15',
    '05-31',
    '06-19',
    '07-04',
    '09-06',
    '10-11',
    '11-11',
    '11-25',
    '12-25',
  ])
  expect(datesOf('AU', 2027)).toEqual([
    '01-01',
    '01-26',
    '03-26',
    '03-27',
    '03-28',
    '03-29',
    '04-25',
    '06-14',
    '12-25',
    '12-26',
    '12-27',
    '12-28',
  ])
  expect(datesOf('CA', 2027)).toEqual([
    '01-01',
    '03-26',
    '03-29',
    '05-24',
    '07-01',
    '09-06',
    '09-30',
    '10-11',
    '11-11',
    '12-25',
    '12-26',
  ])
})

test('two holidays on one day count once, and a country without a list has no holidays', () => {
  expect(listHolidays('AU', '2038-04-25', '2038-04-25')).toEqual([
    { date: '2038-04-25', name: 'Easter Sunday, Anzac Day' },
  ])
  expect(listHolidays('NZ', '2027-01-01', '2027-12-31')).toEqual([])
})
