import { measureMetres } from '#server/places/index.ts'

// The grid of the SQL function `cell_of`: squares of 0.1 degrees, row by row from the south-west.
const perDegree = 10
const rowLength = 360 * perDegree

export const getCell = (lat: number, lng: number): number =>
  Math.floor((lat + 90) * perDegree) * rowLength + Math.floor((lng + 180) * perDegree)

export const getCellCentre = (cell: number): { lat: number; lng: number } => ({
  lat: (Math.floor(cell / rowLength) + 0.5) / perDegree - 90,
  lng: ((cell % rowLength) + 0.5) / perDegree - 180,
})

const metresPerDegree = 111_195

/** Returns all squares that a circle touches, possibly with some neighbours. */
export function listCellsAround(lat: number, lng: number, radiusMetres: number): number[] {
  const tall = radiusMetres / metresPerDegree
  const wide = tall / Math.max(0.01, Math.cos((Math.min(89, Math.abs(lat) + tall) * Math.PI) / 180))
  const cells: number[] = []
  const south = Math.max(0, Math.floor((lat - tall + 90) * perDegree))
  const north = Math.min(180 * perDegree - 1, Math.floor((lat + tall + 90) * perDegree))
  const west = Math.floor((lng - wide + 180) * perDegree)
  const east = Math.min(west + rowLength - 1, Math.floor((lng + wide + 180) * perDegree))
  for (let row = south; row <= north; row++) {
    for (let column = west; column <= east; column++) {
      const near = nearestPoint(lat, lng, row, column)
      if (measureMetres(lat, lng, near.lat, near.lng) <= radiusMetres + 50)
        cells.push(row * rowLength + (((column % rowLength) + rowLength) % rowLength))
    }
  }
  return cells
}

function nearestPoint(lat: number, lng: number, row: number, column: number): { lat: number; lng: number } {
  const clamp = (value: number, low: number) => Math.min(Math.max(value, low), low + 1 / perDegree)
  return { lat: clamp(lat, row / perDegree - 90), lng: clamp(lng, column / perDegree - 180) }
}
