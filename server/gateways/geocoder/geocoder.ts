import type { PlaceFeature } from '#contract/places/places.ts'
import type { Env } from '#server/platform/env.ts'
import { mapbox } from './mapbox.ts'

type GeocoderQuery = {
  text: string
  countries: readonly string[]
  proximity: readonly [number, number] | null
  limit: number
}

/** Finds places by their name, outside this server. */
export type Geocoder = { forward: (query: GeocoderQuery) => Promise<PlaceFeature[]> }

/** The configured geocoder, or none: then the gazetteer in the database answers. */
export const geocoderOf = (env: Env): Geocoder | null =>
  env.GEOCODER === 'mapbox' && env.MAPBOX_TOKEN ? mapbox({ token: env.MAPBOX_TOKEN, host: env.MAPBOX_URL }) : null
