import { describe, expect, test } from 'vitest'
import { clock, date, distance, duration, money, time } from './format.ts'

describe('formats', () => {
  test('money shows cents only when there are some, and always for deposits', () => {
    expect(money(552, 'GBP')).toBe('£552')
    expect(money(138.5, 'GBP')).toBe('£138.50')
    expect(money(138, 'GBP', { decimals: 'always' })).toBe('£138.00')
    expect(money(1200, 'AUD', { mixed: true })).toBe('A$1,200')
    expect(money(80, 'AUD')).toBe('$80')
  })

  test('distance has one decimal under 10 and none above, in miles or kilometres', () => {
    expect(distance(1931, 'GB')).toBe('1.2 miles')
    expect(distance(14_200, 'AU')).toBe('14 km')
    expect(distance(1609, 'US')).toBe('1 mile')
    expect(distance(9_990, 'CA')).toBe('10 km')
  })

  test('times read as in the time list', () => {
    expect(['05:00', '12:00', '00:00', '13:30', '04:30'].map(time)).toEqual([
      '5 AM',
      'Midday',
      'Midnight',
      '1:30 PM',
      '4:30 AM',
    ])
  })

  test('what somebody chose reads as in the list, what was reckoned has its minutes, and nothing else writes a time', () => {
    const both = ['05:00', '08:00', '12:00', '00:00', '13:30'].map((hhmm) => [time(hhmm), clock(hhmm)])
    expect(both).toEqual([
      ['5 AM', '5:00 AM'],
      ['8 AM', '8:00 AM'],
      ['Midday', '12:00 PM'],
      ['Midnight', '12:00 AM'],
      ['1:30 PM', '1:30 PM'],
    ])
  })

  test('dates follow the country', () => {
    expect(date('2027-06-12', 'GB')).toBe('Sat 12 June 2027')
    expect(date('2027-06-12', 'US')).toBe('Sat, Jun 12, 2027')
    expect(date('2027-06-12', 'AU', 2027)).toBe('Sat 12 June')
  })

  test('a length of time is said in words', () => {
    expect([45, 60, 120, 100].map(duration)).toEqual(['45 min', '1 hour', '2 hours', '1 h 40 min'])
  })
})
