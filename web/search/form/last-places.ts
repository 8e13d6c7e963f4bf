import type { Location } from '#contract/places/location.ts'

const key = 'lastPlaces'
const kept = 3

/** The places of the last searches from this browser, newest first. */
export function listLastPlaces(storage: Pick<Storage, 'getItem'>): Location[] {
  try {
    const places = JSON.parse(storage.getItem(key) ?? '[]') as Location[]
    // What this browser wrote itself, perhaps before a place had another shape.
    return places.filter(
      ({ coordinates, address }) => coordinates.length === 2 && address.placeName && address.countryCode,
    )
  } catch {
    return []
  }
}

/** Keeps the place of a search, so that the next may begin with it. */
export function savePlace(storage: Pick<Storage, 'getItem' | 'setItem'>, place: Location): void {
  const others = listLastPlaces(storage).filter(({ address }) => address.placeName !== place.address.placeName)
  storage.setItem(key, JSON.stringify([place, ...others].slice(0, kept)))
}
