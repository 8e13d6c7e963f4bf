import { Link } from 'react-router'
import type { Appointment } from '#contract/appointments/appointment.ts'
import type { PrivateAppointment } from '#contract/calendar/private-clients.ts'
import { formatClock, formatMoney, zonedTime } from '#contract/format.ts'
import { countOf } from '#contract/i18n/counts.ts'
import type { CalendarDay } from '#contract/search/demand/calendar.ts'
import { formatClockIn, formatReady, getBookingTranslator } from '#web/appointments/booking-phrases.ts'
import { formatShortDate } from '#web/dashboard/calendar/booked-out-list.tsx'
import { useDashboardMessages, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { Sheet } from '#web/party/sheet-card.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import styles from './today.module.css'

const jobsOf = (day: CalendarDay) => day.taken.filter(({ kind }) => kind === 'appointment')

/** Entries of today in the calendar: bookings, holds, other calendars and booked-out times. */
export function Today({ day, week }: { day: CalendarDay | undefined; week: readonly CalendarDay[] }) {
  const t = useDashboardMessages()
  const { profile } = useOwn()
  const next = week.find((one) => one.date !== day?.date && jobsOf(one).length > 0)
  const words = {
    appointment: t('dashboard.today.job'),
    hold: t('dashboard.today.hold'),
    feed: t('dashboard.today.feed'),
  }
  const lines = [
    ...(day?.taken ?? []).map((time) => ({ ...time, word: words[time.kind] })),
    ...(day?.bookedOut ?? []).map((out) => ({
      from: out.from,
      startTime: out.startTime ?? '05:00',
      finishTime: out.finishTime ?? '05:00',
      word: t('dashboard.today.out'),
    })),
  ].toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from))
  if (lines.length === 0)
    return (
      <>
        <p>
          {t('empty.today')} {next && t('empty.today.next', { date: formatShortDate(next.date, profile.countryCode) })}
        </p>
        <div>
          <ButtonLink kind="secondary" size="small" to="/dashboard/calendar">
            {t('empty.today.act')}
          </ButtonLink>
        </div>
      </>
    )
  return (
    <ol className={styles.todayList}>
      {lines.map((line) => (
        <li key={line.from}>
          <b className="bold tabular">
            {t('ownCalendar.span', { clock: formatClock(line.startTime), end: formatClock(line.finishTime) })}
          </b>
          <span className="muted">{line.word}</span>
        </li>
      ))}
    </ol>
  )
}

/** Today's appointments with clients of the artist's own. */
export function Entered({ entered }: { entered: readonly PrivateAppointment[] }) {
  const t = useDashboardMessages()
  return (
    <ol className={styles.todayList}>
      {entered.map(({ id, clientId, name, services, place, startTime, endsAt, timeZone }) => (
        <li key={id}>
          <b className="bold tabular">
            {t('ownCalendar.span', { clock: formatClock(startTime), end: formatClock(zonedTime(endsAt, timeZone)) })}
          </b>
          <span>
            <Link className="link" to={`/dashboard/clients/${clientId}`}>
              {name}
            </Link>{' '}
            <span className="muted">{[services, place].filter(Boolean).join(', ')}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Returns whether a job is done: the artist said so, or its time is over. */
export const isFinished = ({ dayOf, endsAt }: Pick<Appointment, 'dayOf' | 'endsAt'>): boolean =>
  dayOf.doneAt !== null || Date.parse(endsAt) < Date.now()

/** Finished jobs, one line each. */
export function Finished({ jobs }: { jobs: readonly Appointment[] }) {
  const t = useDashboardMessages()
  return (
    <ol className={styles.todayList}>
      {jobs.map((job) => (
        <li key={job.id}>
          <b className="bold">
            {t('dashboard.today.done', { time: formatClockIn(job.dayOf.doneAt ?? job.endsAt, job.timeZone) })}
          </b>
          <span>
            <Link className="link tap-target" to={`/dashboard/appointments/${job.id}`}>
              {job.customer.name}
            </Link>{' '}
            <span className="muted">{`${job.event}, ${countOf('people', job.people)}`}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

/** A job of today: run sheet, balance and actions. */
export function TodayJob({ job }: { job: Appointment }) {
  const t = useDashboardMessages()
  const { day, mode } = job
  const firstName = job.customer.name.split(' ')[0] ?? ''
  const address = mode === 'mobile' ? [day.address, day.entrance].filter(Boolean).join(', ') : (job.studioAddress ?? '')
  return (
    <div className="stack gap-12">
      <p className="muted">{`${job.event}, ${countOf('people', job.people)}, ${t('appointments.ready', { time: formatReady(job) })}`}</p>
      {address && <p>{address}</p>}
      <Sheet {...job} />
      <p className="bold">
        {job.inFull
          ? getBookingTranslator(job)('pay.nothing')
          : t('appointments.balance.line', { balance: formatMoney(job.balancePaid ? 0 : job.balance, job.currency) })}
      </p>
      <div className="row gap-8 wrapping">
        <ButtonLink size="small" to={`/dashboard/appointments/${job.id}`}>
          {t('dashboard.today.sheet', { name: firstName })}
        </ButtonLink>
        {job.conversationId && (
          <ButtonLink kind="secondary" size="small" to={`/dashboard/messages/${job.conversationId}`}>
            {t('appointments.message', { firstName })}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
