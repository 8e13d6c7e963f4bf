import { Ban, Inbox, Moon } from 'lucide-react'
import { Link } from 'react-router'
import { formatDate } from '#contract/format.ts'
import { useDashboardMessages, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { formatShortDate } from './booked-out-list.tsx'
import { isWholeDay } from './day-blocks.ts'
import styles from './time-grid.module.css'
import type { GridColumn } from './use-time-grid.ts'

interface ColumnHeadProps extends GridColumn {
  today: string
  chosen: string
  onChoose: (day: string) => void
}

/** The day above a column, with what concerns all of it: blocked, closed, and requests without a time. */
export function ColumnHead({ day, artist, blocks, today, chosen, onChoose }: ColumnHeadProps) {
  const t = useDashboardMessages()
  const { countryCode } = useOwn().profile
  const [weekday = ''] = formatDate(day.date, countryCode).split(/[ ,]/)
  const untimed = day.requests - blocks.filter(({ look }) => look === 'request').length
  return (
    <div className={joinClasses(styles.head, day.date === today && styles.today)}>
      {artist === null ? (
        <button
          type="button"
          className={styles.dayName}
          aria-pressed={day.date === chosen}
          onClick={() => onChoose(day.date)}>
          <span className="visually-hidden">{formatShortDate(day.date, countryCode)}</span>
          <span aria-hidden="true">{weekday}</span>
          <b aria-hidden="true">{Number(day.date.slice(8))}</b>
        </button>
      ) : (
        <b className={styles.artistName}>{artist}</b>
      )}
      {day.bookedOut.some(({ whole }) => whole) && (
        <span className={styles.allDay} data-state="blocked">
          <Ban className="icon" aria-hidden="true" />
          {t('ownCalendar.out')}
        </span>
      )}
      {day.closed.filter(isWholeDay).map(({ opens, label }) => (
        <span key={opens} className={styles.allDay}>
          <Moon className="icon" aria-hidden="true" />
          {label ?? t('ownCalendar.closed')}
        </span>
      ))}
      {untimed > 0 && (
        <Link className={styles.allDay} data-state="requested" to="/dashboard/requests">
          <Inbox className="icon" aria-hidden="true" />
          {t('ownCalendar.requests', { n: untimed })}
        </Link>
      )}
    </div>
  )
}
