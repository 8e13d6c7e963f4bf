import type { AppointmentSummary } from '#contract/bookings/appointment.ts'
import type { OwnAppointment } from '#contract/bookings/own-clients.ts'
import type { DayWay, DiaryTest } from '#contract/bookings/provider-bookings.ts'
import { clock, zonedTime } from '#contract/format.ts'
import type { CalendarDay } from '#contract/search/demand/calendar.ts'
import { trialWords } from '#web/bookings/trials/trial-words.ts'
import { testWords } from '#web/bookings/patch-tests/test-words.ts'
import type { useDashboardWords } from '#web/dashboard/own-profile/own.tsx'
import { feedTime, isWhole, isWholeDay } from './elsewhere.ts'

export interface DayOfGrid {
  day: CalendarDay
  jobs: readonly AppointmentSummary[]
  own: readonly OwnAppointment[]
  ways: readonly DayWay[]
  /** Patch tests, each with the day of its own booking behind it. */
  tests?: readonly DiaryTest[]
  /** Trials, in the same way. */
  trials?: readonly DiaryTest[]
}
export interface Block {
  key: string
  /** In minutes of the event's day, which ends with its night. */
  from: number
  to: number
  look: 'job' | 'hold' | 'feed' | 'bookedOut' | 'closed' | 'way'
  title: string
  text: string
  link?: string
  /** What the artist has entered and may move. */
  own?: OwnAppointment
}
type Words = ReturnType<typeof useDashboardWords>

const minuteOf = (hhmm: string): number => Number(hhmm.slice(0, 2)) * 60 + Number(hhmm.slice(3, 5))
// An event's day ends with its night: times before 5 AM stand after midnight.
const onDay = (hhmm: string): number => (minuteOf(hhmm) < 300 ? minuteOf(hhmm) + 1440 : minuteOf(hhmm))
const endOn = (hhmm: string): number => (minuteOf(hhmm) <= 300 ? minuteOf(hhmm) + 1440 : minuteOf(hhmm))

/** What stands on a day, each with its place in it: closed time first, then in order. */
export function blocksOf({ day, jobs, own, ways, tests = [], trials = [] }: DayOfGrid, t: Words): Block[] {
  const known = [
    ...jobs.map((job) => ofJob(job, t)),
    ...own.map((one) => ofOwn(one, t)),
    ...tests.map((test) => ofVisit(test, testWords['test.title'], t)),
    ...trials.map((trial) => ofVisit(trial, trialWords['trial.title'], t)),
  ]
  const shown = new Set<Block>()
  const taken = day.taken.map((busy): Block => {
    const to = endOn(busy.finishTime)
    // A job of the morning may begin before five, with what comes before it.
    const from = onDay(busy.startTime) < to ? onDay(busy.startTime) : minuteOf(busy.startTime)
    const one = busy.kind === 'appointment' ? known.find((of) => of.from < to && of.to > from) : undefined
    if (one) shown.add(one)
    const span = isWhole(busy)
      ? t('pcal.full')
      : busy.kind === 'feed'
        ? t('pcal.span', { clock: feedTime(busy.startTime), end: feedTime(busy.finishTime, true) })
        : t('pcal.span', { clock: clock(busy.startTime), end: clock(busy.finishTime) })
    const look = busy.kind === 'appointment' ? 'job' : busy.kind === 'hold' ? 'hold' : 'feed'
    const title = t(look === 'job' ? 'pcal.booked' : look === 'hold' ? 'pd.today.hold' : 'pd.today.feed')
    return { title, text: span, look, ...one, key: `${busy.kind}-${busy.from}`, from, to }
  })
  // Of a day that is past nothing is kept in the diary; what stood on it shows all the same.
  const history = known.filter((one) => !shown.has(one))
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
  const closed = day.closed.map(
    (part): Block => ({
      key: `closed-${part.opens}`,
      from: onDay(part.opens),
      to: endOn(part.closes),
      look: 'closed',
      title: part.label ?? t('pcal.closed'),
      text: isWholeDay(part)
        ? t('pcal.full')
        : t('pcal.span', { clock: feedTime(part.opens), end: feedTime(part.closes, true) }),
    }),
  )
  const standing = [...taken, ...history]
  const between = ways.map((way) => ofWay(way, standing, t))
  // What stands in closed time lies over it.
  return [...closed, ...[...out, ...standing, ...between].sort((a, b) => a.from - b.from)]
}

const spanOf = (from: string, to: string, timeZone: string, t: Words): string =>
  t('pcal.span', { clock: clock(zonedTime(from, timeZone)), end: clock(zonedTime(to, timeZone)) })

function ofJob({ id, customer, event, startsAt, endsAt, timeZone }: AppointmentSummary, t: Words): Block {
  return {
    key: id,
    from: onDay(zonedTime(startsAt, timeZone)),
    to: endOn(zonedTime(endsAt, timeZone)),
    look: 'job',
    title: customer.name,
    text: [event, spanOf(startsAt, endsAt, timeZone, t)].filter(Boolean).join(', '),
    link: `/dashboard/appointments/${id}`,
  }
}

function ofOwn(own: OwnAppointment, t: Words): Block {
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

function ofVisit({ appointmentId, customer, startsAt, endsAt }: DiaryTest, title: string, t: Words): Block {
  const [begins, ends] = [startsAt.slice(11, 16), endsAt.slice(11, 16)]
  return {
    key: `visit-${startsAt}`,
    from: onDay(begins),
    to: endOn(ends),
    look: 'job',
    title: customer,
    text: [title, t('pcal.span', { clock: clock(begins), end: clock(ends) })].join(', '),
    link: `/dashboard/appointments/${appointmentId}`,
  }
}

const leastDrawn = 15

/** A way to a job, drawn where nothing else stands: after the job before it, however early that would have to be left. */
function ofWay({ from, to, minutes, after, tight }: DayWay, standing: readonly Block[], t: Words): Block {
  const at = onDay(to.slice(11, 16))
  // What is taken for a job may begin before the job itself.
  const ends = Math.min(at, ...standing.filter((one) => one.from <= at && one.to > at).map((one) => one.from))
  const begins = ends - minutes
  const before = Math.max(begins, ...standing.filter((one) => one.from < ends && one.to <= ends).map((one) => one.to))
  return {
    key: `way-${to}`,
    from: Math.min(before, ends - Math.min(leastDrawn, minutes)),
    to: ends,
    look: 'way',
    title: t(tight ? 'pcal.way.tight' : 'pcal.way', { minutes }),
    text: t(tight ? 'pcal.way.early' : after === 'base' ? 'pcal.way.base' : 'pcal.way.job', {
      clock: clock(from.slice(11, 16)),
    }),
  }
}
