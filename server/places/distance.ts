import { hash } from 'node:crypto'
import { metresPerUnit, privacyCircleMetres } from '#contract/constants.ts'
import { toHundredths } from '#contract/format.ts'
import type { Distance } from '#contract/values.ts'
import type { Db } from '#db/database.ts'
import { type PlaceRow, listPlacesNear } from './places.queries.ts'

const EARTH_METRES = 6_371_008.8
const radians = Math.PI / 180
const METRES_PER_DEGREE = EARTH_METRES * radians

export function measureMetres(lat1: number, lng1: number, lat2: number, lng2: number): number {
  const a = Math.sin(((lat2 - lat1) * radians) / 2)
  const b = Math.sin(((lng2 - lng1) * radians) / 2)
  return 2 * EARTH_METRES * Math.asin(Math.sqrt(a * a + Math.cos(lat1 * radians) * Math.cos(lat2 * radians) * b * b))
}

/** One decimal below 10, else whole. */
export function convertDistance(metres: number, unit: 'mi' | 'km'): Distance {
  const amount = metres / metresPerUnit[unit]
  return { amount: amount < 10 ? Math.round(amount * 10) / 10 : Math.round(amount), unit, metres: Math.round(metres) }
}

declare const isRounded: unique symbol
/**
 * Centre of the grid square of a private place. Before a booking, only this position may be returned or used for
 * others. Only `roundSpot` creates it.
 */
export type RoundedSpot = { lat: number; lng: number; readonly [isRounded]: true }

/** Rounds a place to a grid of 0.01 degrees: about 1 km north to south, 600 m or more west to east. */
export const roundSpot = ({ lat, lng }: { lat: number; lng: number }): RoundedSpot =>
  ({ lat: toGrid(lat), lng: toGrid(lng) }) as RoundedSpot

/** Rounds half away from zero like PostgreSQL, so that both sides use the same grid. */
const toGrid = (degrees: number): number =>
  Math.sign(degrees) * toHundredths(Number(Math.abs(degrees).toPrecision(12))) || 0

export const measureRoundedMetres = (a: RoundedSpot, b: RoundedSpot): number =>
  measureMetres(a.lat, a.lng, b.lat, b.lng)

export const roundPosition = (lat: number, lng: number): [number, number] => [toGrid(lng), toGrid(lat)]

/**
 * Returns where maps show a private place of someone with this id: a point of the circle with a radius of
 * `privacyCircleMetres` around the rounded place, all points equally likely. It is always the same point for an id and
 * a grid square. It depends on nothing else, so working it out reveals the square only.
 */
export function scatterPosition(id: string, lat: number, lng: number): [number, number] {
  const [east, north] = roundPosition(lat, lng)
  const random = hash('sha256', `${id} ${east} ${north}`, 'buffer')
  const part = (at: number) => random.readUInt32LE(at) / 2 ** 32
  // The square root makes all areas of the circle equally likely.
  const degrees = (privacyCircleMetres / METRES_PER_DEGREE) * Math.sqrt(part(0))
  const angle = 2 * Math.PI * part(4)
  const digits = (n: number) => Number(n.toFixed(5))
  return [
    digits(east + (degrees * Math.cos(angle)) / Math.cos(north * radians)),
    digits(north + degrees * Math.sin(angle)),
  ]
}

/** Returns the nearest gazetteer place with its distance in metres and other names nearby. */
export async function findNearestPlace(
  db: Db,
  lat: number,
  lng: number,
): Promise<{ place: PlaceRow; metres: number; around: readonly string[] } | null> {
  const rows = await listPlacesNear(db, lat, lng)
  let nearest: { place: PlaceRow; metres: number } | null = null
  for (const place of rows) {
    const metres = measureMetres(lat, lng, place.lat, place.lng)
    if (!nearest || metres < nearest.metres) nearest = { place, metres }
  }
  return nearest && { ...nearest, around: rows.flatMap(({ name, locality }) => (locality ? [name, locality] : [name])) }
}

/** [longitude, latitude] of each country's population centre, for our countries and neighbours. */
export const countryCentres: Readonly<Record<string, readonly [number, number]>> = {
  AU: [149.13, -33.87],
  US: [-98.58, 39.83],
  GB: [-1.47, 52.48],
  CA: [-79.38, 43.65],
  IE: [-7.5, 53.3],
  NZ: [174.76, -38.5],
  FR: [2.35, 47],
  DE: [10.4, 51.2],
  ES: [-3.7, 40.3],
  IT: [12.5, 42.8],
  NL: [5.3, 52.1],
  BE: [4.5, 50.7],
  PT: [-8.6, 39.6],
  MX: [-100.5, 21.5],
  IN: [78.9, 22],
  PK: [70, 30],
  BD: [90.3, 23.8],
  NG: [8, 9],
  GH: [-1.2, 7.9],
  ZA: [25, -29],
  KE: [37.9, 0.2],
  SG: [103.82, 1.35],
  MY: [102, 4.1],
  PH: [121.8, 12.9],
  ID: [110, -7],
  CN: [113, 31],
  HK: [114.17, 22.3],
  JP: [138, 36.5],
  AE: [54.4, 24.4],
  BR: [-47.9, -19],
  JM: [-77.3, 18.1],
  TT: [-61.2, 10.6],
  CH: [8.2, 46.8],
  AT: [14.5, 47.6],
  SE: [16, 60],
  NO: [9, 61],
  DK: [10, 56],
  FI: [25.7, 62],
  PL: [19.4, 52],
  GR: [23, 39],
  TR: [33, 39],
}
