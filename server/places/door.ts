export { roundedEarth, withinRounded } from './queries.ts'
export { distanceIn, metresApart, metresBetween, rounded, roundedPosition, type RoundedSpot } from './distance.ts'
export { nearPlace } from './near-place.ts'

export { type AddressedPlace, placeByAddress, type PlaceRow, placesInside, placesNear, townsBySize } from './queries.ts'
