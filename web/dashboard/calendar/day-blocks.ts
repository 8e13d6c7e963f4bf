import { formatMessage } from '#contract/i18n/messages.ts'
import type { AppointmentSummary } from '#contract/appointments/appointment.ts'
import type { PrivateAppointment } from '#contract/calendar/private-clients.ts'
import type { DayWay, DiaryTest } from '#contract/bookings/provider-bookings.ts'
import type { BookedOut } from '#contract/providers/booked-out.ts'
import type { ReceivedRequest } from '#contract/offers/requests.ts'
import { formatClock, formatNightClock, zonedTime } from '#contract/format.ts'
import type { CalendarDay } from '#contract/search/demand/calendar.ts'
import { linkedMessages } from '#web/preparation/linked-messages.ts'
import { getFirstName } from '#web/appointments/booking-phrases.ts'
import type { useDashboardMessages } from '#web/dashboard/own-profile/own.tsx'
import { formatMinuteOfEvent, formatShortEnds } from './selection.ts'

export interface DayOfGrid {
  day: CalendarDay
  jobs: readonly AppointmentSummary[]
  own: readonly PrivateAppointment[]
  ways: readonly DayWay[]
  tests?: readonly DiaryTest[]
  trials?: readonly DiaryTest[]
  requests?: readonly ReceivedRequest[]
}
export type BlockState = 'booked' | 'done' | 'requested' | 'held' | 'cancelled' | 'external' | 'blocked'
export interface Block {
  key: string
  /** In minutes of the event's day, which ends at 5 AM. */
  from: number
  to: number
  look: 'job' | 'request' | 'hold' | 'feed' | 'bookedOut' | 'closed' | 'way' | 'buffer'
  /** Null for closed time, travel and buffers. */
  state: BlockState | null
  title: string
  /** Everything but the title, for lists. */
  text: string
  /** The same in parts and shorter, for the time grid. */
  time: string
  details: readonly string[]
  link?: string
  /** Key of the block to which this travel or buffer belongs. */
  host?: string | undefined
  /** Length of travel or a buffer, also if it is drawn shorter. */
  minutes?: number
  /** Travel that takes longer than the gap before its appointment. */
  tight?: boolean
  whole?: boolean
  setupMinutes?: number
  own?: PrivateAppointment
  booking?: AppointmentSummary
  blocked?: BookedOut
}
/** Message keys of the states. */
export const stateWords = {
  booked: 'ownCalendar.booked',
  done: 'ownCalendar.done',
  requested: 'ownCalendar.requested',
  held: 'ownCalendar.held',
  cancelled: 'ownCalendar.cancelled',
  external: 'ownCalendar.fromElsewhere',
  blocked: 'ownCalendar.out',
} as const

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
export function buildDayBlocks(
  { day, jobs, own, ways, tests = [], trials = [], requests = [] }: DayOfGrid,
  t: Words,
): Block[] {
  const work = [
    ...jobs.map((job) => toJobBlock(job, t)),
    ...own.map((one) => toPrivateBlock(one, t)),
    ...tests.map((test) => toVisitBlock(test, formatMessage(linkedMessages['test.title']), t)),
    ...trials.map((trial) => toVisitBlock(trial, formatMessage(linkedMessages['trial.title']), t)),
  ]
  const shown = new Set(work.map(({ key }) => key))
  const busy = day.taken.flatMap((taken) => [
    ...(taken.ref !== null && shown.has(taken.ref) ? [] : [toBusyBlock(taken, t)]),
    ...(taken.bufferMinutes > 0 ? [toBufferBlock(taken, shown, t)] : []),
  ])
  const out = day.bookedOut.map((part) => toBlockedBlock(part, t))
  const closed = day.closed.map((part): Block => {
    const text = isWholeDay(part)
      ? t('ownCalendar.full')
      : t('ownCalendar.span', { clock: formatFeedTime(part.opens), end: formatFeedTime(part.closes, true) })
    return {
      key: `closed-${part.opens}`,
      from: onDay(part.opens),
      to: endOn(part.closes),
      look: 'closed',
      state: null,
      title: part.label ?? t('ownCalendar.closed'),
      text,
      time: text,
      details: [],
    }
  })
  const standing = [...busy, ...work]
  const between = ways.map((way) =>
    toTravelBlock(
      way,
      standing.filter(({ state }) => state !== 'cancelled'),
      t,
    ),
  )
  const asked = requests.flatMap((request) => toRequestBlock(request, t) ?? [])
  // Closed times render below the others.
  return [...closed, ...[...out, ...standing, ...between, ...asked].sort((a, b) => a.from - b.from)]
}

function toBlockedBlock(part: BookedOut, t: Words): Block {
  const text = part.whole
    ? t('ownCalendar.full')
    : t('ownCalendar.span', {
        clock: formatClock(part.startTime ?? '05:00'),
        end: formatClock(part.finishTime ?? '05:00'),
      })
  const from = part.whole ? 300 : onDay(part.startTime ?? '05:00')
  const to = part.whole ? 1740 : endOn(part.finishTime ?? '05:00')
  return {
    key: part.id,
    from,
    to,
    look: 'bookedOut',
    state: 'blocked',
    title: t('ownCalendar.out'),
    text,
    time: part.whole ? text : shortSpan(from, to, t),
    details: [],
    whole: part.whole,
    blocked: part,
  }
}

/** Returns the block of a request with a time: from the arrival to the end of the work. */
function toRequestBlock(request: ReceivedRequest, t: Words): Block | null {
  const { id, planned, timeZone, firstName, event, area } = request
  if (!planned) return null
  const time = spanOf(planned.arriveAt, planned.doneAt, timeZone, t)
  const [from, to] = spanFrom(zonedTime(planned.arriveAt, timeZone), zonedTime(planned.doneAt, timeZone))
  return {
    key: `request-${id}`,
    from,
    to,
    look: 'request',
    state: 'requested',
    title: firstName,
    text: [t('ownCalendar.requested'), event, time].filter(Boolean).join(', '),
    time: shortSpan(from, to, t),
    details: [event, area.split(',')[0] ?? ''].filter(Boolean),
    link: '/dashboard/requests',
  }
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
  const state = look === 'job' ? 'booked' : look === 'hold' ? 'held' : 'external'
  const time = isWhole(busy) ? text : shortSpan(from, to, t)
  return { key: `${kind}-${busy.from}`, from, to, look, state, title, text, time, details: [] }
}

function toBufferBlock(busy: CalendarDay['taken'][number], shown: ReadonlySet<string>, t: Words): Block {
  const { from: key, finishTime, bufferMinutes: minutes, kind, ref } = busy
  const from = endOn(finishTime)
  const text = t('ownCalendar.until', { clock: formatClock(formatMinuteOfEvent(from + minutes)) })
  return {
    key: `buffer-${key}`,
    from,
    to: from + minutes,
    look: 'buffer',
    state: null,
    title: t('ownCalendar.buffer', { minutes }),
    text,
    time: text,
    details: [],
    minutes,
    host: ref !== null && shown.has(ref) ? ref : `${kind}-${key}`,
  }
}

const shortSpan = (from: number, to: number, t: Words): string => t('ownCalendar.span', formatShortEnds({ from, to }))

const spanOf = (from: string, to: string, timeZone: string, t: Words): string =>
  t('ownCalendar.span', { clock: formatClock(zonedTime(from, timeZone)), end: formatClock(zonedTime(to, timeZone)) })

function toJobBlock(job: AppointmentSummary, t: Words): Block {
  const { id, customer, event, startsAt, endsAt, timeZone, state, services, setupMinutes } = job
  const [from, to] = spanFrom(zonedTime(startsAt, timeZone), zonedTime(endsAt, timeZone))
  const time = spanOf(startsAt, endsAt, timeZone, t)
  return {
    key: id,
    from,
    to,
    look: 'job',
    state: state === 'cancelled' ? 'cancelled' : isOver(endsAt) ? 'done' : 'booked',
    title: getFirstName(customer.name),
    text: [event, time, setupText(job, t)].filter(Boolean).join(', '),
    time: shortSpan(from, to, t),
    details: [services.join(', '), ...listPlaceOf(job)].filter(Boolean),
    setupMinutes,
    link: `/dashboard/appointments/${id}`,
    booking: job,
  }
}

const listPlaceOf = ({ event, place }: AppointmentSummary): string[] =>
  [event, place.split(',')[0] ?? ''].filter(Boolean)

const isOver = (endsAt: string): boolean => Date.parse(endsAt) < Date.now()

/** Returns 'set-up until 9:10 AM' for a booking whose artist arrives before the first service. */
function setupText({ startsAt, setupMinutes, timeZone }: AppointmentSummary, t: Words): string {
  if (!setupMinutes) return ''
  const ends = new Date(Date.parse(startsAt) + setupMinutes * 60_000).toISOString()
  return t('ownCalendar.setup', { clock: formatClock(zonedTime(ends, timeZone)) })
}

function toPrivateBlock(own: PrivateAppointment, t: Words): Block {
  const from = onDay(own.startTime)
  const time = spanOf(own.startsAt, own.endsAt, own.timeZone, t)
  return {
    key: own.id,
    from,
    to: from + own.minutes,
    look: 'job',
    state: own.cancelled ? 'cancelled' : isOver(own.endsAt) ? 'done' : 'booked',
    title: own.name,
    text: [own.services, time].filter(Boolean).join(', '),
    time: shortSpan(from, from + own.minutes, t),
    details: [own.services, own.place].filter(Boolean),
    link: `/dashboard/clients/${own.clientId}`,
    own,
  }
}

function toVisitBlock(
  { id, appointmentId, customer, startsAt, endsAt, done }: DiaryTest,
  title: string,
  t: Words,
): Block {
  const [begins, ends] = [startsAt.slice(11, 16), endsAt.slice(11, 16)]
  const [from, to] = spanFrom(begins, ends)
  const time = t('ownCalendar.span', { clock: formatClock(begins), end: formatClock(ends) })
  return {
    key: id,
    from,
    to,
    look: 'job',
    state: done ? 'done' : 'booked',
    title: customer,
    text: [title, time].join(', '),
    time: shortSpan(from, to, t),
    details: [title],
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
  const text = t(tight ? 'ownCalendar.way.early' : after === 'base' ? 'ownCalendar.way.base' : 'ownCalendar.way.job', {
    clock: formatClock(from.slice(11, 16)),
  })
  return {
    key: `way-${to}`,
    from: Math.min(before, ends - Math.min(leastDrawn, minutes)),
    to: ends,
    look: 'way',
    state: null,
    title: t(tight ? 'ownCalendar.way.tight' : 'ownCalendar.way', { minutes }),
    text,
    time: text,
    details: [],
    tight,
    minutes,
    host: standing.find((one) => one.from === ends)?.key,
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

/**
 * Returns the blocks in the lane of one artist of a team. The own diary is in the first lane. Bookings are in the lanes
 * of those who work on them; what blocks the whole team is in all lanes.
 */
export function listBlocksOfArtist(blocks: readonly Block[], artist: string, isFirst: boolean, t: Words): Block[] {
  const shown = blocks.flatMap((block): Block[] => {
    const { booking } = block
    const own = booking?.artistTimes.find((time) => time.artist === artist)
    if (booking && own && booking.artistTimes.length > 1) {
      const starts = Date.parse(own.from) - Date.parse(booking.startsAt) <= booking.setupMinutes * 60_000
      const from = starts ? booking.startsAt : own.from
      const [begins, ends] = spanFrom(zonedTime(from, booking.timeZone), zonedTime(own.to, booking.timeZone))
      const time = shortSpan(begins, ends, t)
      const details = [own.services.join(', '), ...listPlaceOf(booking)]
      return [{ ...block, from: begins, to: ends, time, details, setupMinutes: starts ? booking.setupMinutes : 0 }]
    }
    const isOfTeam = ['bookedOut', 'closed', 'hold', 'request', 'way', 'buffer'].includes(block.look)
    return isFirst || isOfTeam ? [block] : []
  })
  const hosts = new Map(shown.map((block) => [block.key, block]))
  return shown.filter(({ look, host = '', from, to }) => {
    // Only those who begin a booking have its travel, and only those who end it its buffer.
    if (look === 'way') return hosts.get(host)?.from === to
    return look !== 'buffer' || hosts.get(host)?.to === from
  })
}
