import { Link } from 'react-router'
import { useDashboardWords, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { badgeLook } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/class-names.ts'
import { shortDate } from './booked-out-list.tsx'
import { blocksOf, type DayOfGrid } from './day-blocks.ts'
import styles from './agenda.module.css'

/** A month as a list: each day on which something stands, with its jobs, the ways between them, and what else is taken. */
export function Agenda({ days, today }: { days: readonly DayOfGrid[]; today: string }) {
  const t = useDashboardWords()
  const { countryCode } = useOwn().profile
  const shown = days
    .map((of) => ({ of, blocks: blocksOf(of, t).filter(({ look }) => look !== 'closed') }))
    .filter(({ of, blocks }) => blocks.length > 0 || of.day.requests > 0)
  if (shown.length === 0) return <Empty drawing="calendar" title={t('pcal.agenda.none')} />
  return (
    <ol className={styles.agenda}>
      {shown.map(({ of: { day }, blocks }) => (
        <li key={day.date}>
          <h3 className={classes('title', day.date === today && styles.today)}>
            <Link to={`/dashboard/calendar/sheet/${day.date}`}>{shortDate(day.date, countryCode)}</Link>
          </h3>
          <ul className={styles.lines}>
            {blocks.map(({ key, look, title, text, link }) => (
              <li key={key} data-look={look}>
                {link ? (
                  <Link className="link" to={link}>
                    {title}
                  </Link>
                ) : (
                  <span>{title}</span>
                )}
                <span className="muted">{text}</span>
              </li>
            ))}
          </ul>
          {day.requests > 0 && (
            <Link className={badgeLook('info')} to="/dashboard/requests">
              {t('pcal.requests', { n: day.requests })}
            </Link>
          )}
        </li>
      ))}
    </ol>
  )
}
