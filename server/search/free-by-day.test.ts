import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleArtists, countFree, type ReachableArtist } from './demand-days.ts'

const artist = (no: number, from = 4_400, noticeDays = 1, horizonDays = 730): ReachableArtist => ({
  no,
  from,
  noticeDays,
  horizonDays,
  hours: null,
})

test('a day counts the artists whose diary is empty, and shows their lowest price', () => {
  const within = [artist(1, 5_000), artist(2, 4_000), artist(3, 6_000)]
  const days = countFree(sampleArtists(within), new Map([[2, new Set([2])]]), 3, 20_000)
  expect(days.map(({ free, from }) => [free, from])).toEqual([
    [3, 4_000],
    [2, 5_000],
    [3, 4_000],
  ])
})

test('artists whose notice or horizon excludes the day are not free', () => {
  const days = countFree(sampleArtists([artist(1, 4_000, 3), artist(2, 5_000, 1, 2)]), new Map(), 4, 20_000)
  expect(days.map(({ free, from }) => [free, from])).toEqual([
    [1, 5_000],
    [1, 5_000],
    [1, 4_000],
    [1, 4_000],
  ])
})

test('on a day off an artist is neither free nor booked', () => {
  // 20,000 days after 1 January 1970 is Friday 4 October 2024.
  const week = Array.from({ length: 7 }, (_, day) => (day === 5 ? [] : [540, 1020]))
  const hours = { opens: 540, closes: 1020, week, seasons: [], exceptions: [], blocks: [], leads: [] }
  const days = countFree(sampleArtists([{ ...artist(1), hours }, artist(2, 5_000)]), new Map(), 3, 20_000)
  expect(days.map(({ free, from }) => [free, from])).toEqual([
    [1, 5_000],
    [2, 4_400],
    [2, 4_400],
  ])
})

test('few artists are left if seven of ten available artists are booked, and never with fewer than ten artists', () => {
  const within = Array.from({ length: 10 }, (_, i) => artist(i + 1))
  const taken = (count: number) => new Set(within.slice(0, count).map(({ no }) => no))
  const few = (all: ReachableArtist[], count: number) =>
    countFree(sampleArtists(all), new Map([[1, taken(count)]]), 1, 20_000)[0]?.few
  expect(few(within, 7)).toBe(true)
  expect(few(within, 6)).toBe(false)
  expect(few(within.slice(1), 9)).toBe(false)
  // An artist beyond the horizon does not count as booked.
  expect(few([...within.slice(0, 9), artist(10, 4_400, 1, 0)], 9)).toBe(false)
})

test('with very many artists, the share of free ones comes from a sample and the lowest price is exact', () => {
  fc.assert(
    fc.property(fc.integer({ min: 601, max: 3_000 }), fc.integer({ min: 2, max: 9 }), (count, every) => {
      const within = Array.from({ length: count }, (_, i) => artist(i + 1, 3_000 + ((i * 7_919) % count)))
      const taken = new Set(within.filter((_, i) => i % every === 0).map(({ no }) => no))
      const asked = sampleArtists(within)
      const [day] = countFree(asked, new Map([[1, taken]]), 1, 20_000)
      const exact = Math.min(...within.filter(({ no }) => !taken.has(no)).map(({ from }) => from))
      expect(asked.even).toHaveLength(600)
      expect(new Set(asked.even.map(({ no }) => no)).size).toBe(600)
      expect(day?.from).toBe(exact)
      expect(Math.abs((day?.free ?? 0) / 600 - (1 - 1 / every))).toBeLessThan(0.05)
    }),
    {
      numRuns: 20,
      examples: [
        [3_000, 5],
        [1_014, 2],
      ],
    },
  )
})
