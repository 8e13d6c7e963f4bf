import { type ComponentProps, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { type Day, getDayForKey, listWeeks } from './calendar-days.ts'

export const calendarMessages = defineMessages({
  'calendar.earlier': 'Previous month',
  'calendar.later': 'Next month',
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
})

const t = createTranslator(calendarMessages)
const columns = [0, 1, 2, 3, 4, 5, 6] as const

interface DayKeysProps {
  at: Day
  /** The day that a key requested, possibly in a month that is still loading. */
  wanted?: Day
  weekStart: 0 | 1
  from: Day
  until: Day
  onMove: (day: Day) => void
}

/**
 * Returns the key handler of a calendar: arrows, Home, End, Page Up and Page Down, with Shift by a year. Focus moves
 * once the day is rendered.
 */
export function useDayKeys<E extends HTMLElement>({ at, wanted = at, weekStart, from, until, onMove }: DayKeysProps) {
  const ref = useRef<E>(null)
  const moved = useRef(false)
  // In the same turn, so that a fast typist's next key event reaches the new day.
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
  first: Day
  weekStart: 0 | 1
  caption: ReactNode
  weekdayClass: string | undefined
  letters: 2 | 3
  day: (day: Day) => ReactNode
}

/** A month as a table of days, with the country's first day of the week. */
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
