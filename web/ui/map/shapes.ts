import type { Feature, FeatureCollection } from 'geojson'

/** Longitude and latitude in degrees. */
export type Point = readonly [lng: number, lat: number]
export type Area = { centre: Point; metres: number }

const METRES_PER_DEGREE = 111_195
const CORNERS = 96

/** Returns the point that is some metres from another, at an angle from the east. */
function moveBy([lng, lat]: Point, metres: number, angle: number): Point {
  const degrees = metres / METRES_PER_DEGREE
  const squeeze = Math.max(0.05, Math.cos((lat * Math.PI) / 180))
  return [lng + (degrees * Math.cos(angle)) / squeeze, lat + degrees * Math.sin(angle)]
}

/** Builds the shapes that a map shows over its streets: a circle around a point, and a line. */
export function buildShapes(area: Area | null, line: readonly Point[]): FeatureCollection {
  const features: Feature[] = []
  if (area) {
    const ring = Array.from({ length: CORNERS + 1 }, (_, i) =>
      moveBy(area.centre, area.metres, (2 * Math.PI * (i % CORNERS)) / CORNERS),
    )
    features.push({
      type: 'Feature',
      properties: {},
      geometry: { type: 'Polygon', coordinates: [ring.map(toPosition)] },
    })
  }
  if (line.length > 1)
    features.push({
      type: 'Feature',
      properties: {},
      geometry: { type: 'LineString', coordinates: line.map(toPosition) },
    })
  return { type: 'FeatureCollection', features }
}

const toPosition = ([lng, lat]: Point): [number, number] => [lng, lat]

/** Returns the south-west and north-east corners around points and a circle. */
export function findBounds(points: readonly Point[], area: Area | null): [[number, number], [number, number]] {
  const all = [
    ...points,
    ...(area ? [0, 1, 2, 3].map((quarter) => moveBy(area.centre, area.metres, (quarter * Math.PI) / 2)) : []),
  ]
  const [lngs, lats] = [all.map(([lng]) => lng), all.map(([, lat]) => lat)]
  return [
    [Math.min(...lngs), Math.min(...lats)],
    [Math.max(...lngs), Math.max(...lats)],
  ]
}
