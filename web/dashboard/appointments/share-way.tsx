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
import { followWay, wayHere } from './way-sender.ts'
import { localStore } from '#web/platform/storage.ts'

/** The artist agrees to share their way with the customer, or ends that; while they do and this page is open in the browser in which they agreed, their place is sent now and then. */
export function ShareWay({ appointment }: { appointment: Appointment }) {
  const t = useDashboardWords()
  const { waiting, said, run, refuse } = useAct()
  const [endsAt, setEndsAt] = useState(appointment.sharedWay?.endsAt ?? null)
  useEffect(() => setEndsAt(appointment.sharedWay?.endsAt ?? null), [appointment.sharedWay])
  // The page may know of the way before the answer comes that makes it this browser's.
  const [, setBegun] = useState<string | null>(null)
  const [lost, setLost] = useState(false)
  const { id, timeZone } = appointment
  const firstName = firstNameOf(appointment.customer.name)
  const here = endsAt !== null && wayHere(localStore).is(id, endsAt)
  const share = async (on: boolean) => {
    const done = await run(() => browserApi().providerBookings.shareWay({ appointmentId: id, share: on }))
    if (!done) return
    const { endsAt: ends } = done.answer
    if (ends) wayHere(localStore).begin(id, ends)
    else wayHere(localStore).end()
    setBegun(ends)
    setEndsAt(ends)
  }
  useSentWay(id, here, {
    onEnd: () => setEndsAt(null),
    // Nobody waits for a place that never comes; once it is allowed it is begun anew.
    onDenied: async () => {
      await share(false)
      refuse({ form: t('day.way.denied') })
    },
    onLost: setLost,
  })
  return (
    <div className="stack gap-8">
      <p className="small">
        {endsAt
          ? t(here ? 'day.way.on' : 'day.way.elsewhere', { firstName, clock: clockIn(endsAt, timeZone) })
          : t('day.way.text', { firstName, n: sharedWayTimes.hours })}
      </p>
      <Button kind="secondary" loading={waiting} onClick={() => share(endsAt === null)}>
        <Navigation className="icon" aria-hidden="true" />
        {endsAt ? t('day.way.stop') : t('day.way.share', { firstName })}
      </Button>
      {said ? <Note kind="error">{said}</Note> : here && lost && <Note kind="warning">{t('day.way.lost')}</Note>}
    </div>
  )
}

interface Sent {
  onEnd: () => void
  onDenied: () => void
  onLost: (lost: boolean) => void
}

/** Sends where this browser is while it is wanted, as often as it may. */
function useSentWay(appointmentId: string, wanted: boolean, on: Sent): void {
  const latest = useRef(on)
  latest.current = on
  useEffect(() => {
    if (!wanted) return
    const now = () => performance.now()
    return followWay('geolocation' in navigator ? navigator.geolocation : undefined, now, {
      onPlace: (place) =>
        browserApi()
          .providerBookings.sendWay({ appointmentId, ...place })
          // Without a connection the next place is sent; what is not shared any more has ended.
          .catch((fault: { status?: number }) => {
            if (fault.status === 409) latest.current.onEnd()
          }),
      onDenied: () => latest.current.onDenied(),
      onLost: (lost) => latest.current.onLost(lost),
    })
  }, [appointmentId, wanted])
}
