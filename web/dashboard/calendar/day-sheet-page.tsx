import { Printer } from 'lucide-react'
import { Fragment } from 'react'
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
import { joinClasses } from '#web/ui/class-names.ts'
import factsStyles from '#web/ui/facts.module.css'
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
  return (
    <Part
      from={job.startsAt}
      to={job.endsAt}
      timeZone={timeZone}
      name={job.customer.name}
      text={[
        [job.event, t('appointments.ready', { time: formatReady(job) })].filter(Boolean).join(', '),
        [...new Set(plan.blocks.map(({ label }) => label))].join(', '),
      ]}
      facts={[
        ['address', address || job.place],
        ['parking', day.parking],
        ['phone', job.mobile],
        ['allergies', day.allergies],
        [
          'forms',
          job.forms.length > 0 &&
            formatMessage(
              formMessages[job.forms.every(({ signedAt }) => signedAt) ? 'forms.sheet.signed' : 'forms.sheet.open'],
            ),
        ],
        ['notes', [...formatGuestNotes(job), day.notes, job.note].filter(Boolean).join('\n')],
        ['balance', job.balance > 0 && formatMoney(job.balance, job.currency)],
      ]}
    />
  )
}

function OwnPart({ one, client }: { one: PrivateAppointment; client: ClientPage | undefined }) {
  return (
    <Part
      from={one.startsAt}
      to={one.endsAt}
      timeZone={one.timeZone}
      name={one.name}
      text={[one.services]}
      facts={[
        ['address', one.place],
        ['phone', client?.phone],
        ['allergies', client?.allergies],
        ['look', client?.look],
        ['notes', one.note],
        ['price', one.price !== null && formatMoney(one.price, one.currency)],
      ]}
    />
  )
}

type FactName = 'address' | 'parking' | 'phone' | 'allergies' | 'forms' | 'look' | 'notes' | 'balance' | 'price'

interface PartProps {
  from: string
  to: string
  timeZone: string
  name: string
  text: readonly string[]
  /** Facts in the order of the sheet; those without a value are left out. */
  facts: readonly (readonly [FactName, string | false | null | undefined])[]
}

function Part({ from, to, timeZone, name, text, facts }: PartProps) {
  const t = useDashboardMessages()
  const at = (instant: string) => formatClock(zonedTime(instant, timeZone))
  return (
    <li className={joinClasses('card pad-24', styles.part)}>
      <p className={joinClasses('tabular', styles.time)}>
        <b className="heading-3">{at(from)}</b>{' '}
        <span className="muted">{t('ownCalendar.sheet.to', { end: at(to) })}</span>
      </p>
      <div className="stack gap-16 can-shrink">
        <div className="stack gap-4">
          <h2 className="heading-3">{name}</h2>
          {text.map((line) => line && <p key={line}>{line}</p>)}
        </div>
        <dl className={joinClasses(factsStyles.facts, styles.facts)}>
          {facts.map(
            ([fact, value]) =>
              value && (
                <Fragment key={fact}>
                  <dt>{t(`ownCalendar.sheet.${fact}`)}</dt>
                  <dd data-fact={fact}>
                    {fact === 'phone' ? (
                      <a className="link tap-target" href={`tel:${value.replaceAll(/[^+\d]/g, '')}`}>
                        {value}
                      </a>
                    ) : (
                      value
                    )}
                  </dd>
                </Fragment>
              ),
          )}
        </dl>
      </div>
    </li>
  )
}

export { DashboardError as ErrorBoundary }
