import { expect, test } from 'vitest'
import type { Location } from '#contract/places/location.ts'
import { savePlace, listLastPlaces } from './last-places.ts'

const place = (placeName: string): Location => ({
  type: 'Point',
  coordinates: [0, 51],
  address: { placeName, countryCode: 'GB' },
})

test('the places of the last three searches are offered, newest first, each once', () => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  expect(listLastPlaces(storage)).toEqual([])
  for (const name of ['Hackney', 'Leeds', 'Hackney', 'Bath', 'York']) savePlace(storage, place(name))
  expect(listLastPlaces(storage).map(({ address }) => address.placeName)).toEqual(['York', 'Bath', 'Hackney'])
  storage.setItem('lastPlaces', '{"not":"a list"}')
  expect(listLastPlaces(storage)).toEqual([])
})
