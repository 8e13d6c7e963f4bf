import { z } from 'zod'
import { PlaceFeature } from '#contract/places/places.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Env } from '#server/platform/env.ts'

const Answer = z.object({ features: z.array(PlaceFeature.extend({ context: PlaceFeature.shape.context.default([]) })) })
const TIMEOUT_MS = 3_000

/** Mapbox forward geocoding (v5 places): features with place_name, center, context, place_type. */
const createMapboxGeocoder = ({ token, host }: { token: string; host: string }): Geocoder => ({
  async forward({ text, countries, proximity, limit }) {
    const url = new URL(`/geocoding/v5/mapbox.places/${encodeURIComponent(text)}.json`, host)
    url.searchParams.set('access_token', token)
    url.searchParams.set('country', countries.join(',').toLowerCase())
    url.searchParams.set('limit', String(limit))
    if (proximity) url.searchParams.set('proximity', proximity.join(','))
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null)
    if (!response?.ok) throw new Refusal('unavailable')
    return Answer.parse(await response.json()).features
  },
})

type GeocoderQuery = {
  text: string
  countries: readonly string[]
  proximity: readonly [number, number] | null
  limit: number
}

type Geocoder = { forward: (query: GeocoderQuery) => Promise<PlaceFeature[]> }

export const getGeocoder = (env: Env): Geocoder | null =>
  env.GEOCODER === 'mapbox' && env.MAPBOX_TOKEN
    ? createMapboxGeocoder({ token: env.MAPBOX_TOKEN, host: env.MAPBOX_URL })
    : null
