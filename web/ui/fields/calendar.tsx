import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { date, markets, month as monthName } from '#contract/format.ts'
import { type Country, reader } from '#contract/words.ts'
import { IconButton } from '#web/ui/button.tsx'
import { addMonths, type Day, monthOf } from './calendar-days.ts'
import { calendarWords } from './calendar-words.ts'
import { DayButton, MonthTable, useDayKeys } from './month-table.tsx'
import { classes } from '#web/ui/class-names.ts'
import styles from './calendar.module.css'

const t = reader(calendarWords)

const monthsAhead = 24

interface CalendarProps {
  value: Day | null
  onChange: (day: Day) => void
  today: Day
  country: Country
  /** Months side by side. */
  months?: 1 | 2
  /** All months below each other, beginning at the one that matters, as on a phone. */
  column?: boolean
  /** Days on which few artists are left. */
  few?: ReadonlySet<Day>
}

/** A month or two that a day from today on is chosen from, up to two years on. */
export function Calendar({ value, onChange, today, country, months = 1, column, few }: CalendarProps) {
  const weekStart = markets[country].weekStart
  const until = addMonths(today, monthsAhead)
  const box = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(monthOf(value ?? today))
  const [focused, setFocused] = useState<Day>(value ?? today)
  const show = (by: number) => {
    const to = addMonths(shown, by)
    setShown(to)
    if (focused < to || focused >= addMonths(to, months)) setFocused(to < today ? today : to)
  }
  const keys = useDayKeys<HTMLDivElement>({
    at: focused,
    weekStart,
    from: today,
    until,
    onMove: (to) => {
      setFocused(to)
      if (column) return
      if (to < shown) setShown(monthOf(to))
      if (to >= addMonths(shown, months)) setShown(addMonths(monthOf(to), 1 - months))
    },
  })
  // Begins at the chosen day, once: whoever chooses another stays where they are.
  const begin = useRef(value)
  useEffect(() => {
    const day = begin.current
    if (!column || !day) return
    const frame = requestAnimationFrame(() =>
      box.current?.querySelector(`[data-day="${day}"]`)?.scrollIntoView({ block: 'center' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [column])
  const month = (first: Day) => {
    const [year = 0, number = 1] = first.split('-').map(Number)
    return (
      <MonthTable
        key={first}
        first={first}
        weekStart={weekStart}
        className={styles.calendarMonth}
        weekdayClass={styles.weekday}
        letters={2}
        caption={
          <caption className="title" aria-live="polite">
            {monthName(year, number)}
          </caption>
        }
        day={(day) => (
          <DayButton
            day={day}
            chosen={day === value}
            today={day === today}
            tabbable={day === focused}
            className={classes(
              styles.dayButton,
              day < today && styles.past,
              day === today && styles.today,
              day === value && styles.selected,
              few?.has(day) && styles.fewLeft,
            )}
            disabled={day < today || day > until}
            aria-label={few?.has(day) ? t('calendar.few', { date: date(day, country) }) : date(day, country)}
            onClick={() => {
              setFocused(day)
              onChange(day)
            }}>
            {Number(day.slice(8))}
          </DayButton>
        )}
      />
    )
  }
  return (
    <div ref={box} className={classes(styles.calendar, column && styles.column)}>
      <div className={styles.calendarTurn}>
        <IconButton
          className={styles.iconButton}
          label={t('calendar.earlier')}
          disabled={shown <= monthOf(today)}
          onClick={() => show(-1)}>
          <ChevronLeft className="icon" aria-hidden="true" />
        </IconButton>
        <IconButton
          className={styles.iconButton}
          label={t('calendar.later')}
          disabled={addMonths(shown, months) > until}
          onClick={() => show(1)}>
          <ChevronRight className="icon" aria-hidden="true" />
        </IconButton>
      </div>
      <div {...keys} className={months === 2 ? classes(styles.calendarMonths, styles.double) : styles.calendarMonths}>
        {Array.from({ length: column ? monthsAhead + 1 : months }, (_, i) =>
          month(addMonths(column ? monthOf(today) : shown, i)),
        )}
      </div>
    </div>
  )
}
