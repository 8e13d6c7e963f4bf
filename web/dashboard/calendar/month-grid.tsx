import type { CalendarDay, CalendarMonth } from '#contract/search/demand/calendar.ts'
import { formatDate, markets, formatMonth as monthName, formatTime } from '#contract/format.ts'
import { addMonths } from '#web/ui/fields/calendar-days.ts'
import { stateIcons } from './column-blocks.tsx'
import { type Block, isOfNight, isWholeDay, isWholeDayEvent, stateWords } from './day-blocks.ts'
import { DayButton, MonthTable, useDayKeys } from '#web/ui/fields/month-table.tsx'
import { useDashboardMessages } from '#web/dashboard/own-profile/own.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { formatMinuteOfEvent } from './selection.ts'
import styles from './month-grid.module.css'

interface MonthGridProps {
  data: CalendarMonth
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
/** Bookings and requests of a day that are listed in its cell. */
const mostShown = 3

/** A month with one cell per day, hatched if blocked, dotted if an external calendar fills it. */
export function MonthGrid({ data, blocksOn, chosen, wanted, onChoose, onLeave, loading }: MonthGridProps) {
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

/** An entry of a day: whose it is, when and what for; on phones only the first. Its icon shows the state. */
function WorkLabel({ block }: { block: Block }) {
  const t = useDashboardMessages()
  const state = block.state ?? 'booked'
  const Icon = stateIcons[state]
  const what = block.booking?.event ?? block.own?.services
  return (
    <span className={styles.label} data-state={state}>
      <Icon className={styles.icon} aria-hidden="true" />
      {block.link ? block.title.split(' ')[0] : t(stateWords[state])}{' '}
      <span className={styles.clock}>{formatTime(formatMinuteOfEvent(block.from))}</span>
      {what && <span className={styles.what}>{what}</span>}
    </span>
  )
}

function DayPan({
  day,
  blocks,
  chosen,
  today,
  past,
  label,
  tabbable,
  onChoose,
}: {
  day: CalendarDay
  blocks: readonly Block[]
  chosen: boolean
  today: boolean
  past: boolean
  label: string
  tabbable: boolean
  onChoose: () => void
}) {
  const t = useDashboardMessages()
  const whole = day.bookedOut.some((out) => out.whole)
  const work = blocks.filter(({ look }) => look === 'job' || look === 'hold' || look === 'request')
  const untimed = day.requests - blocks.filter(({ look }) => look === 'request').length
  const elsewhere = day.taken.filter(({ kind }) => kind === 'feed')
  const imported = elsewhere.filter((time) => !isOfNight(time)).length
  const full = elsewhere.some(isWholeDayEvent)
  const [shut] = day.closed.filter(isWholeDay)
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
      {work.slice(0, mostShown).map((block) => (
        <WorkLabel key={block.key} block={block} />
      ))}
      {work.length > mostShown && (
        <span className={joinClasses(styles.label, styles.rest)}>
          {t('ownCalendar.rest', { n: work.length - mostShown })}
        </span>
      )}
      {imported > 0 && (
        <span className={styles.label} data-state="external">
          {full ? t('ownCalendar.imported.full') : t('ownCalendar.imported', { n: imported })}
        </span>
      )}
      {imported === 0 && elsewhere.length > 0 && (
        <span className={styles.label} data-state="external">
          {t('ownCalendar.imported.night')}
        </span>
      )}
      {shut && (
        <span className={joinClasses(styles.label, styles.closed)}>{shut.label ?? t('ownCalendar.closed')}</span>
      )}
      {day.fewLeft && <span className={styles.label}>{t('ownCalendar.few')}</span>}
      {untimed > 0 && (
        <span className={styles.label} data-state="requested">
          {t('ownCalendar.requests', { n: untimed })}
        </span>
      )}
      {day.bookedOut.length > 0 && (
        <span className={styles.label} data-state="blocked">
          {t(whole ? 'ownCalendar.out' : 'ownCalendar.out.part')}
        </span>
      )}
    </DayButton>
  )
}
