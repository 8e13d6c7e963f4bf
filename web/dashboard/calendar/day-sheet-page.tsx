import { Printer } from 'lucide-react'
import { useLoaderData } from 'react-router'
import { formatMessage } from '#contract/i18n/messages.ts'
import type { Appointment } from '#contract/appointments/appointment.ts'
import type { ClientPage, PrivateAppointment } from '#contract/calendar/private-clients.ts'
import type { DayWay } from '#contract/bookings/provider-bookings.ts'
import { formatClock, formatMoney, zonedTime } from '#contract/format.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { formMessages } from '#web/preparation/form-messages.ts'
import { formatGuestNotes } from '#web/party/guest-notes.tsx'
import { formatReady } from '#web/appointments/booking-phrases.ts'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { useDashboardMessages, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatShortDate } from './booked-out-list.tsx'
import styles from './day-sheet-page.module.css'

/** Loads a day for print: bookings, private appointments and journeys. */
export const clientLoader = requireSession(async ({ params }) => {
  const day = params['day'] as string
  const api = browserApi()
  const [booked, own, between] = await Promise.all([
    api.providerBookings.list({ from: day, until: day }),
    // Refused during impersonation.
    api.privateClients.appointments({ from: day, until: day }).catch(() => ({ appointments: [] })),
    api.providerBookings.listSharedLocations({ from: day, until: day }),
  ])
  const jobs = booked.appointments.filter(({ eventDate, state }) => eventDate === day && state !== 'cancelled')
  const entered = own.appointments.filter(({ cancelled }) => !cancelled)
  const [details, clients] = await Promise.all([
    Promise.all(jobs.map(({ id }) => api.providerBookings.read({ appointmentId: id }))),
    Promise.all(entered.map(({ clientId }) => api.privateClients.page({ clientId }))),
  ])
  return {
    day,
    ways: between.ways,
    jobs: details.map(({ appointment }) => appointment),
    entered: entered.map((one, i) => ({ one, client: clients[i]?.client })),
  }
})

export default function DaySheetPage() {
  const { day, ways, jobs, entered } = useLoaderData<typeof clientLoader>()
  const t = useDashboardMessages()
  const { countryCode } = useOwn().profile
  const parts = [
    ...ways.map((way) => ({ at: way.from, part: <WayLine key={`way ${way.to}`} way={way} /> })),
    ...jobs.map((job) => ({ at: job.startsAt, part: <JobPart key={job.id} job={job} /> })),
    ...entered.map(({ one, client }) => ({
      at: one.startsAt,
      part: <OwnPart key={one.id} one={one} client={client} />,
    })),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  return (
    <DashboardFrame
      title={t('ownCalendar.sheet.of', { date: formatShortDate(day, countryCode) })}
      back={{ to: `/dashboard/calendar?day=${day}`, label: t('ownCalendar.sheet.back') }}
      acts={
        <Button kind="secondary" size="small" className="no-print" onClick={() => window.print()}>
          <Printer className="icon" aria-hidden="true" />
          {t('ownCalendar.sheet.print')}
        </Button>
      }>
      {parts.length === 0 ? (
        <Empty drawing="calendar" title={t('ownCalendar.sheet.none')} />
      ) : (
        <ol className={styles.sheet}>{parts.map(({ part }) => part)}</ol>
      )}
    </DashboardFrame>
  )
}

function WayLine({ way: { from, minutes, after, tight } }: { way: DayWay }) {
  const t = useDashboardMessages()
  const at = from.slice(11, 16)
  return (
    <li className={styles.onTheWay}>
      <span className="bold tabular">{t(`ownCalendar.way.${after}`, { clock: formatClock(at) })}</span>
      <span>{t(tight ? 'ownCalendar.way.tight' : 'ownCalendar.way', { minutes })}</span>
    </li>
  )
}

function JobPart({ job }: { job: Appointment }) {
  const t = useDashboardMessages()
  const { day, mode, timeZone, plan } = job
  const address = mode === 'mobile' ? [day.address, day.entrance].filter(Boolean).join(', ') : job.studioAddress
  const lines = [
    [job.event, t('appointments.ready', { time: formatReady(job) })].filter(Boolean).join(', '),
    [...new Set(plan.blocks.map(({ label }) => label))].join(', '),
    address || job.place,
    day.parking && t('ownCalendar.sheet.parking', { parking: day.parking }),
    job.mobile && t('ownCalendar.sheet.phone', { phone: job.mobile }),
    job.forms.length > 0 &&
      formatMessage(
        formMessages[job.forms.every(({ signedAt }) => signedAt) ? 'forms.sheet.signed' : 'forms.sheet.open'],
      ),
    day.allergies && t('ownCalendar.sheet.allergies', { allergies: day.allergies }),
    ...formatGuestNotes(job),
    day.notes,
    job.note,
    job.balance > 0 && t('ownCalendar.sheet.balance', { balance: formatMoney(job.balance, job.currency) }),
  ]
  return <Part from={job.startsAt} to={job.endsAt} timeZone={timeZone} name={job.customer.name} lines={lines} />
}

function OwnPart({ one, client }: { one: PrivateAppointment; client: ClientPage | undefined }) {
  const t = useDashboardMessages()
  const lines = [
    one.services,
    one.place,
    client?.phone && t('ownCalendar.sheet.phone', { phone: client.phone }),
    client?.allergies && t('ownCalendar.sheet.allergies', { allergies: client.allergies }),
    client?.look,
    one.note,
    one.price !== null && t('ownCalendar.sheet.price', { price: formatMoney(one.price, one.currency) }),
  ]
  return <Part from={one.startsAt} to={one.endsAt} timeZone={one.timeZone} name={one.name} lines={lines} />
}

interface PartProps {
  from: string
  to: string
  timeZone: string
  name: string
  lines: readonly (string | false | null | undefined)[]
}

function Part({ from, to, timeZone, name, lines }: PartProps) {
  const t = useDashboardMessages()
  const at = (instant: string) => formatClock(zonedTime(instant, timeZone))
  return (
    <li className="card pad-24">
      <h2 className="heading-3">
        {t('ownCalendar.span', { clock: at(from), end: at(to) })}: {name}
      </h2>
      {lines.map((line) => line && <p key={line}>{line}</p>)}
    </li>
  )
}

export { DashboardError as ErrorBoundary }
