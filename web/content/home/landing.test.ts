import { expect, test } from 'vitest'
import type { SavedSearch } from '#contract/search/search.ts'
import { canContinue } from './landing-parts.tsx'
import { listProofFigures } from './landing.tsx'

const onTime = { bookings: 49, percent: 96 }
const keys = (proof: Omit<Parameters<typeof listProofFigures>[0], 'onTime'>) =>
  listProofFigures({ ...proof, onTime }).map((figure) => figure.key)

test('a figure below its minimum is hidden', () => {
  expect(keys({ score: 4.9, reviews: 19, artists: 9, places: 4 })).toEqual([])
  expect(keys({ score: 4.87, reviews: 20, artists: 10, places: 5 })).toEqual(['score', 'reviews', 'artists', 'places'])
})

test('the score has two decimals at most, and counts have separators', () => {
  expect(listProofFigures({ score: 4.87, reviews: 14718, artists: 0, places: 0, onTime }).map((f) => f.figure)).toEqual(
    ['4.87', '14,718'],
  )
})

test('from fifty completed bookings the page says how many ended on time', () => {
  expect(
    listProofFigures({ score: null, reviews: 0, artists: 0, places: 0, onTime: { bookings: 50, percent: 96 } }),
  ).toEqual([{ key: 'onTime', figure: '96%', n: 50 }])
})

test('the home page offers to continue a search of this browser until its day has passed', () => {
  const search = (eventDate: string, mine = true) =>
    ({ mine, appointmentSpot: { eventDate, timeZone: 'America/Los_Angeles' } }) as unknown as SavedSearch
  const now = new Date('2027-06-13T05:00:00Z')
  expect(canContinue(search('2027-06-13'), now)).toBe(true)
  // Still the day of the event there.
  expect(canContinue(search('2027-06-12'), now)).toBe(true)
  expect(canContinue(search('2027-06-11'), now)).toBe(false)
  expect(canContinue(search('2027-06-13', false), now)).toBe(false)
})
