import type { HoursDay, HoursWindow } from '#contract/providers/hours.ts'
import { percent, time } from '#contract/format.ts'
import { classes } from '#web/ui/class-names.ts'
import { useHoursWords } from './use-hours-words.ts'
import styles from './hours-page.module.css'

const minuteOf = (hhmm: string): number => Number(hhmm.slice(0, 2)) * 60 + Number(hhmm.slice(3))
// A strip goes from five in the morning to five the next.
const [begins, ends] = [300, 1740]

/** A window on a day's strip, as its left end and its width. */
function placeOf({ opens, closes }: HoursWindow): { left: string; width: string } {
  const from = Math.max(begins, minuteOf(opens))
  const to = minuteOf(closes) + (closes <= opens ? 1440 : 0)
  return {
    left: `${percent(from - begins, ends - begins)}%`,
    width: `${percent(Math.max(0, to - from), ends - begins)}%`,
  }
}

/** The coming four weeks as strips: when each day is open, and why it is unlike others. */
export function FourWeeks({ days, today }: { days: readonly HoursDay[]; today: string }) {
  const { t, on, said } = useHoursWords()
  return (
    <ol className={styles.strips}>
      {days.map(({ date, windows, label, closed }) => {
        const why = [label, ...closed.map((part) => part.label)].filter((word) => word !== null)
        const words = [...new Set(why)].join(', ')
        return (
          <li
            key={date}
            className={classes(styles.strip, windows.length === 0 && styles.shut, date === today && styles.today)}>
            <span className="visually-hidden">
              {words
                ? t('hours.weeks.why', { date: on(date), hours: said(windows), label: words })
                : t('hours.weeks.day', { date: on(date), hours: said(windows) })}
            </span>
            <span className={styles.date} aria-hidden="true">
              {on(date)}
            </span>
            <span className={styles.line} aria-hidden="true">
              {windows.map((window) => (
                <i key={window.opens} style={placeOf(window)} />
              ))}
            </span>
            <span className={styles.said} aria-hidden="true">
              {windows.length === 0
                ? t('hours.weeks.closed')
                : windows.map(({ opens, closes }) => `${time(opens)} – ${time(closes)}`).join(', ')}
            </span>
            {words && (
              <span className={styles.reason} aria-hidden="true">
                {words}
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
