import { measureRoundedMetres, measureMetres, roundSpot } from '#server/places/index.ts'

/** How fast one gets about: a straight line is so much longer on the road; kilometres an hour, slower around the middle of some cities. */
export type TravelSpeeds = {
  detour: number
  kmh: number
  areas: readonly { name: string; lat: number; lng: number; radiusKm: number; kmh: number }[]
}

export type Spot = { lat: number; lng: number }

/** What holds until an operator says otherwise: a city's middle is crossed at little more than a bicycle's pace. */
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

/** Whole minutes from one exact place to another, for the day of a booking alone: the straight line, the detour, the slower of the two areas. */
export const computeTravelMinutes = (from: Spot, to: Spot, speeds: TravelSpeeds): number =>
  minutesFor(measureMetres(from.lat, from.lng, to.lat, to.lng), from, to, speeds)

/** Two places may lie farther apart than the middles of their squares: in nearly all cases by less than this. */
const MARGIN_METRES = 600

/**
 * Whole minutes that decide whether a diary has room for a job, by the rounded positions of both places: whoever asks
 * can learn the square of another customer's home and no more. Between two squares a margin is added, so that the
 * artist still gets there in nearly all cases. Within one square, as between two clients of one studio, no time is
 * counted: an artist who travels sets a buffer after each job.
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

/** Which way is too short a time: from the job before or on to the one after; instants in milliseconds, ends without buffers. */
export function findTooShortTrip(job: Job, { before, after }: Beside, speeds: TravelSpeeds): keyof Beside | null {
  if (before && before.to + computePlannedTravelMinutes(before, job, speeds) * 60_000 > job.from) return 'before'
  return after && job.to + computePlannedTravelMinutes(job, after, speeds) * 60_000 > after.from ? 'after' : null
}

/** Whether there is time to get from the job before and on to the one after. */
export const isReachable = (...asked: Parameters<typeof findTooShortTrip>): boolean =>
  findTooShortTrip(...asked) === null
