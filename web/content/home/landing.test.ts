import { expect, test } from 'vitest'
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
