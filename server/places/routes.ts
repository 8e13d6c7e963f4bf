import { places } from '#contract/places/places.ts'
import { serve } from '#server/platform/http/serve.ts'
import { findPlaces } from './find-places.ts'
import { locateCaller } from './locate-caller.ts'

export const placeRoutes = serve(places, { find: findPlaces, ipLocation: locateCaller })
