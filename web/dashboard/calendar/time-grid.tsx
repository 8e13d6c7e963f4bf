import { Link } from 'react-router'
import type { AppointmentSummary } from '#contract/bookings/appointment.ts'
import type { CalendarDay } from '#contract/search/demand/calendar.ts'
import { clock, percent, time } from '#contract/format.ts'
import { shortDate } from './booked-out-list.tsx'
import { isWhole, feedTime } from './elsewhere.ts'
import { useDashboardWords, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { badgeLook } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/class-names.ts'
import styles from './time-grid.module.css'

export interface DayOfGrid {
  day: CalendarDay
  jobs: readonly AppointmentSummary[]
}
interface Block {
  key: string
  from: number
  to: number
  look: 'job' | 'hold' | 'feed' | 'bookedOut'
  title: string
  text: string
  link?: string
}

const minuteOf = (hhmm: string): number => Number(hhmm.slice(0, 2)) * 60 + Number(hhmm.slice(3, 5))
// An event's day ends with its night: times before 5 AM stand after midnight.
const onDay = (hhmm: string): number => (minuteOf(hhmm) < 300 ? minuteOf(hhmm) + 1440 : minuteOf(hhmm))
const endOn = (hhmm: string): number => (minuteOf(hhmm) <= 300 ? minuteOf(hhmm) + 1440 : minuteOf(hhmm))

/** One day or seven of the diary to scale: jobs lead to their run sheet, other busy time shows as it is. On a phone each day is a list. */
export function TimeGrid({
  days,
  today,
  chosen,
  onChoose,
}: {
  days: readonly DayOfGrid[]
  today: string
  chosen: string
  onChoose: (day: string) => void
}) {
  const t = useDashboardWords()
  const { countryCode } = useOwn().profile
  const blocks = days.map((of) => blocksOf(of, t))
  const all = blocks.flat()
  const from = Math.min(480, ...all.map((block) => Math.floor(block.from / 60) * 60))
  const until = Math.max(1200, ...all.map((block) => Math.ceil(block.to / 60) * 60))
  const hours = Array.from({ length: (until - from) / 60 + 1 }, (_, i) => from + i * 60)
  const share = (minute: number) => `${percent(minute - from, until - from)}%`
  return (
    <div className={classes(styles.timeGrid, days.length === 1 && styles.single)}>
      <div className={styles.hours} aria-hidden="true">
        {hours.map((minute) => (
          <span key={minute} style={{ top: share(minute) }}>
            {time(`${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:00`)}
          </span>
        ))}
      </div>
      {days.map(({ day }, i) => (
        <article
          key={day.date}
          className={classes(styles.column, day.date === today && styles.today, day.date === chosen && styles.selected)}
          aria-label={shortDate(day.date, countryCode)}>
          <button
            type="button"
            className={styles.colHead}
            aria-pressed={day.date === chosen}
            onClick={() => onChoose(day.date)}>
            {shortDate(day.date, countryCode)}
          </button>
          <div className={styles.lines}>
            {blocks[i]?.map((block) => {
              const style = { top: share(block.from), height: `calc(${share(block.to)} - ${share(block.from)})` }
              const inner = (
                <>
                  <b className="bold">{block.title}</b>
                  <span>{block.text}</span>
                </>
              )
              return block.link ? (
                <Link key={block.key} to={block.link} className={styles.timeBlock} data-look={block.look} style={style}>
                  {inner}
                </Link>
              ) : (
                <div key={block.key} className={styles.timeBlock} data-look={block.look} style={style}>
                  {inner}
                </div>
              )
            })}
          </div>
          {day.requests > 0 && (
            <Link className={badgeLook('info')} to="/dashboard/requests">
              {t('pcal.requests', { n: day.requests })}
            </Link>
          )}
          {blocks[i]?.length === 0 && day.requests === 0 && (
            <p className={classes('small muted', styles.nothing)}>{t('pcal.free.day')}</p>
          )}
        </article>
      ))}
    </div>
  )
}

function blocksOf({ day, jobs }: DayOfGrid, t: ReturnType<typeof useDashboardWords>): Block[] {
  const known = new Map(jobs.map((job) => [Date.parse(job.startsAt), job]))
  const taken = day.taken.map((busy): Block => {
    const job = busy.kind === 'appointment' ? known.get(Date.parse(busy.from)) : undefined
    const span = isWhole(busy)
      ? t('pcal.full')
      : busy.kind === 'feed'
        ? t('pcal.span', { clock: feedTime(busy.startTime), end: feedTime(busy.finishTime, true) })
        : t('pcal.span', { clock: clock(busy.startTime), end: clock(busy.finishTime) })
    return {
      key: `${busy.kind}-${busy.from}`,
      from: onDay(busy.startTime),
      to: endOn(busy.finishTime),
      look: busy.kind === 'appointment' ? 'job' : busy.kind === 'hold' ? 'hold' : 'feed',
      title: job
        ? job.customer.name
        : t(busy.kind === 'appointment' ? 'pcal.booked' : busy.kind === 'hold' ? 'pd.today.hold' : 'pd.today.feed'),
      text: job ? `${job.event}, ${span}` : span,
      ...(job ? { link: `/dashboard/appointments/${job.id}` } : {}),
    }
  })
  const out = day.bookedOut.map(
    (part): Block => ({
      key: part.id,
      from: part.whole ? 300 : onDay(part.startTime ?? '05:00'),
      to: part.whole ? 1740 : endOn(part.finishTime ?? '05:00'),
      look: 'bookedOut',
      title: t('pcal.out'),
      text: part.whole
        ? t('pcal.full')
        : t('pcal.span', { clock: clock(part.startTime ?? '05:00'), end: clock(part.finishTime ?? '05:00') }),
    }),
  )
  return [...out, ...taken].sort((a, b) => a.from - b.from)
}
