import type { Location } from '#contract/places/location.ts'
import { filterLikelyPlaces, filterNamedPlaces, toLocation } from '#contract/places/place-location.ts'
import type { PlaceFeature } from '#contract/places/places.ts'
import type { Country } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import type { PlaceOption } from '#web/ui/fields/place-combobox.tsx'
import { localStore } from '#web/platform/storage.ts'
import { listLastPlaces } from './last-places.ts'
import { formatShortPlace } from './search-form.ts'

/** A suggested place with its location. */
export interface FoundPlace extends PlaceOption {
  location: Location
  /** Whether it is an equally likely match as the first. */
  likely?: boolean
}

export const toFoundPlace = (feature: PlaceFeature): FoundPlace => ({
  id: feature.id,
  title: feature.text,
  rest: feature.context.map((part) => part.text).join(', '),
  location: toLocation(feature),
  similar: feature.similar,
})

export const formatPlace = (place: FoundPlace): string => formatShortPlace(place.location)

let near: string | undefined

// The visitor's approximate position, cached.
async function proximity(): Promise<string | undefined> {
  if (near !== undefined) return near || undefined
  near = ''
  try {
    const here = await browserApi().places.ipLocation({}, { auth: false })
    near = here ? `${here.longitude},${here.latitude}` : ''
  } catch {
    near = ''
  }
  return near || undefined
}

const nearMe = /^\s*(near me|nearby|near here|my location|around me|près de moi)\s*$/i

/** Returns the point of this browser's last search in a country, to about 10 km: namesakes near it are likelier. */
function lastPoint(home: Country): string | undefined {
  const last = listLastPlaces(localStore).find(({ address }) => address.countryCode === home)
  return last?.coordinates.map((degrees) => degrees.toFixed(1)).join(',')
}

/** Returns places for a query, those of a country before namesakes elsewhere; the device's place for “near me”. */
export const findPlacesFrom =
  (home: Country) =>
  async (text: string, signal?: AbortSignal): Promise<FoundPlace[]> => {
    if (nearMe.test(text)) return [await findMyPlace()]
    const found = await browserApi().places.find({ text, home, proximity: lastPoint(home) }, { auth: false, signal })
    const likely = new Set(filterLikelyPlaces(filterNamedPlaces(found)))
    return found.map((feature) => ({ ...toFoundPlace(feature), likely: likely.has(feature) }))
  }

/** Returns the named place nearest to a point (longitude first); null if there is none. */
export async function findNearestPlace(point: string): Promise<FoundPlace | null> {
  const [found] = await browserApi().places.find({ near: point, limit: '1' }, { auth: false })
  return found ? toFoundPlace(found) : null
}

/** Returns the visitor's place by IP address; null if unknown. */
export async function findVisitorPlace(): Promise<FoundPlace | null> {
  const point = await proximity()
  return point ? findNearestPlace(point) : null
}

/** Returns the device's place. Throws the message key of the reason if it fails. */
export async function findMyPlace(): Promise<FoundPlace> {
  const position = await new Promise<GeolocationPosition>((resolve, reject) => {
    if (!navigator.geolocation) reject(new Error('place.use.denied'))
    else
      navigator.geolocation.getCurrentPosition(resolve, () => reject(new Error('place.use.denied')), {
        timeout: 8_000,
        maximumAge: 300_000,
      })
  })
  const { longitude, latitude } = position.coords
  const here = await findNearestPlace(`${longitude},${latitude}`)
  if (!here) throw new Error('place.use.outside')
  return here
}
