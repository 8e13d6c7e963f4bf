import { formatMessage } from '#contract/i18n/messages.ts'
import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
} from 'react-router'
import type { Appointment } from '#contract/appointments/appointment.ts'
import { Undetermined } from '#web/accounts/protected.tsx'
import { bookingMessages } from '#web/appointments/booking-messages.ts'
import {
  formatBookedLine,
  formatClockIn,
  formatReady,
  formatState,
  getBookingTranslator,
} from '#web/appointments/booking-phrases.ts'
import { bookingParts, getBookingStage } from '#web/appointments/booking-stage.ts'
import { BookingView } from '#web/bookings/booking-view.tsx'
import { formatExpected } from '#web/party/live-phrases.ts'
import { useForecast } from '#web/party/use-forecast.ts'
import { useLive } from '#web/messaging/live.ts'
import { ShareActs } from '#web/party/share-acts.tsx'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { createHead } from '#web/platform/head.ts'
import { getCurrentToken } from '#web/platform/session.ts'
import { localStore } from '#web/platform/storage.ts'
import { ZoneNote } from '#web/search/quotes/zone-note.tsx'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { NotFound } from '#web/shell/pages/not-found.tsx'
import { getPublicUrl } from '#web/shell/site.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './booked-page.module.css'

export const meta: MetaFunction = ({ matches }) =>
  createHead({
    title: formatMessage(bookingMessages['done.meta.title']),
    publicUrl: getPublicUrl(matches),
    noindex: true,
  })

/** Loads the booking by the browser's cookie. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { appointmentId } = params as { appointmentId: string }
  try {
    const { appointment } = await serverApi(context).bookings.read({ appointmentId })
    return { appointment: appointment as Appointment | null, countryCode: appointment.countryCode }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { appointment: null, countryCode: undefined }
    if (error instanceof ApiError && error.status < 500) throw data(null, { status: 404 })
    throw error
  }
}

/** Loads it by session, which server rendering does not know. */
export async function clientLoader({ params, serverLoader }: ClientLoaderFunctionArgs) {
  const { appointmentId } = params as { appointmentId: string }
  const loaded = await serverLoader<typeof loader>()
  if (loaded.appointment) return loaded
  const missing = { ...loaded, missing: true }
  if (!getCurrentToken(localStore)) return missing
  try {
    const { appointment } = await browserApi().bookings.read({ appointmentId })
    return { appointment, countryCode: appointment.countryCode }
  } catch (fault) {
    if (fault instanceof ApiError && fault.status === 404) return missing
    throw fault
  }
}
clientLoader.hydrate = true as const

type Loaded = Awaited<ReturnType<typeof loader>> & { missing?: boolean }

export default function Booked() {
  const loaded: Loaded = useLoaderData<typeof clientLoader>()
  const [appointment, setAppointment] = useState(loaded.appointment)
  const [gone, setGone] = useState(false)
  const [visiting, setVisiting] = useState(false)
  const id = appointment?.id
  useEffect(() => setAppointment(loaded.appointment), [loaded.appointment])
  // Only known in the browser; the server's page is the same for everyone.
  useEffect(() => setVisiting(!getCurrentToken(localStore)), [])
  const read = async (appointmentId: string) => {
    try {
      setAppointment((await browserApi().bookings.read({ appointmentId })).appointment)
    } catch (fault) {
      if (fault instanceof ApiError && fault.status === 404) setGone(true)
    }
  }
  useLive(['appointment.'], (event) => {
    if (id && (event.kind === 'missed' || event.ref === id)) read(id)
  })
  if (gone || loaded.missing) return <NotFound />
  if (!appointment) return <Undetermined />
  return <BookedView appointment={appointment} visiting={visiting} onChange={setAppointment} onReload={read} />
}

interface BookedViewProps {
  appointment: Appointment
  visiting: boolean
  onChange: (next: Appointment) => void
  onReload: (id: string) => void
}

function BookedView({ appointment, visiting, onChange, onReload }: BookedViewProps) {
  const seen = useForecast(appointment)
  const t = getBookingTranslator(appointment)
  const stands = appointment.state === 'booked'
  const stage = getBookingStage(appointment)
  const { paid } = bookingParts[stage]
  const expected = formatExpected(appointment, seen)
  const agreed =
    appointment.mode === 'studio'
      ? t('done.title.studio', { clock: formatClockIn(appointment.startsAt, appointment.timeZone) })
      : appointment.readyAt
        ? t('done.title', { time: formatReady(appointment) })
        : t('done.title.start', { clock: formatClockIn(appointment.startsAt, appointment.timeZone) })
  const title = stands ? (expected ?? agreed) : formatState(appointment, 'customer')
  return (
    <main id="main" tabIndex={-1} className={styles.bookedPage}>
      <header className={styles.doneHead}>
        <div className="page-width">
          {stands ? (
            <span className={joinClasses('no-print', styles.tick)}>
              <Check className="icon icon-large" aria-hidden="true" />
            </span>
          ) : (
            <span />
          )}
          <div className="stack gap-12">
            <h1 className="heading-1">{title}</h1>
            <p className="lead">{formatBookedLine(appointment, { paid })}</p>
            <ZoneNote timeZone={appointment.timeZone} day={appointment.eventDate} country={appointment.countryCode} />
            {stage !== 'over' && <ShareActs appointment={appointment} />}
            {visiting && <p className="small no-print">{t('done.claim')}</p>}
          </div>
        </div>
      </header>
      <BookingView appointment={appointment} onChange={onChange} onReload={() => onReload(appointment.id)} fresh />
    </main>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
