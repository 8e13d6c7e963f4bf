import { Link } from 'react-router'
import { useDashboardMessages, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { getBadgeClasses } from '#web/ui/badge.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Empty } from '#web/ui/empty.tsx'
import { formatShortDate } from './booked-out-list.tsx'
import { stateIcons } from './column-blocks.tsx'
import { type Block, buildDayBlocks, type DayOfGrid, stateWords } from './day-blocks.ts'
import styles from './agenda.module.css'

interface AgendaProps {
  days: readonly DayOfGrid[]
  today: string
  /** Also shows days without entries, side by side if the paper is wide. */
  all?: boolean
  /** Folds the days before today, so that a current month begins with today. */
  foldPast?: boolean
}

/** Days with their appointments, journeys and other busy times, as a list. Prints the days side by side or stacked. */
export function Agenda({ days, today, all = false, foldPast = false }: AgendaProps) {
  const t = useDashboardMessages()
  const shown = days
    .map((of) => ({ of, blocks: buildDayBlocks(of, t).filter(({ look }) => look !== 'closed') }))
    .filter(({ of, blocks }) => all || blocks.length > 0 || of.day.requests > 0)
  if (shown.length === 0) return <Empty drawing="calendar" title={t('ownCalendar.agenda.none')} />
  const folds = foldPast && days.some(({ day }) => day.date >= today)
  const past = shown.filter(({ of }) => folds && of.day.date < today)
  const list = (of: typeof shown) => (
    <ol className={joinClasses(styles.agenda, all && styles.sideBySide)}>
      {of.map(({ of: { day }, blocks }) => (
        <AgendaDay key={day.date} day={day} blocks={blocks} isToday={day.date === today} />
      ))}
    </ol>
  )
  return (
    <div className="stack">
      {past.length > 0 && (
        <details>
          <summary className="summary-row small bold">{t('ownCalendar.agenda.past', { n: past.length })}</summary>
          {list(past)}
        </details>
      )}
      {past.length < shown.length ? (
        list(shown.slice(past.length))
      ) : (
        <Empty drawing="calendar" title={t('ownCalendar.agenda.rest')} />
      )}
    </div>
  )
}

interface AgendaDayProps {
  day: DayOfGrid['day']
  blocks: readonly Block[]
  isToday: boolean
}

function AgendaDay({ day, blocks, isToday }: AgendaDayProps) {
  const t = useDashboardMessages()
  const { countryCode } = useOwn().profile
  return (
    <li>
      <h3 className={joinClasses('title', isToday && styles.today)}>
        <Link to={`/dashboard/calendar/sheet/${day.date}`}>{formatShortDate(day.date, countryCode)}</Link>
      </h3>
      {blocks.length === 0 && day.requests === 0 && <p className="small muted">{t('ownCalendar.free.day')}</p>}
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
  )
}
