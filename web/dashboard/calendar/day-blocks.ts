import { formatMessage } from '#contract/i18n/messages.ts'
import type { AppointmentSummary } from '#contract/appointments/appointment.ts'
import type { PrivateAppointment } from '#contract/calendar/private-clients.ts'
import type { DayWay, DiaryTest } from '#contract/bookings/provider-bookings.ts'
import { formatClock, formatNightClock, zonedTime } from '#contract/format.ts'
import type { CalendarDay } from '#contract/search/demand/calendar.ts'
import { linkedMessages } from '#web/preparation/linked-messages.ts'
import type { useDashboardMessages } from '#web/dashboard/own-profile/own.tsx'

export interface DayOfGrid {
  day: CalendarDay
  jobs: readonly AppointmentSummary[]
  own: readonly PrivateAppointment[]
  ways: readonly DayWay[]
  tests?: readonly DiaryTest[]
  trials?: readonly DiaryTest[]
}
export interface Block {
  key: string
  /** In minutes of the event's day, which ends at 5 AM. */
  from: number
  to: number
  look: 'job' | 'hold' | 'feed' | 'bookedOut' | 'closed' | 'way' | 'buffer'
  title: string
  text: string
  link?: string
  own?: PrivateAppointment
}
type Words = ReturnType<typeof useDashboardMessages>

const minuteOf = (hhmm: string): number => Number(hhmm.slice(0, 2)) * 60 + Number(hhmm.slice(3, 5))
// An event's day ends at 5 AM: earlier times are after midnight.
const onDay = (hhmm: string): number => (minuteOf(hhmm) < 300 ? minuteOf(hhmm) + 1440 : minuteOf(hhmm))
const endOn = (hhmm: string): number => (minuteOf(hhmm) <= 300 ? minuteOf(hhmm) + 1440 : minuteOf(hhmm))
/** A start in the morning may be before 5 AM. */
const spanFrom = (startTime: string, endTime: string): [from: number, to: number] => {
  const to = endOn(endTime)
  return [onDay(startTime) < to ? onDay(startTime) : minuteOf(startTime), to]
}

/**
 * Returns the blocks of a day: closed times first, then the rest in order. Bookings, private appointments and visits
 * run from arrival to the end of the work; the buffer is a separate block.
 */
export function buildDayBlocks({ day, jobs, own, ways, tests = [], trials = [] }: DayOfGrid, t: Words): Block[] {
  const work = [
    ...jobs.map((job) => toJobBlock(job, t)),
    ...own.map((one) => toPrivateBlock(one, t)),
    ...tests.map((test) => toVisitBlock(test, formatMessage(linkedMessages['test.title']), t)),
    ...trials.map((trial) => toVisitBlock(trial, formatMessage(linkedMessages['trial.title']), t)),
  ]
  const shown = new Set(work.map(({ key }) => key))
  const busy = day.taken.flatMap((taken) => [
    ...(taken.ref !== null && shown.has(taken.ref) ? [] : [toBusyBlock(taken, t)]),
    ...(taken.bufferMinutes > 0 ? [toBufferBlock(taken, t)] : []),
  ])
  const out = day.bookedOut.map(
    (part): Block => ({
      key: part.id,
      from: part.whole ? 300 : onDay(part.startTime ?? '05:00'),
      to: part.whole ? 1740 : endOn(part.finishTime ?? '05:00'),
      look: 'bookedOut',
      title: t('ownCalendar.out'),
      text: part.whole
        ? t('ownCalendar.full')
        : t('ownCalendar.span', {
            clock: formatClock(part.startTime ?? '05:00'),
            end: formatClock(part.finishTime ?? '05:00'),
          }),
    }),
  )
  const closed = day.closed.map(
    (part): Block => ({
      key: `closed-${part.opens}`,
      from: onDay(part.opens),
      to: endOn(part.closes),
      look: 'closed',
      title: part.label ?? t('ownCalendar.closed'),
      text: isWholeDay(part)
        ? t('ownCalendar.full')
        : t('ownCalendar.span', { clock: formatFeedTime(part.opens), end: formatFeedTime(part.closes, true) }),
    }),
  )
  const standing = [...busy, ...work]
  const between = ways.map((way) => toTravelBlock(way, standing, t))
  // Closed times render below the others.
  return [...closed, ...[...out, ...standing, ...between].sort((a, b) => a.from - b.from)]
}

/** Returns the block of a hold, an external event, or a booking without loaded details. */
function toBusyBlock(busy: CalendarDay['taken'][number], t: Words): Block {
  const { kind } = busy
  const [from, to] = spanFrom(busy.startTime, busy.finishTime)
  const text = isWhole(busy)
    ? t('ownCalendar.full')
    : kind === 'feed'
      ? t('ownCalendar.span', { clock: formatFeedTime(busy.startTime), end: formatFeedTime(busy.finishTime, true) })
      : t('ownCalendar.span', { clock: formatClock(busy.startTime), end: formatClock(busy.finishTime) })
  const look = kind === 'appointment' ? 'job' : kind
  const title = t(
    look === 'job' ? 'ownCalendar.booked' : look === 'hold' ? 'dashboard.today.hold' : 'dashboard.today.feed',
  )
  return { key: `${kind}-${busy.from}`, from, to, look, title, text }
}

function toBufferBlock(
  { from: key, finishTime, bufferMinutes: minutes }: CalendarDay['taken'][number],
  t: Words,
): Block {
  const from = endOn(finishTime)
  return {
    key: `buffer-${key}`,
    from,
    to: from + minutes,
    look: 'buffer',
    title: t('ownCalendar.buffer', { minutes }),
    text: t('ownCalendar.until', { clock: formatClock(formatMinuteOfEvent(from + minutes)) }),
  }
}

/** Returns a minute of the event's day as HH:MM. */
export const formatMinuteOfEvent = (minute: number): string =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

const spanOf = (from: string, to: string, timeZone: string, t: Words): string =>
  t('ownCalendar.span', { clock: formatClock(zonedTime(from, timeZone)), end: formatClock(zonedTime(to, timeZone)) })

function toJobBlock(job: AppointmentSummary, t: Words): Block {
  const { id, customer, event, startsAt, endsAt, timeZone } = job
  const [from, to] = spanFrom(zonedTime(startsAt, timeZone), zonedTime(endsAt, timeZone))
  return {
    key: id,
    from,
    to,
    look: 'job',
    title: customer.name,
    text: [event, spanOf(startsAt, endsAt, timeZone, t), setupText(job, t)].filter(Boolean).join(', '),
    link: `/dashboard/appointments/${id}`,
  }
}

/** Returns 'set-up until 9:10 AM' for a booking whose artist arrives before the first service. */
function setupText({ startsAt, setupMinutes, timeZone }: AppointmentSummary, t: Words): string {
  if (!setupMinutes) return ''
  const ends = new Date(Date.parse(startsAt) + setupMinutes * 60_000).toISOString()
  return t('ownCalendar.setup', { clock: formatClock(zonedTime(ends, timeZone)) })
}

function toPrivateBlock(own: PrivateAppointment, t: Words): Block {
  const from = onDay(own.startTime)
  return {
    key: own.id,
    from,
    to: from + own.minutes,
    look: 'job',
    title: own.name,
    text: [own.services, spanOf(own.startsAt, own.endsAt, own.timeZone, t)].filter(Boolean).join(', '),
    link: `/dashboard/clients/${own.clientId}`,
    own,
  }
}

function toVisitBlock({ id, appointmentId, customer, startsAt, endsAt }: DiaryTest, title: string, t: Words): Block {
  const [begins, ends] = [startsAt.slice(11, 16), endsAt.slice(11, 16)]
  const [from, to] = spanFrom(begins, ends)
  return {
    key: id,
    from,
    to,
    look: 'job',
    title: customer,
    text: [title, t('ownCalendar.span', { clock: formatClock(begins), end: formatClock(ends) })].join(', '),
    link: `/dashboard/appointments/${appointmentId}`,
  }
}

const leastDrawn = 15

/**
 * Returns the block of a journey, drawn in the gap before its appointment. A longer journey starts before its drawn
 * block.
 */
function toTravelBlock({ from, to, minutes, after, tight }: DayWay, standing: readonly Block[], t: Words): Block {
  const at = onDay(to.slice(11, 16))
  const ends = Math.min(at, ...standing.filter((one) => one.from <= at && one.to > at).map((one) => one.from))
  const begins = ends - minutes
  const before = Math.max(begins, ...standing.filter((one) => one.from < ends && one.to <= ends).map((one) => one.to))
  return {
    key: `way-${to}`,
    from: Math.min(before, ends - Math.min(leastDrawn, minutes)),
    to: ends,
    look: 'way',
    title: t(tight ? 'ownCalendar.way.tight' : 'ownCalendar.way', { minutes }),
    text: t(tight ? 'ownCalendar.way.early' : after === 'base' ? 'ownCalendar.way.base' : 'ownCalendar.way.job', {
      clock: formatClock(from.slice(11, 16)),
    }),
  }
}

type Taken = Pick<CalendarDay['taken'][number], 'kind' | 'startTime' | 'finishTime'>

/** Returns whether an external event fills the whole day, to 5 AM the next morning. */
export const isWhole = ({ kind, startTime, finishTime }: Taken): boolean =>
  kind === 'feed' && startTime === '05:00' && finishTime === '05:00'

/** Returns whether it fills the day until midnight, like an all-day event on its last day. */
export const isWholeDayEvent = ({ kind, startTime, finishTime }: Taken): boolean =>
  kind === 'feed' && startTime === '05:00' && finishTime <= '05:00'

/** Returns whether it starts after midnight, so that the day itself is free. */
export const isOfNight = ({ kind, startTime }: Taken): boolean => kind === 'feed' && startTime < '05:00'

export const isWholeDay = ({ opens, closes }: CalendarDay['closed'][number]): boolean =>
  opens === '05:00' && closes === '05:00'

/** Returns the start or end; before 5 AM as the next day, and at 5 AM if it ends a day. */
export const formatFeedTime = (hhmm: string, end = false): string =>
  end && hhmm === '05:00' ? `${formatClock(hhmm)}, next day` : formatNightClock(hhmm)
