import { Hourglass } from 'lucide-react'
import { Link } from 'react-router'
import type { AppointmentSummary } from '#contract/appointments/appointment.ts'
import { formatMoney } from '#contract/format.ts'
import { countOf } from '#contract/i18n/counts.ts'
import { formatClockIn, formatEventDay, formatEventMoment, formatReady } from '#web/appointments/booking-phrases.ts'
import { StateBadge } from '#web/appointments/state-badge.tsx'
import { useDashboardMessages } from '#web/dashboard/own-profile/own.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import dashboardStyles from '#web/dashboard/dashboard.module.css'
import styles from './appointment-rows.module.css'

/** Appointments one below the other, with what each waits for and until when the artist can answer. */
export function AppointmentRows({ rows, today }: { rows: readonly AppointmentSummary[]; today: string }) {
  const t = useDashboardMessages()
  return (
    <ul className={joinClasses('stack', styles.appointmentRows)}>
      {rows.map((one) => (
        <li key={one.id} className="row space-between wrapping gap-16">
          <div className="can-shrink">
            <Link
              className="title"
              to={`/dashboard/appointments/${one.id}`}>{`${one.customer.name}, ${one.event}`}</Link>
            <p className="small muted">
              {[
                one.eventDate === today ? t('dashboard.today') : formatEventDay(one),
                t('appointments.times', { arrive: formatClockIn(one.startsAt, one.timeZone), ready: formatReady(one) }),
                countOf('people', one.people),
                one.place.split(',')[0],
              ].join(', ')}
            </p>
            {one.answerBy && (
              <p className="small bold">
                {t('appointments.answerBy', { dateTime: formatEventMoment(one.answerBy, one) })}
              </p>
            )}
          </div>
          <div className="row gap-8 wrapping">
            {one.earnings !== null && (
              <span className={joinClasses('bold tabular', dashboardStyles.earn)}>
                {formatMoney(one.earnings, one.currency)}
              </span>
            )}
            {one.waits ? (
              <Badge look="accentSoft">
                <Hourglass className="icon" aria-hidden="true" />
                {t(`appointments.waits.${one.waits}`)}
              </Badge>
            ) : (
              <StateBadge booking={one} side="provider" />
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
