import type { AppointmentSummary } from '#contract/appointments/appointment.ts'
import type { CalendarDay, CalendarMonth } from '#contract/search/demand/calendar.ts'
import { formatDate, markets, formatMonth as monthName, formatTime } from '#contract/format.ts'
import { formatClockIn } from '#web/appointments/booking-phrases.ts'
import { addMonths } from '#web/ui/fields/calendar-days.ts'
import { type Block, isWholeDayEvent, formatMinuteOfEvent, isOfNight, isWholeDay } from './day-blocks.ts'
import { DayButton, MonthTable, useDayKeys } from '#web/ui/fields/month-table.tsx'
import { useDashboardMessages } from '#web/dashboard/own-profile/own.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './month-grid.module.css'

interface MonthGridProps {
  data: CalendarMonth
  jobs: readonly AppointmentSummary[]
  blocksOn: (day: CalendarDay) => readonly Block[]
  chosen: string
  /** Day that a key requested, possibly in a month that is still loading. */
  wanted: string
  onChoose: (day: string) => void
  /** Called when a key leaves the month, or the one that is loading. */
  onLeave: (day: string) => void
  loading: boolean
}

const monthsEitherWay = 24

/** A month with one cell per day, hatched if blocked, dotted if an external calendar fills it. */
export function MonthGrid({ data, jobs, blocksOn, chosen, wanted, onChoose, onLeave, loading }: MonthGridProps) {
  const t = useDashboardMessages()
  const { weekStart } = markets[data.countryCode]
  const first = `${data.month}-01`
  const keys = useDayKeys<HTMLTableElement>({
    // While a month loads, further keys continue from the requested day.
    at: loading || wanted.startsWith(data.month) ? wanted : chosen,
    wanted,
    weekStart,
    from: addMonths(data.today, -monthsEitherWay),
    until: addMonths(data.today, monthsEitherWay),
    onMove: (to) => (to.startsWith(data.month) && !loading ? onChoose(to) : onLeave(to)),
  })
  const days = new Map(data.days.map((day) => [day.date, day]))
  const tabbable = days.has(chosen) ? chosen : first
  const [year = 0, number = 1] = data.month.split('-').map(Number)
  return (
    <MonthTable
      {...keys}
      first={first}
      weekStart={weekStart}
      className={styles.month}
      weekdayClass={styles.weekday}
      letters={3}
      aria-busy={loading || undefined}
      caption={
        <caption className="visually-hidden">{t('ownCalendar.grid', { month: monthName(year, number) })}</caption>
      }
      day={(of) => {
        const day = days.get(of)
        return (
          day && (
            <DayPan
              day={day}
              blocks={blocksOn(day)}
              done={jobs.filter(({ eventDate, endsAt }) => eventDate === of && Date.parse(endsAt) < Date.now())}
              chosen={of === chosen}
              today={of === data.today}
              past={of < data.today}
              label={formatDate(of, data.countryCode, Number(data.today.slice(0, 4)))}
              tabbable={of === tabbable}
              onChoose={() => onChoose(of)}
            />
          )
        )
      }}
    />
  )
}

function DayPan({
  day,
  blocks,
  done,
  chosen,
  today,
  past,
  label,
  tabbable,
  onChoose,
}: {
  day: CalendarDay
  blocks: readonly Block[]
  done: readonly AppointmentSummary[]
  chosen: boolean
  today: boolean
  past: boolean
  label: string
  tabbable: boolean
  onChoose: () => void
}) {
  const t = useDashboardMessages()
  const whole = day.bookedOut.some((out) => out.whole)
  const jobs = blocks.filter(({ look }) => look === 'job' || look === 'hold')
  const elsewhere = day.taken.filter(({ kind }) => kind === 'feed')
  const imported = elsewhere.filter((time) => !isOfNight(time)).length
  const full = elsewhere.some(isWholeDayEvent)
  const [shut] = day.closed.filter(isWholeDay)
  const first = done.length ? undefined : jobs[0]
  const [worked] = done
  return (
    <DayButton
      day={day.date}
      chosen={chosen}
      today={today}
      tabbable={tabbable}
      className={joinClasses(
        styles.dayCell,
        whole && styles.bookedOut,
        full && styles.elsewhere,
        shut && styles.closed,
        today && styles.today,
        chosen && styles.selected,
        past && styles.past,
      )}
      onClick={onChoose}>
      <span aria-hidden="true">{Number(day.date.slice(8))}</span>
      <span className="visually-hidden">{label}</span>
      {first && (
        <span className={joinClasses(styles.label, styles.jobMark)}>
          {first.link ? first.title.split(' ')[0] : t('ownCalendar.booked')} <br />
          {formatTime(formatMinuteOfEvent(first.from))}
          {jobs.length > 1 && ` +${jobs.length - 1}`}
        </span>
      )}
      {worked && (
        <span className={joinClasses(styles.label, styles.doneMark)}>
          {worked.customer.name.split(' ')[0]} <br />
          {formatClockIn(worked.startsAt, worked.timeZone)}
          {done.length > 1 && ` +${done.length - 1}`}
        </span>
      )}
      {imported > 0 && (
        <span className={joinClasses(styles.label, styles.imported)}>
          {full ? t('ownCalendar.imported.full') : t('ownCalendar.imported', { n: imported })}
        </span>
      )}
      {imported === 0 && elsewhere.length > 0 && (
        <span className={joinClasses(styles.label, styles.imported)}>{t('ownCalendar.imported.night')}</span>
      )}
      {shut && (
        <span className={joinClasses(styles.label, styles.closed)}>{shut.label ?? t('ownCalendar.closed')}</span>
      )}
      {day.fewLeft && <span className={styles.label}>{t('ownCalendar.few')}</span>}
      {day.requests > 0 && (
        <span className={joinClasses(styles.label, styles.request)}>
          {t('ownCalendar.requests', { n: day.requests })}
        </span>
      )}
      {day.bookedOut.length > 0 && (
        <span className={joinClasses(styles.label, styles.bookedOut)}>
          {t(whole ? 'ownCalendar.out' : 'ownCalendar.out.part')}
        </span>
      )}
    </DayButton>
  )
}
