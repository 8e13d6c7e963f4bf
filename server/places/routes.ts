import { places } from '#contract/places.ts'
import { serve } from '#server/platform/serve.ts'
import { findPlaces } from './find-places.ts'
import { locateCaller } from './locate-caller.ts'

export const placeRoutes = serve(places, { find: findPlaces, ipLocation: locateCaller })
