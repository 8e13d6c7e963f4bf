import { metresPerUnit } from '#contract/constants.ts'
import { toHundredths } from '#contract/format.ts'
import type { Distance } from '#contract/values.ts'

const EARTH_METRES = 6_371_008.8
const radians = Math.PI / 180

/** Metres between two points on the globe (haversine). */
export function metresBetween(lat1: number, lng1: number, lat2: number, lng2: number): number {
  const a = Math.sin(((lat2 - lat1) * radians) / 2)
  const b = Math.sin(((lng2 - lng1) * radians) / 2)
  return 2 * EARTH_METRES * Math.asin(Math.sqrt(a * a + Math.cos(lat1 * radians) * Math.cos(lat2 * radians) * b * b))
}

/** The distance as its market shows it: one decimal under 10, whole above. */
export function distanceIn(metres: number, unit: 'mi' | 'km'): Distance {
  const amount = metres / metresPerUnit[unit]
  return { amount: amount < 10 ? Math.round(amount * 10) / 10 : Math.round(amount), unit, metres: Math.round(metres) }
}

declare const isRounded: unique symbol
/** The middle of the square of the grid that a private place lies in: all that may be returned, or decide for somebody else, before a booking. Only `rounded` makes one. */
export type RoundedSpot = { lat: number; lng: number; readonly [isRounded]: true }

/** Snaps a place to a grid of a hundredth of a degree: about a kilometre from north to south, 600 m and more from west to east. */
export const rounded = ({ lat, lng }: { lat: number; lng: number }): RoundedSpot =>
  ({ lat: toGrid(lat), lng: toGrid(lng) }) as RoundedSpot

/** Half away from zero, as PostgreSQL rounds numeric values: both ends of a distance have to lie on one grid. */
const toGrid = (degrees: number): number =>
  Math.sign(degrees) * toHundredths(Number(Math.abs(degrees).toPrecision(12))) || 0

/** Returns the metres between two private places, by their rounded positions. */
export const metresApart = (a: RoundedSpot, b: RoundedSpot): number => metresBetween(a.lat, a.lng, b.lat, b.lng)

/** The same as a position of GeoJSON. */
export const roundedPosition = (lat: number, lng: number): [number, number] => [toGrid(lng), toGrid(lat)]
