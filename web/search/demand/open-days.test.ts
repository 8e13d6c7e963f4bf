import { describe, expect, test } from 'vitest'
import { type OpenDays, describeDay, getTodayThere, listWeekdays } from './open-days.ts'

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

describe('Texts of a day', () => {
  test('a day shows how many artists have time, and whether few are left', () => {
    expect(describeDay(days(), '2027-06-02', 'GB')).toEqual({
      level: 1,
      said: '7 of 40 artists have time that day',
      under: '7',
      few: false,
    })
    expect(describeDay(days(), '2027-06-01', 'GB')).toEqual({
      level: 0,
      said: '0 of 40 artists have time that day',
      under: '0',
      few: true,
    })
  })

  test('a sampled day shows a share instead of a count', () => {
    expect(describeDay(days({ artists: 91_000 }), '2027-06-03', 'GB')).toMatchObject({
      said: 'about 35% of artists have time that day',
      under: '35%',
    })
  })

  test('nothing is shown before tomorrow, after two years or without artists', () => {
    expect(describeDay(days(), '2027-05-31', 'GB')).toBeNull()
    expect(describeDay(days(), '2027-07-31', 'GB')).toBeNull()
    expect(describeDay(days({ asked: 0, artists: 0 }), '2027-06-02', 'GB')).toBeNull()
  })
})

describe('Any Saturday', () => {
  test('every Saturday of a month is listed, with the most available and the cheapest marked', () => {
    const choices = listWeekdays(days(), '2027-06-01', 6)
    expect(choices.map(({ day }) => day)).toEqual(['2027-06-05', '2027-06-12', '2027-06-19', '2027-06-26'])
    const most = Math.max(...choices.map(({ free }) => free))
    for (const { free, best } of choices) expect(best).toBe(free === most)
    const least = Math.min(...choices.flatMap(({ from }) => from ?? []))
    for (const { from, least: marked } of choices) expect(marked).toBe(from === least)
  })

  test('a mark shared by all is omitted, and so are days before tomorrow', () => {
    const same = days({ start: '2027-06-10', free: Array(60).fill(12), from: Array(60).fill(30), few: [] })
    expect(listWeekdays(same, '2027-06-10', 6)).toEqual(
      ['2027-06-12', '2027-06-19', '2027-06-26'].map((day) => ({ day, free: 12, from: 30, best: false, least: false })),
    )
  })
})

test('today is that of the place, and the browser’s while no place is known', () => {
  const noon = new Date(2027, 4, 30, 12)
  expect(getTodayThere(days(), noon)).toBe('2027-05-31')
  expect(getTodayThere(null, noon)).toBe('2027-05-30')
})
