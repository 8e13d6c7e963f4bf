import { describe, expect, test } from 'vitest'
import { type OpenDays, describeDay, listWeekdays } from './open-days.ts'

const days = (over: Partial<OpenDays> = {}): OpenDays => ({
  place: 'Hackney',
  currency: 'GBP',
  artists: 40,
  asked: 40,
  start: '2027-06-01',
  free: Array.from({ length: 60 }, (_, i) => (i * 7) % 41),
  from: Array.from({ length: 60 }, (_, i) => ((i * 7) % 41 === 0 ? null : 22 + (i % 3))),
  few: ['2027-06-01'],
  ...over,
})

describe('what is said of a day', () => {
  test('how many are free, from what price, and whether few are left', () => {
    expect(describeDay(days(), '2027-06-02', 'GB')).toEqual({
      level: 1,
      said: '7 of 40 artists free, from £23 a person',
      under: '£23',
      few: false,
    })
    expect(describeDay(days(), '2027-06-01', 'GB')).toEqual({
      level: 0,
      said: '0 of 40 artists free',
      under: null,
      few: true,
    })
  })

  test('of an even choice a share is said, never a count that it is not', () => {
    expect(describeDay(days({ artists: 91_000 }), '2027-06-03', 'GB')?.said).toBe(
      'about 35 in 100 artists free, from £24 a person',
    )
  })

  test('nothing before tomorrow, after two years and where nobody works', () => {
    expect(describeDay(days(), '2027-05-31', 'GB')).toBeNull()
    expect(describeDay(days(), '2027-07-31', 'GB')).toBeNull()
    expect(describeDay(days({ asked: 0, artists: 0 }), '2027-06-02', 'GB')).toBeNull()
  })
})

describe('any Saturday', () => {
  test('every one of a month with the free-est and the lowest price marked', () => {
    const choices = listWeekdays(days(), '2027-06-01', 6)
    expect(choices.map(({ day }) => day)).toEqual(['2027-06-05', '2027-06-12', '2027-06-19', '2027-06-26'])
    const most = Math.max(...choices.map(({ free }) => free))
    for (const { free, best } of choices) expect(best).toBe(free === most)
    const least = Math.min(...choices.flatMap(({ from }) => from ?? []))
    for (const { from, least: marked } of choices) expect(marked).toBe(from === least)
  })

  test('a mark that every one would carry is none, and days before tomorrow are left out', () => {
    const same = days({ start: '2027-06-10', free: Array(60).fill(12), from: Array(60).fill(30), few: [] })
    expect(listWeekdays(same, '2027-06-10', 6)).toEqual(
      ['2027-06-12', '2027-06-19', '2027-06-26'].map((day) => ({ day, free: 12, from: 30, best: false, least: false })),
    )
  })
})
