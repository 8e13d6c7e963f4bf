import { expect, test } from 'vitest'
import type { DemandArea } from '#contract/search/demand/demand.ts'
import { buildHeat, getLevel } from './heat-map.tsx'

const day = (eventDate: string, withoutArtist: number) => ({
  eventDate,
  category: 'Makeup',
  searches: 20,
  people: 20,
  reaching: 0,
  bookedPercent: null,
  withoutArtist,
  unanswered: 1,
})
const area = (cell: number, days: DemandArea['days']): DemandArea => ({
  cell,
  place: `Place ${cell}`,
  countryCode: 'GB',
  lat: 51,
  lng: 0,
  searches: 0,
  people: 0,
  withoutArtist: 0,
  unanswered: 0,
  days,
})

test('searches without an artist are summed by place and week, the highest total first', () => {
  // 16 June 2027 is a Wednesday: its week begins on 14 June.
  const heat = buildHeat(
    [
      area(1, [day('2027-06-14', 2), day('2027-06-20', 3), day('2027-06-21', 4)]),
      area(2, [day('2027-06-13', 90), day('2027-09-06', 7), day('2028-01-01', 5)]),
    ],
    'withoutArtist',
    '2027-06-16',
  )
  expect(heat.weeks.slice(0, 2)).toEqual(['2027-06-14', '2027-06-21'])
  expect(heat.rows.map(({ area: { cell }, total }) => [cell, total])).toEqual([
    [2, 12],
    [1, 9],
  ])
  expect(heat.rows[1]?.values.slice(0, 3)).toEqual([5, 4, 0])
  expect(heat.rows[0]?.values.at(-1), 'later than twelve weeks').toBe(12)
  expect(heat.most, 'of a week').toBe(5)
  expect(buildHeat([area(1, [day('2027-06-14', 2)])], 'people', '2027-06-16').rows[0]?.total).toBe(20)
})

test('a value of the heat map has a level of its own size', () => {
  expect([0, 1, 20, 21, 99, 100].map((n) => getLevel(n, 100))).toEqual([0, 1, 1, 2, 5, 5])
})
