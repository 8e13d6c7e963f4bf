import { measureRoundedMetres, measureMetres, roundSpot } from '#server/places/index.ts'

/** Straight lines are multiplied by `detour`. Speeds are km/h, slower around some city centres. */
export type TravelSpeeds = {
  detour: number
  kmh: number
  areas: readonly { name: string; lat: number; lng: number; radiusKm: number; kmh: number }[]
}

export type Spot = { lat: number; lng: number }

/** Defaults until an operator changes them. In city centres, travel is slightly faster than a bicycle. */
export const usualSpeeds: TravelSpeeds = {
  detour: 1.35,
  kmh: 45,
  areas: [
    { name: 'London', lat: 51.509, lng: -0.126, radiusKm: 20, kmh: 22 },
    { name: 'Manchester', lat: 53.48, lng: -2.24, radiusKm: 10, kmh: 28 },
    { name: 'Birmingham', lat: 52.48, lng: -1.9, radiusKm: 10, kmh: 28 },
    { name: 'New York', lat: 40.73, lng: -73.98, radiusKm: 18, kmh: 20 },
    { name: 'Los Angeles', lat: 34.05, lng: -118.24, radiusKm: 30, kmh: 32 },
    { name: 'Chicago', lat: 41.88, lng: -87.63, radiusKm: 18, kmh: 28 },
    { name: 'Sydney', lat: -33.87, lng: 151.21, radiusKm: 20, kmh: 28 },
    { name: 'Melbourne', lat: -37.81, lng: 144.96, radiusKm: 20, kmh: 28 },
    { name: 'Brisbane', lat: -27.47, lng: 153.03, radiusKm: 12, kmh: 32 },
    { name: 'Toronto', lat: 43.65, lng: -79.38, radiusKm: 18, kmh: 26 },
    { name: 'Vancouver', lat: 49.28, lng: -123.12, radiusKm: 14, kmh: 28 },
    { name: 'Montreal', lat: 45.51, lng: -73.57, radiusKm: 14, kmh: 28 },
  ],
}

/**
 * Returns the minutes between two exact places: straight line times detour, at the slower area's speed. Only for the
 * day of a booking.
 */
export const computeTravelMinutes = (from: Spot, to: Spot, speeds: TravelSpeeds): number =>
  minutesFor(measureMetres(from.lat, from.lng, to.lat, to.lng), from, to, speeds)

/** Added to distances between square centres; nearly always enough. */
const MARGIN_METRES = 600

/**
 * Returns the travel minutes used for availability. Uses rounded positions, so that customers can infer only the square
 * of another customer's home. A margin between squares ensures that the artist nearly always arrives in time. Within
 * one square no travel is counted, so travelling artists set a buffer.
 */
export function computePlannedTravelMinutes(from: Spot, to: Spot, speeds: TravelSpeeds): number {
  const [start, end] = [roundSpot(from), roundSpot(to)]
  const metres = measureRoundedMetres(start, end)
  return metres === 0 ? 0 : minutesFor(metres + MARGIN_METRES, start, end, speeds)
}

function minutesFor(metres: number, from: Spot, to: Spot, speeds: TravelSpeeds): number {
  const kmh = Math.min(speedAt(from, speeds), speedAt(to, speeds))
  return Math.ceil(((metres / 1000) * speeds.detour * 60) / kmh)
}

const speedAt = (spot: Spot, { kmh, areas }: TravelSpeeds): number =>
  areas.reduce(
    (slowest, area) =>
      measureMetres(spot.lat, spot.lng, area.lat, area.lng) <= area.radiusKm * 1000
        ? Math.min(slowest, area.kmh)
        : slowest,
    kmh,
  )

export type Job = Spot & { from: number; to: number }

type Beside = { before: (Spot & { to: number }) | null; after: (Spot & { from: number }) | null }

/**
 * Returns which trip does not fit: from the job before or to the job after. Times are milliseconds; ends are without
 * buffers.
 */
export function findTooShortTrip(job: Job, { before, after }: Beside, speeds: TravelSpeeds): keyof Beside | null {
  if (before && before.to + computePlannedTravelMinutes(before, job, speeds) * 60_000 > job.from) return 'before'
  return after && job.to + computePlannedTravelMinutes(job, after, speeds) * 60_000 > after.from ? 'after' : null
}

export const isReachable = (...asked: Parameters<typeof findTooShortTrip>): boolean =>
  findTooShortTrip(...asked) === null
