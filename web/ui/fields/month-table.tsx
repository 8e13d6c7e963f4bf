import { type ComponentProps, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { type Catalogue, createTranslator } from '#contract/words.ts'
import { type Day, getDayForKey, listWeeks } from './calendar-days.ts'

/** Words of calendars. */
export const calendarMessages = {
  'calendar.earlier': 'Earlier month',
  'calendar.later': 'Later month',
  'calendar.few': '{date}, few left',
  'calendar.told': '{date}, {told}',
  'calendar.legend.none': 'None free',
  'calendar.legend.all': 'Most free',
  'calendar.legend.few': 'Few left',
  'calendar.weekday.0': 'Sunday',
  'calendar.weekday.1': 'Monday',
  'calendar.weekday.2': 'Tuesday',
  'calendar.weekday.3': 'Wednesday',
  'calendar.weekday.4': 'Thursday',
  'calendar.weekday.5': 'Friday',
  'calendar.weekday.6': 'Saturday',
} as const satisfies Catalogue

const t = createTranslator(calendarMessages)
const columns = [0, 1, 2, 3, 4, 5, 6] as const

interface DayKeysProps {
  /** Where the keys stand. */
  at: Day
  /** Where a key has led, perhaps to a month that is still on its way. */
  wanted?: Day
  weekStart: 0 | 1
  from: Day
  until: Day
  onMove: (day: Day) => void
}

/** The keys between days, for the box around the months: arrows, Home, End, Page Up and Page Down, with Shift by a year; the focus follows once the day is there. */
export function useDayKeys<E extends HTMLElement>({ at, wanted = at, weekStart, from, until, onMove }: DayKeysProps) {
  const ref = useRef<E>(null)
  const moved = useRef(false)
  // Within the same turn: a fast typist's next key must find the focus on the new day.
  useLayoutEffect(() => {
    const day = moved.current ? ref.current?.querySelector<HTMLElement>(`[data-day="${wanted}"]`) : null
    if (!day) return
    moved.current = false
    day.focus()
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const to = getDayForKey(event, at, weekStart, from, until)
    if (!to) return
    event.preventDefault()
    moved.current = true
    onMove(to)
  }
  return { ref, onKeyDown }
}

interface MonthTableProps extends Omit<ComponentProps<'table'>, 'children'> {
  /** The first of the month. */
  first: Day
  weekStart: 0 | 1
  caption: ReactNode
  weekdayClass: string | undefined
  /** How many letters of a weekday stand at the head. */
  letters: 2 | 3
  day: (day: Day) => ReactNode
}

/** A month as a table of days, whose weeks begin as the country begins them. */
export function MonthTable({ first, weekStart, caption, weekdayClass, letters, day, ...table }: MonthTableProps) {
  return (
    <table {...table}>
      {caption}
      <thead>
        <tr>
          {columns
            .map((column) => t(`calendar.weekday.${((column + weekStart) % 7) as 0}`))
            .map((name) => (
              <th key={name} scope="col" className={weekdayClass} abbr={name}>
                {name.slice(0, letters)}
              </th>
            ))}
        </tr>
      </thead>
      <tbody>
        {listWeeks(first, weekStart).map((week) => (
          <tr key={week.find(Boolean)}>
            {week.map((of, column) => (
              <td key={of ?? `${first}-${column}`}>{of && day(of)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A day of a month, to be pressed; one of them all stands in the sequence of Tab. */
export function DayButton({
  day,
  chosen,
  today,
  tabbable,
  ...button
}: { day: Day; chosen: boolean; today: boolean; tabbable: boolean } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      data-day={day}
      aria-pressed={chosen}
      aria-current={today ? 'date' : undefined}
      tabIndex={tabbable ? 0 : -1}
      {...button}
    />
  )
}
