import type { Location } from '#contract/places/location.ts'

const key = 'lastPlaces'
const kept = 3

/** Returns the places of this browser's last searches, newest first. */
export function listLastPlaces(storage: Pick<Storage, 'getItem'>): Location[] {
  try {
    const places = JSON.parse(storage.getItem(key) ?? '[]') as Location[]
    // Stored data may have the format of an older version.
    return places.filter(
      ({ coordinates, address }) => coordinates.length === 2 && address.placeName && address.countryCode,
    )
  } catch {
    return []
  }
}

/** Stores the place of a search as a suggestion. */
export function savePlace(storage: Pick<Storage, 'getItem' | 'setItem'>, place: Location): void {
  const others = listLastPlaces(storage).filter(({ address }) => address.placeName !== place.address.placeName)
  storage.setItem(key, JSON.stringify([place, ...others].slice(0, kept)))
}
