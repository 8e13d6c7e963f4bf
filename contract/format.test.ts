import { describe, expect, test } from 'vitest'
import { formatClock, formatDate, formatDistance, formatDuration, formatMoney, formatTime } from './format.ts'

describe('Formats', () => {
  test('money shows cents only if there are any, and always for deposits', () => {
    expect(formatMoney(552, 'GBP')).toBe('£552')
    expect(formatMoney(138.5, 'GBP')).toBe('£138.50')
    expect(formatMoney(138, 'GBP', { decimals: 'always' })).toBe('£138.00')
    expect(formatMoney(1200, 'AUD', { mixed: true })).toBe('A$1,200')
    expect(formatMoney(80, 'AUD')).toBe('$80')
  })

  test('distance has one decimal under 10 and none above, in miles or kilometres', () => {
    expect(formatDistance(1931, 'GB')).toBe('1.2 miles')
    expect(formatDistance(14_200, 'AU')).toBe('14 km')
    expect(formatDistance(1609, 'US')).toBe('1 mile')
    expect(formatDistance(9_990, 'CA')).toBe('10 km')
  })

  test('times are written as in the time list', () => {
    expect(['05:00', '12:00', '00:00', '13:30', '04:30'].map(formatTime)).toEqual([
      '5 AM',
      'Midday',
      'Midnight',
      '1:30 PM',
      '4:30 AM',
    ])
  })

  test('chosen times are written as in the list, calculated times include minutes, and no other code formats a time', () => {
    const both = ['05:00', '08:00', '12:00', '00:00', '13:30'].map((hhmm) => [formatTime(hhmm), formatClock(hhmm)])
    expect(both).toEqual([
      ['5 AM', '5:00 AM'],
      ['8 AM', '8:00 AM'],
      ['Midday', '12:00 PM'],
      ['Midnight', '12:00 AM'],
      ['1:30 PM', '1:30 PM'],
    ])
  })

  test('dates follow the country', () => {
    expect(formatDate('2027-06-12', 'GB')).toBe('Sat 12 June 2027')
    expect(formatDate('2027-06-12', 'US')).toBe('Sat, Jun 12, 2027')
    expect(formatDate('2027-06-12', 'AU', 2027)).toBe('Sat 12 June')
  })

  test('durations are written in words', () => {
    expect([45, 60, 120, 100].map(formatDuration)).toEqual(['45 min', '1 hour', '2 hours', '1 h 40 min'])
  })
})
