export { distanceIn, metresBetween, roundedPosition } from './distance.ts'
export { nearPlace } from './near-place.ts'

export { type AddressedPlace, placeByAddress, type PlaceRow, placesInside, placesNear, townsBySize } from './queries.ts'
