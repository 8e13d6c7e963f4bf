import { sharedWayTimes } from '#contract/bookings/day/shared-way-times.ts'
import type { Kept } from '#web/platform/storage.ts'

const storeKey = 'primpWay'
const nameOf = (appointmentId: string, endsAt: string): string => `${appointmentId} ${Date.parse(endsAt)}`

/** Which way this browser agreed to share: another device of the same person that has the page open sends nothing. */
export const wayHere = (store: Kept) => ({
  is: (appointmentId: string, endsAt: string): boolean => store.getItem(storeKey) === nameOf(appointmentId, endsAt),
  begin: (appointmentId: string, endsAt: string): void => store.setItem(storeKey, nameOf(appointmentId, endsAt)),
  end: (): void => store.removeItem(storeKey),
})

interface Told {
  /** Where this browser is, as often as it may be sent. */
  onPlace: (place: { lat: number; lng: number }) => void
  /** It is not told, and will not be. */
  onDenied: () => void
  /** Whether it cannot be found for now. */
  onLost: (lost: boolean) => void
}

/** Follows where this browser is; answers how to stop. Where somebody is nobody can load: the browser says so while they move. */
export function followWay(geolocation: Geolocation | undefined, clock: () => number, told: Told): () => void {
  if (!geolocation) {
    told.onDenied()
    return () => {}
  }
  let last = Number.NEGATIVE_INFINITY
  const watch = geolocation.watchPosition(
    ({ coords }) => {
      told.onLost(false)
      if (clock() - last < sharedWayTimes.everySeconds * 1000) return
      last = clock()
      told.onPlace({ lat: coords.latitude, lng: coords.longitude })
    },
    ({ code, PERMISSION_DENIED }) => (code === PERMISSION_DENIED ? told.onDenied() : told.onLost(true)),
    { maximumAge: 30_000 },
  )
  return () => geolocation.clearWatch(watch)
}
