import { Link } from 'react-router'
import type { CalendarDay } from '#contract/search/demand/calendar.ts'
import { date } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { classes } from '#web/ui/class-names.ts'
import { useDashboardWords } from '#web/dashboard/own-profile/own.tsx'
import { fillsDay } from '#web/dashboard/calendar/elsewhere.ts'
import styles from './week-strip.module.css'

/** The seven days from today on: how many jobs each has, whether it is booked out, and what waits for an answer. */
export function WeekStrip({ days, today, country }: { days: readonly CalendarDay[]; today: string; country: Country }) {
  const t = useDashboardWords()
  const shown = days.filter((day) => day.date >= today).slice(0, 7)
  return (
    <ol className={classes('card', styles.week)} aria-label={t('pd.week')}>
      {shown.map((day) => {
        const jobs = day.taken.filter(({ kind }) => kind === 'appointment').length
        const [weekday = '', ...rest] = date(day.date, country, Number(day.date.slice(0, 4)))
          .replace(',', '')
          .split(' ')
        const state =
          jobs > 0
            ? t('pd.week.jobs', { n: jobs })
            : day.bookedOut.some(({ whole }) => whole)
              ? t('pd.week.out')
              : day.taken.some(fillsDay)
                ? t('pd.week.feed')
                : t('pd.week.free')
        return (
          <li key={day.date} className={day.date === today ? styles.current : undefined}>
            <Link to={`/dashboard/calendar?day=${day.date}`}>
              <span className="micro muted">{weekday}</span>
              <span className="visually-hidden"> {rest.join(' ')}</span>
              <span className={styles.date} aria-hidden="true">
                {Number(day.date.slice(8))}
              </span>
              <span className={classes('micro', jobs > 0 ? styles.busy : 'muted')}>{state}</span>
              {day.requests > 0 && (
                <span className={classes('micro', styles.asked)}>{t('pd.week.requests', { n: day.requests })}</span>
              )}
            </Link>
          </li>
        )
      })}
    </ol>
  )
}
