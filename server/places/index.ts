export { allAreas, type AreaRow } from './areas.queries.ts'
export { addArea, closeArea } from './areas.ts'
export {
  distanceIn,
  metresApart,
  metresBetween,
  nearPlace,
  rounded,
  roundedPosition,
  type RoundedSpot,
} from './distance.ts'
export {
  type AddressedPlace,
  placeByAddress,
  type PlaceRow,
  placesInside,
  placesNear,
  roundedEarth,
  townsBySize,
  withinRounded,
} from './places.queries.ts'
