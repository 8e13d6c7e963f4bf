import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import {
  detectDayFirst,
  detectNumberFormat,
  parseAmount,
  parseDate,
  parseMinutes,
  parseTime,
  toLocalTime,
} from './import-values.ts'

test('a date is parsed in every format', () => {
  const sameDay = [
    '2026-11-24',
    '24/11/2026',
    '24.11.26',
    '24 Nov 2026',
    'Tue, 24 November 2026, 10:00',
    'Nov 24, 2026 10:00 AM',
    '24-Nov-26',
    '24th November 2026',
    '2026-11-24T10:00:00',
  ]
  for (const text of sameDay) expect([text, parseDate(text, true)]).toEqual([text, '2026-11-24'])
  expect(parseDate('11/24/2026', false)).toBe('2026-11-24')
  for (const text of ['', '31/02/2026', 'soon', '2026-13-01', '45'])
    expect([text, parseDate(text, true)]).toEqual([text, null])
})

test('any date is parsed in both orders', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3_000 }), (days) => {
      const day = Temporal.PlainDate.from('2020-01-01').add({ days })
      const two = (n: number) => String(n).padStart(2, '0')
      expect(parseDate(`${two(day.day)}/${two(day.month)}/${day.year}`, true)).toBe(day.toString())
      expect(parseDate(`${day.month}/${day.day}/${two(day.year % 100)}`, false)).toBe(day.toString())
      expect(parseDate(day.toLocaleString('en-GB', { dateStyle: 'full' }), true)).toBe(day.toString())
      expect(parseDate(day.toLocaleString('en-US', { dateStyle: 'medium' }), false)).toBe(day.toString())
    }),
  )
})

test('an instant with an offset is converted to local time', () => {
  const instants = {
    '2027-06-12T09:30:00Z': '2027-06-12 10:30',
    '2027-06-12 09:30 UTC': '2027-06-12 10:30',
    '2027-06-12T01:30:00.000+04:00': '2027-06-11 22:30',
    '2027-01-12T09:30:00-0500': '2027-01-12 14:30',
    '2027-06-12T09:30:00': '2027-06-12T09:30:00',
    '12/06/2027 09:30': '12/06/2027 09:30',
    '2027-13-12T09:30:00Z': '2027-13-12T09:30:00Z',
  }
  for (const [text, local] of Object.entries(instants))
    expect([text, toLocalTime(text, 'Europe/London')]).toEqual([text, local])
})

test('the order of day and month is detected from an unambiguous date', () => {
  expect(detectDayFirst(['03/04/2026', '24/11/2026'])).toBe(true)
  expect(detectDayFirst(['03/04/2026', '11/24/2026'])).toBe(false)
  expect(detectDayFirst(['03/04/2026', '2026-11-24', ''])).toBeNull()
})

test('times and durations are parsed', () => {
  const times = {
    '10:00 AM': '10:00',
    '9am': '09:00',
    '12:15 am': '00:15',
    '12 p.m.': '12:00',
    '14:30': '14:30',
    '14.30': '14:30',
    '9h05': '09:05',
    '2026-11-24 08:05:00': '08:05',
    '24 Nov 2026, 3:45pm': '15:45',
    '25:00': null,
    '2026-11-24': null,
    noon: null,
  }
  for (const [text, time] of Object.entries(times)) expect([text, parseTime(text)]).toEqual([text, time])
  const lengths = {
    '90': 90,
    '90 min': 90,
    '1h 30min': 90,
    '1h30': 90,
    '1.5 hours': 90,
    '1,5 h': 90,
    '1:30': 90,
    '2h': 120,
    '0': null,
    long: null,
    '': null,
  }
  for (const [text, minutes] of Object.entries(lengths)) expect([text, parseMinutes(text)]).toEqual([text, minutes])
})

const readColumn = (...cells: string[]): (number | null)[] => {
  const amounts = { format: detectNumberFormat(cells, 'point'), chosen: false }
  return cells.map((cell) => parseAmount(cell, amounts))
}

test('amounts are parsed in the format of their column', () => {
  const single: [string, number | null][] = [
    ['80,5', 80.5],
    ['1.250,00 €', 1250],
    ['1.250', 1250],
    ['(12.00)', -12],
    ['($12.00)', -12],
    ['-12', -12],
    ['12-', -12],
    ['£-12.50', -12.5],
    ['£1,250', 1250],
    ['US$1,250.00', 1250],
    ["1'250.00", 1250],
    ['1 250,00', 1250],
    ['1\u202f250,00 €', 1250],
    ['1.250.000', null],
    ['80,-', 80],
    ['€1.250,-', 1250],
    ['Kr. 80', 80],
    ['80 kr.', 80],
    ['80.0000', 80],
    ['£42.50', 42.5],
    ['85', 85],
    ['free', null],
    ['80.50.1', null],
    ['', null],
  ]
  for (const [text, amount] of single) expect([text, ...readColumn(text)]).toEqual([text, amount])
  expect(readColumn('80,5', '1.250', '1.250,00 €', '90')).toEqual([80.5, 1250, 1250, 90])
  expect(readColumn('80.50', '1,250', '1,250.00')).toEqual([80.5, 1250, 1250])
  expect(detectNumberFormat(['80', '90'], 'comma')).toBe('comma')
})

test('an amount with three decimals counts as decimal only if the artist says so', () => {
  expect(parseAmount('45.000', { format: 'point', chosen: true })).toBe(45)
  expect(parseAmount('45.000', { format: 'comma', chosen: true })).toBe(45_000)
  expect(readColumn('45.000')).toEqual([45_000])
})

test('any price survives formatting and parsing', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 90_000_000 }), { minLength: 1, maxLength: 8 }), (cents) => {
      const prices = cents.map((one) => one / 100)
      for (const [locale, currency] of [
        ['en-GB', 'GBP'],
        ['de-DE', 'EUR'],
        ['fr-FR', 'EUR'],
        ['de-CH', 'CHF'],
        ['en-US', 'USD'],
      ] as const)
        expect(readColumn(...prices.map((one) => one.toLocaleString(locale, { style: 'currency', currency })))).toEqual(
          prices,
        )
      const whole = prices.map((one) => Math.ceil(one))
      expect(readColumn(...whole.map((one) => one.toLocaleString('de-DE')))).toEqual(whole)
    }),
  )
})
