import { Navigation } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Appointment } from '#contract/appointments/appointment.ts'
import { sharedWayTimes } from '#contract/party/day-facts.ts'
import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatDistance, formatDuration } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { formatClockIn, getFirstName } from '#web/appointments/booking-phrases.ts'
import { useDashboardMessages } from '#web/dashboard/own-profile/own.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { type StorageLike, localStore } from '#web/platform/storage.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { MapDot, StreetMap } from '#web/ui/map/map.tsx'
import { Note } from '#web/ui/note.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import mapStyles from '#web/ui/map/map.module.css'

type SharedTrip = NonNullable<OutputOf<typeof providerBookings.readSharedLocation>['way']>

/** The journey to an appointment on the map, with distance and duration. */
export function WayCard({ way, country }: { way: SharedTrip; country: Country }) {
  const t = useDashboardMessages()
  const { from, to } = way
  const ends = useMemo(() => [from, to], [from, to])
  const line = t(way.after === 'job' ? 'appointments.way.job' : 'appointments.way.base', {
    distance: formatDistance(way.metres, country),
    duration: formatDuration(way.minutes),
  })
  return (
    <TitledCard title={t('appointments.way')} className="no-print">
      <div className={mapStyles.framed}>
        <StreetMap label={t('appointments.way.alt')} summary={line} view={ends} line={ends} country={country} inPage>
          <MapDot at={from} start />
          <MapDot at={to} />
        </StreetMap>
      </div>
      <p>{line}</p>
    </TitledCard>
  )
}

/**
 * Starts or ends sharing the journey. While shared, this page sends the position at intervals, only in the browser that
 * started it.
 */
export function ShareWay({ appointment }: { appointment: Appointment }) {
  const t = useDashboardMessages()
  const { pending, formError, run, showErrors } = useForm()
  const [endsAt, setEndsAt] = useState(appointment.sharedWay?.endsAt ?? null)
  useEffect(() => setEndsAt(appointment.sharedWay?.endsAt ?? null), [appointment.sharedWay])
  // The page may know of the journey before the response that assigns it to this browser.
  const [, setBegun] = useState<string | null>(null)
  const [lost, setLost] = useState(false)
  const { id, timeZone } = appointment
  const firstName = getFirstName(appointment.customer.name)
  const here = endsAt !== null && createLocationSharing(localStore).is(id, endsAt)
  const share = async (on: boolean) => {
    const done = await run(() => browserApi().providerBookings.startSharingLocation({ appointmentId: id, share: on }))
    if (!done) return
    const { endsAt: ends } = done.answer
    if (ends) createLocationSharing(localStore).begin(id, ends)
    else createLocationSharing(localStore).end()
    setBegun(ends)
    setEndsAt(ends)
  }
  useSentWay(id, here, {
    onEnd: () => setEndsAt(null),
    // Ends sharing if location is denied; it can be started again.
    onDenied: async () => {
      await share(false)
      showErrors({ form: t('day.way.denied') })
    },
    onLost: setLost,
  })
  return (
    <div className="stack gap-8">
      <p className="small">
        {endsAt
          ? t(here ? 'day.way.on' : 'day.way.elsewhere', { firstName, clock: formatClockIn(endsAt, timeZone) })
          : t('day.way.text', { firstName, n: sharedWayTimes.hours })}
      </p>
      <Button kind="secondary" loading={pending} onClick={() => share(endsAt === null)}>
        <Navigation className="icon" aria-hidden="true" />
        {endsAt ? t('day.way.stop') : t('day.way.share', { firstName })}
      </Button>
      {formError ? (
        <Note kind="error">{formError}</Note>
      ) : (
        here && lost && <Note kind="warning">{t('day.way.lost')}</Note>
      )}
    </div>
  )
}

interface Sent {
  onEnd: () => void
  onDenied: () => void
  onLost: (lost: boolean) => void
}

/** Sends this browser's position while sharing, throttled. */
function useSentWay(appointmentId: string, wanted: boolean, on: Sent): void {
  const latest = useRef(on)
  latest.current = on
  useEffect(() => {
    if (!wanted) return
    const now = () => performance.now()
    return followWay('geolocation' in navigator ? navigator.geolocation : undefined, now, {
      onPlace: (place) =>
        browserApi()
          .providerBookings.sendLocation({ appointmentId, ...place })
          // Offline, the next position is sent; an ended journey stops sharing.
          .catch((fault: { status?: number }) => {
            if (fault.status === 409) latest.current.onEnd()
          }),
      onDenied: () => latest.current.onDenied(),
      onLost: (lost) => latest.current.onLost(lost),
    })
  }, [appointmentId, wanted])
}

const storeKey = 'primpWay'
const nameOf = (appointmentId: string, endsAt: string): string => `${appointmentId} ${Date.parse(endsAt)}`

/** Remembers which journey this browser shares, so that other devices of the same person send nothing. */
export const createLocationSharing = (store: StorageLike) => ({
  is: (appointmentId: string, endsAt: string): boolean => store.getItem(storeKey) === nameOf(appointmentId, endsAt),
  begin: (appointmentId: string, endsAt: string): void => store.setItem(storeKey, nameOf(appointmentId, endsAt)),
  end: (): void => store.removeItem(storeKey),
})

interface Told {
  onPlace: (place: { lat: number; lng: number }) => void
  onDenied: () => void
  onLost: (lost: boolean) => void
}

/**
 * Watches the position. Returns a function that stops it. Uses the browser's geolocation events, because no loader can
 * provide it.
 */
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
