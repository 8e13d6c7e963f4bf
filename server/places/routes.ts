import { places } from '#contract/places/places.ts'
import { serve } from '#server/platform/http/serve.ts'
import { findPlaces, locateCaller } from './find-places.ts'

export const placeRoutes = serve(places, { find: findPlaces, ipLocation: locateCaller })
