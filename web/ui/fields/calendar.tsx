import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { date, markets, month as monthName } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { IconButton } from '#web/ui/button.tsx'
import { addDays, addMonths, type Day, dayAfterKey, monthOf, weeksOf } from './calendar-days.ts'
import { classes } from '#web/ui/class-names.ts'
import styles from './calendar.module.css'

interface CalendarProps {
  value: Day | null
  onChange: (day: Day) => void
  today: Day
  country: Country
  /** Months side by side. */
  months?: 1 | 2
  /** The last day that can be chosen; two years on by default. */
  until?: Day
  /** Days before today stay open when this is on. */
  past?: boolean
  /** Days on which few artists are left. */
  few?: ReadonlySet<Day>
  /** Days that are booked out: shown hatched, on the provider's side. */
  bookedOut?: ReadonlySet<Day>
}

const weekdays = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa']
const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** A month grid of days; arrow keys, Home, End, Page Up and Page Down move. */
export function Calendar({ value, onChange, today, country, months = 1, until, past, few, bookedOut }: CalendarProps) {
  const weekStart = markets[country].weekStart
  const from = past ? addDays(today, -3660) : today
  const last = until ?? addMonths(today, 24)
  const [shown, setShown] = useState(monthOf(value ?? today))
  const [focused, setFocused] = useState<Day>(value ?? today)
  const grid = useRef<HTMLDivElement>(null)

  // The focus follows within the same turn: a fast typist's next key must find it on the new day.
  const movedByKey = useRef(false)
  useLayoutEffect(() => {
    if (!movedByKey.current) return
    movedByKey.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus()
  })

  const show = (by: number) => {
    const to = addMonths(shown, by)
    setShown(to)
    if (focused < to || focused >= addMonths(to, months)) setFocused(to < from ? from : to)
  }
  const onKey = (event: KeyboardEvent) => {
    const to = dayAfterKey(event.key, focused, weekStart, from, last)
    if (!to) return
    event.preventDefault()
    setFocused(to)
    if (to < shown) setShown(monthOf(to))
    if (to >= addMonths(shown, months)) setShown(addMonths(monthOf(to), 1 - months))
    movedByKey.current = true
  }
  const month = (first: Day) => (
    <Month
      key={first}
      {...{ first, weekStart, today, from, last, value, focused, few, bookedOut, country }}
      onChoose={(day) => {
        setFocused(day)
        onChange(day)
      }}
    />
  )
  return (
    <div className={styles.calendar}>
      <div className={styles.calendarTurn}>
        <IconButton
          className={styles.iconButton}
          label="Earlier month"
          disabled={shown <= monthOf(from)}
          onClick={() => show(-1)}>
          <ChevronLeft className="icon" aria-hidden="true" />
        </IconButton>
        <IconButton
          className={styles.iconButton}
          label="Later month"
          disabled={addMonths(shown, months) > last}
          onClick={() => show(1)}>
          <ChevronRight className="icon" aria-hidden="true" />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the days inside are handled for all of them here */}
      <div
        ref={grid}
        className={months === 2 ? classes(styles.calendarMonths, styles.double) : styles.calendarMonths}
        onKeyDown={onKey}>
        {Array.from({ length: months }, (_, i) => month(addMonths(shown, i)))}
      </div>
    </div>
  )
}

interface MonthProps {
  first: Day
  weekStart: 0 | 1
  today: Day
  from: Day
  last: Day
  value: Day | null
  focused: Day
  country: Country
  few?: ReadonlySet<Day>
  bookedOut?: ReadonlySet<Day>
  onChoose: (day: Day) => void
}

function Month({ first, weekStart, today, from, last, value, focused, few, bookedOut, country, onChoose }: MonthProps) {
  const id = useId()
  const [year = 0, number = 1] = first.split('-').map(Number)
  const columns = [0, 1, 2, 3, 4, 5, 6].map((i) => (i + weekStart) % 7)
  const tabbable = focused.slice(0, 7) === first.slice(0, 7) ? focused : null
  return (
    <table className={styles.calendarMonth} aria-labelledby={id}>
      <caption id={id} className="title" aria-live="polite">
        {monthName(year, number)}
      </caption>
      <thead>
        <tr>
          {columns.map((weekday) => (
            <th key={weekday} scope="col" className={styles.weekday} abbr={weekdayNames[weekday]}>
              {weekdays[weekday]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(first, weekStart).map((week) => (
          <tr key={week.find((day) => day)}>
            {week.map((day, column) => (
              <td key={day ?? `${first}-${column}`}>
                {day && (
                  <button
                    type="button"
                    data-day={day}
                    className={classes(
                      styles.dayButton,
                      day < from && styles.past,
                      day === today && styles.today,
                      day === value && styles.selected,
                      few?.has(day) && styles.fewLeft,
                      bookedOut?.has(day) && styles.bookedOut,
                    )}
                    disabled={day < from || day > last}
                    aria-pressed={day === value}
                    aria-current={day === today ? 'date' : undefined}
                    aria-label={`${date(day, country)}${few?.has(day) ? ' , few left' : ''}${bookedOut?.has(day) ? ' , booked out' : ''}`}
                    tabIndex={day === tabbable ? 0 : -1}
                    onClick={() => onChoose(day)}>
                    {Number(day.slice(8))}
                  </button>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
