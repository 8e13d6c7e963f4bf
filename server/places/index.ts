export { listAreas, type AreaRow } from './areas.queries.ts'
export { addArea, closeArea } from './areas.ts'
export {
  convertDistance,
  measureRoundedMetres,
  measureMetres,
  findNearestPlace,
  roundSpot,
  roundPosition,
  scatterPosition,
  type RoundedSpot,
} from './distance.ts'
export {
  type AddressedPlace,
  findPlaceByAddress,
  type PlaceRow,
  listPlacesInside,
  listPlacesNear,
  buildRoundedPoint,
  listTownsBySize,
  buildWithinCondition,
} from './places.queries.ts'
