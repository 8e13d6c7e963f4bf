import { useState } from 'react'
import { formatDate, formatMoney, formatMonth as monthName } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { Calendar, CalendarLegend } from '#web/ui/fields/calendar.tsx'
import { addMonths, type Day, getMonthStart, getWeekdayIndex } from '#web/ui/fields/calendar-days.ts'
import { calendarMessages } from '#web/ui/fields/month-table.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { type OpenDays, describeDay, listWeekdays } from './open-days.ts'
import type { SearchState } from '#web/search/form/use-search.ts'
import { searchMessages } from '#web/search/messages.ts'
import styles from './day-choice.module.css'

const saturday = 6
const monthsAhead = 24

/**
 * Date picker of a search: each day with its free artists, once the place is known, and the best days of a weekday.
 */
export function DayChoice({
  state,
  days,
  today,
  column,
}: {
  state: SearchState
  days: OpenDays | null
  /** Today at the place of the event. */
  today: Day
  column?: boolean
}) {
  const { form, country, set } = state
  const t = createTranslator(searchMessages, country)
  // A day from the weekday list may be months away: remounts the months there.
  const [round, setRound] = useState(0)
  const chosen = days && form.date ? describeDay(days, form.date, country) : null
  const line =
    days &&
    (chosen && form.date
      ? t('days.line', { date: formatDate(form.date, country), free: chosen.said, place: days.place })
      : t('days.hint', { place: days.place }))
  return (
    <div className="stack gap-8">
      {days && (
        <AnyWeekday
          days={days}
          state={state}
          onChoose={(day) => {
            set({ ...form, date: day })
            setRound(round + 1)
          }}
        />
      )}
      {days && column && (
        <div className="stack gap-4">
          {!chosen && <p className="small">{line}</p>}
          <CalendarLegend under={t('days.under')} />
        </div>
      )}
      <Calendar
        key={round}
        value={form.date}
        onChange={(day) => set({ ...form, date: day })}
        today={today}
        country={country}
        months={column ? 1 : 2}
        column={column}
        {...(days ? { told: (day: Day) => describeDay(days, day, country) } : {})}
      />
      {days && !column && (
        <div className="stack gap-4">
          <p className="small" aria-live="polite">
            {line}
          </p>
          <CalendarLegend under={t('days.under')} />
        </div>
      )}
    </div>
  )
}

// Scrolls the months back into view; focus stays at the folded list.
function fold(list: HTMLDetailsElement | null): void {
  if (!list) return
  list.open = false
  list.querySelector('summary')?.focus()
}

/** Days of a month on one weekday, with free artists and the lowest price. */
function AnyWeekday({
  days,
  state: { form, country },
  onChoose,
}: {
  days: OpenDays
  state: SearchState
  onChoose: (day: Day) => void
}) {
  const t = createTranslator(searchMessages, country)
  const weekdayNames = createTranslator(calendarMessages, country)
  const first = getMonthStart(days.start)
  const [month, setMonth] = useState(getMonthStart(form.date ?? days.start))
  const [weekday, setWeekday] = useState(form.date ? getWeekdayIndex(form.date, 0) : saturday)
  const name = (day: Day) => monthName(Number(day.slice(0, 4)), Number(day.slice(5, 7)))
  const choices = listWeekdays(days, month, weekday)
  const said = weekdayNames(`calendar.weekday.${weekday as 0}`)
  return (
    <details className={styles.anyWeekday}>
      <summary className="summary-row">{t('days.any')}</summary>
      <div className={styles.fields}>
        <SelectField
          label={t('days.any.weekday')}
          value={weekday}
          onChange={({ target }) => setWeekday(Number(target.value))}>
          {[1, 2, 3, 4, 5, 6, 0].map((day) => (
            <option key={day} value={day}>
              {weekdayNames(`calendar.weekday.${day as 0}`)}
            </option>
          ))}
        </SelectField>
        <SelectField label={t('days.any.month')} value={month} onChange={({ target }) => setMonth(target.value)}>
          {Array.from({ length: monthsAhead + 1 }, (_, i) => addMonths(first, i)).map((day) => (
            <option key={day} value={day}>
              {name(day)}
            </option>
          ))}
        </SelectField>
      </div>
      {choices.length === 0 && (
        <p className="small muted">{t('days.any.none', { weekday: said, month: name(month) })}</p>
      )}
      <ul className={styles.list} aria-label={t('days.any.list', { weekday: said, month: name(month) })}>
        {choices.map(({ day, from, best, least }) => {
          const told = describeDay(days, day, country)
          return (
            <li key={day}>
              <button
                type="button"
                aria-pressed={day === form.date}
                onClick={({ currentTarget }) => {
                  onChoose(day)
                  fold(currentTarget.closest('details'))
                }}>
                <b className="bold">{formatDate(day, country, Number(month.slice(0, 4)))}</b>{' '}
                <span className="small">
                  {[
                    told?.said,
                    best && t('days.any.best'),
                    least && t('days.any.least', { price: formatMoney(from ?? 0, days.currency) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </details>
  )
}
