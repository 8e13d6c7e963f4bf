import { expect, test } from 'vitest'
import type { SavedSearch } from '#contract/search/search.ts'
import { buildRepeatedSearch } from './again-card.tsx'

const settings = {
  store: { id: '1', slug: 'beauty' },
  category: { slug: 'makeup-hair-styling', label: '' },
  serviceTypes: [],
}

test('booking again searches for the same people, services, place and ready-by time on another day', () => {
  const address = { placeName: 'Hackney, London', countryCode: 'GB', neighborhood: 'Hackney' }
  const people = [
    { count: 2, services: ['makeup', 'updo'] },
    { count: 1, services: ['makeup'] },
  ]
  const saved = {
    location: { coordinates: [-0.055, 51.545], addressFull: address },
    appointmentSpot: { eventDate: '2026-06-12', finishTime: '13:30' },
    people,
  } as unknown as SavedSearch
  expect(buildRepeatedSearch(saved, settings, '2027-06-12')).toMatchObject({
    location: { coordinates: [-0.055, 51.545], address },
    eventDate: '2027-06-12',
    finishTime: '13:30',
    people,
    services: ['makeup', 'updo', 'makeup', 'updo', 'makeup'],
  })
})
