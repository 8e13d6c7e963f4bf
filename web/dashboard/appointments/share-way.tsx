import { Navigation } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Appointment } from '#contract/bookings/appointment.ts'
import { sharedWayTimes } from '#contract/bookings/day/shared-way-times.ts'
import { clockIn, firstNameOf } from '#web/bookings/booking-phrases.ts'
import { useDashboardWords } from '#web/dashboard/own-profile/own.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'

/** The artist agrees to share their way with the customer, or ends that; while they do and this page is open, their place is sent now and then. */
export function ShareWay({ appointment }: { appointment: Appointment }) {
  const t = useDashboardWords()
  const { waiting, said, run, refuse } = useAct()
  const [endsAt, setEndsAt] = useState(appointment.sharedWay?.endsAt ?? null)
  useEffect(() => setEndsAt(appointment.sharedWay?.endsAt ?? null), [appointment.sharedWay])
  const { id, timeZone } = appointment
  const firstName = firstNameOf(appointment.customer.name)
  useSentWay(id, endsAt !== null, {
    onEnd: () => setEndsAt(null),
    onDenied: () => refuse({ form: t('day.way.denied') }),
  })
  const share = async (on: boolean) => {
    const done = await run(() => browserApi().providerBookings.shareWay({ appointmentId: id, share: on }))
    if (done) setEndsAt(done.answer.endsAt)
  }
  return (
    <div className="stack gap-8">
      <p className="small">
        {endsAt
          ? t('day.way.on', { firstName, clock: clockIn(endsAt, timeZone) })
          : t('day.way.text', { firstName, n: sharedWayTimes.hours })}
      </p>
      <Button kind="secondary" loading={waiting} onClick={() => share(endsAt === null)}>
        <Navigation className="icon" aria-hidden="true" />
        {endsAt ? t('day.way.stop') : t('day.way.share', { firstName })}
      </Button>
      {said && <Note kind="error">{said}</Note>}
    </div>
  )
}

/** Sends where this browser is while it is wanted, as often as it may. */
function useSentWay(appointmentId: string, wanted: boolean, on: { onEnd: () => void; onDenied: () => void }): void {
  const latest = useRef(on)
  latest.current = on
  useEffect(() => {
    // Where somebody is nobody can load: the browser says so while they move.
    if (!wanted || !('geolocation' in navigator)) return
    let last = Number.NEGATIVE_INFINITY
    const send = ({ coords }: GeolocationPosition) => {
      if (performance.now() - last < sharedWayTimes.everySeconds * 1000) return
      last = performance.now()
      browserApi()
        .providerBookings.sendWay({ appointmentId, lat: coords.latitude, lng: coords.longitude })
        // Without a connection the next place is sent; what is not shared any more has ended.
        .catch((fault: { status?: number }) => {
          if (fault.status === 409) latest.current.onEnd()
        })
    }
    const denied = ({ code, PERMISSION_DENIED }: GeolocationPositionError) => {
      if (code === PERMISSION_DENIED) latest.current.onDenied()
    }
    const watch = navigator.geolocation.watchPosition(send, denied, { maximumAge: 30_000 })
    return () => navigator.geolocation.clearWatch(watch)
  }, [appointmentId, wanted])
}
