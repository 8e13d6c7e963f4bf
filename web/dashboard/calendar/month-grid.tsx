import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import type { AppointmentSummary } from '#contract/bookings/appointment.ts'
import type { CalendarDay, CalendarMonth } from '#contract/search/demand/calendar.ts'
import { date, markets, month as monthName, time } from '#contract/format.ts'
import { addMonths, dayAfterKey, weeksOf } from '#web/ui/fields/calendar-days.ts'
import { useDashboardWords } from '#web/dashboard/own-profile/own.tsx'
import { classes } from '#web/ui/class-names.ts'
import styles from './month-grid.module.css'

interface MonthGridProps {
  data: CalendarMonth
  /** Who has booked which day. */
  jobs: readonly AppointmentSummary[]
  chosen: string
  /** Where a key has led, perhaps to a month that is still on its way. */
  wanted: string
  onChoose: (day: string) => void
  /** A key has led to a day of another month. */
  onLeave: (day: string) => void
  loading: boolean
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const monthsEitherWay = 24

/** A month of the diary: a pan a day, hatched where it is booked out; arrow keys, Home, End, Page Up and Page Down move. */
export function MonthGrid({ data, jobs, chosen, wanted, onChoose, onLeave, loading }: MonthGridProps) {
  const t = useDashboardWords()
  const { weekStart } = markets[data.countryCode]
  const first = `${data.month}-01`
  const table = useRef<HTMLTableElement>(null)
  const movedByKey = useRef(false)
  // The day comes with its month: once it is there, whoever moved by key stands on it.
  useLayoutEffect(() => {
    const button = movedByKey.current ? table.current?.querySelector<HTMLElement>(`[data-day="${wanted}"]`) : null
    if (!button) return
    movedByKey.current = false
    button.focus()
  })
  const onKey = (event: KeyboardEvent) => {
    const to = dayAfterKey(
      event.key,
      wanted.startsWith(data.month) ? wanted : chosen,
      weekStart,
      addMonths(data.today, -monthsEitherWay),
      addMonths(data.today, monthsEitherWay),
    )
    if (!to) return
    event.preventDefault()
    movedByKey.current = true
    if (to.startsWith(data.month)) onChoose(to)
    else onLeave(to)
  }
  const days = new Map(data.days.map((day) => [day.date, day]))
  const tabbable = days.has(chosen) ? chosen : first
  const [year = 0, number = 1] = data.month.split('-').map(Number)
  return (
    <table ref={table} className={styles.month} aria-busy={loading || undefined} onKeyDown={onKey}>
      <caption className="visually-hidden">{t('pcal.grid', { month: monthName(year, number) })}</caption>
      <thead>
        <tr>
          {[0, 1, 2, 3, 4, 5, 6].map((i) => (
            <th key={i} scope="col" className={styles.weekday} abbr={weekdayNames[(i + weekStart) % 7]}>
              {weekdays[(i + weekStart) % 7]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(first, weekStart).map((week) => (
          <tr key={week.find(Boolean)}>
            {week.map((day, column) => {
              const of = day ? days.get(day) : undefined
              return (
                <td key={day ?? `${first}-${column}`}>
                  {of && (
                    <DayPan
                      day={of}
                      who={jobs.find(({ eventDate }) => eventDate === of.date)?.customer.name.split(' ')[0]}
                      chosen={of.date === chosen}
                      today={of.date === data.today}
                      past={of.date < data.today}
                      label={date(of.date, data.countryCode, Number(data.today.slice(0, 4)))}
                      tabbable={of.date === tabbable}
                      onChoose={() => onChoose(of.date)}
                    />
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function DayPan({
  day,
  who,
  chosen,
  today,
  past,
  label,
  tabbable,
  onChoose,
}: {
  day: CalendarDay
  who?: string | undefined
  chosen: boolean
  today: boolean
  past: boolean
  label: string
  tabbable: boolean
  onChoose: () => void
}) {
  const t = useDashboardWords()
  const whole = day.bookedOut.some((out) => out.whole)
  const jobs = day.taken.filter(({ kind }) => kind !== 'feed')
  const [first] = jobs
  return (
    <button
      type="button"
      data-day={day.date}
      className={classes(
        styles.dayCell,
        whole && styles.bookedOut,
        today && styles.today,
        chosen && styles.selected,
        past && styles.past,
      )}
      aria-pressed={chosen}
      aria-current={today ? 'date' : undefined}
      tabIndex={tabbable ? 0 : -1}
      onClick={onChoose}>
      <span aria-hidden="true">{Number(day.date.slice(8))}</span>
      <span className="visually-hidden">{label}</span>
      {first && (
        <span className={classes(styles.label, styles.jobMark)}>
          {who ?? t('pcal.booked')} <br />
          {time(first.startTime)}
          {jobs.length > 1 && ` +${jobs.length - 1}`}
        </span>
      )}
      {day.fewLeft && <span className={styles.label}>{t('pcal.few')}</span>}
      {day.requests > 0 && (
        <span className={classes(styles.label, styles.request)}>{t('pcal.requests', { n: day.requests })}</span>
      )}
      {day.bookedOut.length > 0 && (
        <span className={classes(styles.label, styles.bookedOut)}>{t(whole ? 'pcal.out' : 'pcal.out.part')}</span>
      )}
    </button>
  )
}
