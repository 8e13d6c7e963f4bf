import { expect, test } from 'vitest'
import { shownProof } from './proof.tsx'

const keys = (proof: Parameters<typeof shownProof>[0]) => shownProof(proof).map((figure) => figure.key)

test('a figure is left out under its minimum', () => {
  expect(keys({ score: 4.9, reviews: 19, artists: 9, places: 4 })).toEqual([])
  expect(keys({ score: 4.87, reviews: 20, artists: 10, places: 5 })).toEqual(['score', 'reviews', 'artists', 'places'])
})

test('the score has one decimal, counts have separators', () => {
  expect(shownProof({ score: 4.87, reviews: 14718, artists: 0, places: 0 }).map((f) => f.figure)).toEqual(['4.9', '14,718'])
})
