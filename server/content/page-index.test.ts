import { expect, test } from 'vitest'
import { isFacility, isIndexed, leastOccasionReviews, type PageEvidence } from './page-index.ts'

const nothing: PageEvidence = {
  name: 'Hackney',
  country: 'GB',
  residents: 0,
  residentsElsewhere: null,
  bookings: 0,
  quotes: 0,
  reviews: 0,
  occasion: null,
}
const own = { bookings: 10, quotes: 5, reviews: 5 }

test('a place page is indexed with three residents, or with bookings, prices and reviews from the place', () => {
  expect(isIndexed(nothing)).toBe(false)
  expect(isIndexed({ ...nothing, residents: 2 })).toBe(false)
  expect(isIndexed({ ...nothing, residents: 3 })).toBe(true)
  expect(isIndexed({ ...nothing, ...own })).toBe(true)
  for (const kind of ['bookings', 'quotes', 'reviews'] as const)
    expect([kind, isIndexed({ ...nothing, ...own, residents: 2, [kind]: own[kind] - 1 })]).toEqual([kind, false])
})

test('a part of a city is indexed if three artists are based elsewhere in the city, whose page would be the same otherwise', () => {
  expect(isIndexed({ ...nothing, residents: 9, residentsElsewhere: 2 })).toBe(false)
  expect(isIndexed({ ...nothing, residents: 9, residentsElsewhere: 3 })).toBe(true)
})

test('the page of an occasion needs a text and reviews of the occasion from three residents, in a city whose page is indexed', () => {
  const occasion = { artists: 3, reviews: leastOccasionReviews, hasOwnText: true }
  const place = { ...nothing, residents: 3 }
  expect(isIndexed({ ...place, occasion })).toBe(true)
  expect(isIndexed({ ...place, occasion: { ...occasion, reviews: leastOccasionReviews - 1 } })).toBe(false)
  expect(isIndexed({ ...place, occasion: { ...occasion, artists: 2 } })).toBe(false)
  expect(isIndexed({ ...nothing, residents: 2, occasion })).toBe(false)
  expect(isIndexed({ ...place, residentsElsewhere: 9, occasion })).toBe(false)
  expect(isIndexed({ ...place, occasion: { ...occasion, hasOwnText: false } })).toBe(false)
})

test('airports and hospitals are never indexed; places named after one are', () => {
  for (const [country, name] of [
    ['GB', 'Luton Airport'],
    ['GB', 'Heathrow'],
    ['US', 'LAX'],
    ['US', 'Wheeler Army Airfield'],
    ['US', 'White River Junction VA Medical Center'],
    ['GB', "St Thomas' Hospital"],
  ] as const) {
    expect([name, isFacility(name, country)]).toEqual([name, true])
    expect(isIndexed({ ...nothing, name, country, residents: 9, ...own })).toBe(false)
  }
  for (const [country, name] of [
    ['AU', 'Airport West'],
    ['CA', 'Airport Heights'],
    ['US', 'Heathrow'],
    ['US', 'Medical Lake'],
    ['GB', 'Fairfield'],
  ] as const)
    expect([name, isFacility(name, country)]).toEqual([name, false])
})
