import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatDate, markets, formatMonth as monthName } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { IconButton } from '#web/ui/button.tsx'
import { addMonths, type Day, getMonthStart } from './calendar-days.ts'
import { calendarMessages, DayButton, MonthTable, useDayKeys } from './month-table.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './calendar.module.css'

const t = createTranslator(calendarMessages)

const monthsAhead = 24

const heat = [styles.heat0, styles.heat1, styles.heat2, styles.heat3, styles.heat4]

function nameOf(day: Day, told: DayTold | null, country: Country): string {
  const name = told ? t('calendar.told', { date: formatDate(day, country), told: told.said }) : formatDate(day, country)
  return told?.few ? t('calendar.few', { date: name }) : name
}

/** Extra data of a day. */
export interface DayTold {
  /** Share of free artists from 0, none, to 4, nearly all, as a colour. */
  level: 0 | 1 | 2 | 3 | 4
  said: string
  /** Text under the day, such as the number of free artists; null without one. */
  under: string | null
  few: boolean
}

interface CalendarProps {
  value: Day | null
  onChange: (day: Day) => void
  today: Day
  country: Country
  months?: 1 | 2
  /** All months in one column, scrolled to the relevant one, as on phones. */
  column?: boolean
  /** Returns extra data of a day; null if unknown. */
  told?: (day: Day) => DayTold | null
}

/** A date picker for days from today to two years ahead. */
export function Calendar({ value, onChange, today, country, months = 1, column, told }: CalendarProps) {
  const weekStart = markets[country].weekStart
  const until = addMonths(today, monthsAhead)
  const box = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(getMonthStart(value ?? today))
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
      if (to < shown) setShown(getMonthStart(to))
      if (to >= addMonths(shown, months)) setShown(addMonths(getMonthStart(to), 1 - months))
    },
  })
  // Scrolls to the initially chosen day only.
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
        day={(day) => {
          const known = told?.(day) ?? null
          return (
            <DayButton
              day={day}
              chosen={day === value}
              today={day === today}
              tabbable={day === focused}
              className={joinClasses(
                styles.dayButton,
                known && heat[known.level],
                day < today && styles.past,
                day === today && styles.today,
                day === value && styles.selected,
                known?.few && styles.fewLeft,
              )}
              disabled={day < today || day > until}
              aria-label={nameOf(day, known, country)}
              onClick={() => {
                setFocused(day)
                onChange(day)
              }}>
              {Number(day.slice(8))}
              {/* The accessible name includes it; the visible text is the day, with which the name begins. */}
              {known?.under && <small className={styles.under} data-under={known.under} aria-hidden="true" />}
            </DayButton>
          )
        }}
      />
    )
  }
  return (
    <div ref={box} className={joinClasses(styles.calendar, column && styles.column)}>
      <div className={styles.calendarTurn}>
        <IconButton
          className={styles.iconButton}
          label={t('calendar.earlier')}
          disabled={shown <= getMonthStart(today)}
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
      <div
        {...keys}
        className={months === 2 ? joinClasses(styles.calendarMonths, styles.double) : styles.calendarMonths}>
        {Array.from({ length: column ? monthsAhead + 1 : months }, (_, i) =>
          month(addMonths(column ? getMonthStart(today) : shown, i)),
        )}
      </div>
    </div>
  )
}

export function CalendarLegend({ under }: { under: string }) {
  return (
    <p className={styles.calendarLegend}>
      <span className={styles.steps}>
        {t('calendar.legend.none')}
        {heat.map((step) => (
          <i key={step} className={step} aria-hidden="true" />
        ))}
        {t('calendar.legend.all')}
      </span>
      <span className={styles.steps}>
        <i className={styles.fewDot} aria-hidden="true" />
        {t('calendar.legend.few')}
      </span>
      <span>{under}</span>
    </p>
  )
}
