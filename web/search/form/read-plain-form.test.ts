import { expect, test } from 'vitest'
import type { SavedSearch } from '#contract/search/search.ts'
import { buildPayloadsAfter, readPlainForm, listWishedServices } from './read-plain-form.ts'

const saved: SavedSearch = {
  id: 'abcdefghijkl',
  location: {
    coordinates: [-0.055, 51.545],
    addressFull: { placeName: 'Hackney', countryCode: 'GB' },
    label: 'Hackney',
  },
  appointmentSpot: {
    eventDate: '2027-06-12',
    finishTime: '13:30',
    startTime: null,
    timeConstraint: 'finish',
    timeZone: 'Europe/London',
    readyBy: null,
  },
  services: [{ _id: 'makeup' }, { _id: 'makeup' }, { _id: 'makeup' }, { _id: 'updo' }],
  people: [
    { count: 2, services: ['makeup'] },
    { count: 1, services: ['makeup', 'updo'] },
  ],
  category: { slug: 'makeup-hair-styling', label: '' },
  countryCode: 'GB',
  language: 'en',
  currency: 'GBP',
  experimentId: null,
  landingPage: null,
  heapId: null,
  gclid: null,
  mine: true,
}

test('a plain form repeats a service for each person who wants it', () => {
  const form = new FormData()
  for (const [name, value] of [
    ['place', ' Hackney '],
    ['eventDate', '2027-06-12'],
    ['finishTime', ''],
    ['service:makeup', '3'],
    ['service:updo', '1'],
    ['service:nails', ''],
    ['service:lashes', '-2'],
  ] as const)
    form.set(name, value)
  const wish = readPlainForm(form)
  expect(wish).toMatchObject({ place: 'Hackney', storeSlug: undefined, categorySlug: 'makeup-hair-styling' })
  expect(listWishedServices(wish)).toEqual(['makeup', 'makeup', 'makeup', 'updo'])
})

test('each one-tap change creates the described search', () => {
  expect(buildPayloadsAfter(saved, { finishTime: '15:00' })).toMatchObject([
    { finishTime: '15:00', eventDate: '2027-06-12', previousSearch: 'abcdefghijkl' },
  ])
  expect(buildPayloadsAfter(saved, { eventDate: '2027-06-13' })).toMatchObject([
    { finishTime: '13:30', eventDate: '2027-06-13' },
  ])
  expect(buildPayloadsAfter(saved, { split: [2, 1] })).toMatchObject([
    { services: ['makeup', 'makeup'] },
    { services: ['makeup', 'updo'] },
  ])
  expect(buildPayloadsAfter(saved, { service: 'makeup' })).toMatchObject([
    { services: ['updo'], people: [{ count: 1, services: ['updo'] }] },
  ])
  expect(buildPayloadsAfter(saved, { place: { name: 'Croydon', coordinates: [-0.1, 51.37] } })).toMatchObject([
    { location: { coordinates: [-0.1, 51.37], address: { placeName: 'Croydon', countryCode: 'GB' } } },
  ])
})

test("another visitor's search is copied, never edited", () => {
  expect(buildPayloadsAfter({ ...saved, mine: false }, {})[0]?.previousSearch).toBeUndefined()
})
