import { useEffect, useState } from 'react'
import { type MetaFunction, useLoaderData } from 'react-router'
import { countOf } from '#contract/i18n/counts.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { bookingParts, getBookingStage } from '#web/appointments/booking-stage.ts'
import { BookingView } from '#web/bookings/booking-view.tsx'
import {
  formatBookedLine,
  formatEventDay,
  formatReady,
  formatShortPlace,
  formatState,
  getBookingTranslator,
} from '#web/appointments/booking-phrases.ts'
import { formatExpected } from '#web/party/live-phrases.ts'
import { useForecast } from '#web/party/use-forecast.ts'
import { ShareActs } from '#web/party/share-acts.tsx'
import { useLive } from '#web/messaging/live.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import { ZoneNote } from '#web/search/quotes/zone-note.tsx'
import { customerMessages } from './customer-top.tsx'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { BackLink } from '#web/ui/titled-page.tsx'

const words = createTranslator(customerMessages)
export const meta: MetaFunction = () =>
  createHead({ title: `${words('customerDashboard.tab.bookings')} · Primp`, publicUrl: '', noindex: true })

export const clientLoader = requireSession(async ({ params }) =>
  browserApi().bookings.read({ appointmentId: params['appointmentId'] as string }),
)
export const HydrateFallback = Undetermined

export default function CustomerBookingPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  const [appointment, setAppointment] = useState(loaded.appointment)
  useEffect(() => setAppointment(loaded.appointment), [loaded.appointment])
  const read = async () =>
    setAppointment((await browserApi().bookings.read({ appointmentId: appointment.id })).appointment)
  useLive(['appointment.'], (event) => {
    if (event.kind === 'missed' || event.ref === appointment.id) read().catch(() => {})
  })
  const t = createTranslator(customerMessages, appointment.countryCode)
  const stage = getBookingStage(appointment)
  const { paid } = bookingParts[stage]
  const seen = useForecast(appointment)
  const isOver = stage === 'over'
  const took = getBookingTranslator(appointment)('done.title.over', {
    event: appointment.event,
    name: appointment.provider.name,
  })
  const title =
    isOver && appointment.state !== 'disputed'
      ? took
      : appointment.state === 'booked'
        ? (formatExpected(appointment, seen) ??
          t(appointment.readyAt ? 'customerDashboard.next.title' : 'customerDashboard.next.title.start', {
            date: formatEventDay(appointment),
            time: formatReady(appointment),
          }))
        : formatState(appointment, 'customer')
  return (
    <main id="main" tabIndex={-1} className="stack gap-8 member-page">
      <header className="page-width stack gap-12">
        <BackLink to="/customer-dashboard" label={t('customerDashboard.tab.bookings')} />
        <h1 className="heading-1">{title}</h1>
        <div className="row gap-16">
          <Avatar size={56} src={appointment.provider.profileImg.src} alt={appointment.provider.profileImg.alt} />
          {/* The title has the date of a booked appointment. */}
          <p className="lead">
            {isOver
              ? [
                  appointment.state === 'disputed' && took,
                  formatEventDay(appointment),
                  formatShortPlace(appointment.place),
                  countOf('people', appointment.people),
                ]
                  .filter(Boolean)
                  .join(', ')
              : formatBookedLine(appointment, { dated: appointment.state !== 'booked', paid })}
          </p>
        </div>
        <ZoneNote timeZone={appointment.timeZone} day={appointment.eventDate} country={appointment.countryCode} />
        {stage !== 'over' && <ShareActs appointment={appointment} kinds={['secondary', 'secondary', 'secondary']} />}
      </header>
      <BookingView
        appointment={appointment}
        onChange={setAppointment}
        onReload={() => {
          read().catch(() => {})
        }}
      />
    </main>
  )
}
