import { places } from '#contract/places/places.ts'
import { createRoutes } from '#server/platform/http/serve.ts'
import { findPlaces, findCallerCountry } from './find-places.ts'

export const placeRoutes = createRoutes(places, { find: findPlaces, ipLocation: findCallerCountry })
