import { Link } from 'react-router'
import { useDashboardMessages, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { getBadgeClasses } from '#web/ui/badge.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Empty } from '#web/ui/empty.tsx'
import { formatShortDate } from './booked-out-list.tsx'
import { stateIcons } from './column-blocks.tsx'
import { buildDayBlocks, type DayOfGrid, stateWords } from './day-blocks.ts'
import styles from './agenda.module.css'

/** Days with their appointments, journeys and other busy times, as a list. Prints the days side by side or stacked. */
export function Agenda({ days, today, all = false }: { days: readonly DayOfGrid[]; today: string; all?: boolean }) {
  const t = useDashboardMessages()
  const { countryCode } = useOwn().profile
  const shown = days
    .map((of) => ({ of, blocks: buildDayBlocks(of, t).filter(({ look }) => look !== 'closed') }))
    .filter(({ of, blocks }) => all || blocks.length > 0 || of.day.requests > 0)
  if (shown.length === 0) return <Empty drawing="calendar" title={t('ownCalendar.agenda.none')} />
  return (
    <ol className={joinClasses(styles.agenda, all && styles.sideBySide)}>
      {shown.map(({ of: { day }, blocks }) => (
        <li key={day.date}>
          <h3 className={joinClasses('title', day.date === today && styles.today)}>
            <Link to={`/dashboard/calendar/sheet/${day.date}`}>{formatShortDate(day.date, countryCode)}</Link>
          </h3>
          {all && blocks.length === 0 && day.requests === 0 && (
            <p className="small muted">{t('ownCalendar.free.day')}</p>
          )}
          <ul className={styles.lines}>
            {blocks.map((block) => {
              const Icon = block.state && stateIcons[block.state]
              const word = block.state && t(stateWords[block.state])
              return (
                <li key={block.key} data-look={block.look} data-state={block.state}>
                  {block.link ? (
                    <Link className="link" to={block.link}>
                      {block.title}
                    </Link>
                  ) : (
                    <span>{block.title}</span>
                  )}
                  <span className="muted">
                    {[block.text, ...block.details.filter((detail) => !block.text.includes(detail))].join(', ')}
                  </span>
                  {Icon && word !== block.title && block.state !== 'requested' && (
                    <span className={styles.state}>
                      <Icon className="icon" aria-hidden="true" />
                      {word}
                    </span>
                  )}
                </li>
              )
            })}
          </ul>
          {day.requests > blocks.filter(({ look }) => look === 'request').length && (
            <Link className={getBadgeClasses('info')} to="/dashboard/requests">
              {t('ownCalendar.requests', { n: day.requests })}
            </Link>
          )}
        </li>
      ))}
    </ol>
  )
}
