import type { Appointment } from '#contract/appointments/appointment.ts'
import { getCurrentProgress, getSittingKey } from '#contract/party/day-facts.ts'
import type { ProgressEntry } from '#contract/party/day-updates.ts'
import type { Forecast } from '#contract/party/forecast.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { formatClockIn, formatEventDay, getBookingTranslator, getFirstName } from '#web/appointments/booking-phrases.ts'

/** Silence before a note is shown, and time after the planned end when it stops. */
const SILENT_MS = 30 * 60_000
const OVER_MS = 3 * 3_600_000

/** Data about a day that live texts need. */
export type DayView = Pick<
  Appointment,
  'countryCode' | 'timeZone' | 'state' | 'readyAt' | 'endsAt' | 'planned' | 'said' | 'elsewhere' | 'names' | 'dayOf'
> & { name: string; sharedWay?: Appointment['sharedWay'] }

/** Returns the latest valid update, if it has a text. */
const latestWord = (said: readonly ProgressEntry[]): ProgressEntry | undefined =>
  getCurrentProgress(said)
    .filter(({ kind, minutes }) => kind !== 'late' || minutes !== 0)
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
    .at(-1)

/** Returns the latest update as a sentence; null without one. */
export function formatLiveHeadline(live: DayView, { plan, finishedAt }: Forecast): string | null {
  const t = getBookingTranslator(live)
  const own = createTranslator(liveMessages, live.countryCode)
  const firstName = getFirstName(live.name)
  if (live.dayOf.doneAt || finishedAt !== null) return t('day.done')
  const word = latestWord(live.said)
  if (!word) return null
  const at = (instant: string) => formatClockIn(instant, live.timeZone)
  switch (word.kind) {
    case 'left':
      return t('day.onTheWay', { firstName, clock: at(plan.arriveAt) })
    case 'arrived':
      return t('day.arrived', { firstName })
    case 'late': {
      const minutes = word.minutes ?? 0
      if (getCurrentProgress(live.said).some(({ kind }) => kind === 'arrived'))
        return own('live.late.there', { firstName, minutes })
      const until = live.readyAt ?? live.endsAt
      return Date.parse(plan.doneAt) <= Date.parse(until)
        ? t('day.late', { firstName, minutes, clock: at(plan.arriveAt), time: at(until) })
        : t('day.late.over', { firstName, minutes, clock: at(plan.doneAt) })
    }
    case 'started':
    case 'done':
      return own(word.kind === 'started' ? 'live.started' : 'live.done', {
        person: formatPerson(live, word.person ?? 0),
        label: labelOf(live, word),
      })
  }
}

/**
 * Returns the title of a booked day if the updates contradict what was agreed: when everyone will be ready or is done,
 * or when the work starts. Null while the agreed time holds.
 */
export function formatExpected(
  live: Pick<Appointment, 'countryCode' | 'timeZone' | 'eventDate' | 'readyAt' | 'dayOf' | 'planned'>,
  { plan, spare, finishedAt }: Forecast,
): string | null {
  const t = createTranslator(liveMessages, live.countryCode)
  const say = (key: 'live.title.done' | 'live.title.ready' | 'live.title.start', instant: string) =>
    t(key, { date: formatEventDay(live), clock: formatClockIn(instant, live.timeZone) })
  const doneAt = finishedAt === null ? live.dayOf.doneAt : new Date(finishedAt).toISOString()
  if (doneAt) return say('live.title.done', doneAt)
  if (live.readyAt) return spare !== null && spare < 0 ? say('live.title.ready', plan.doneAt) : null
  return Date.parse(plan.arriveAt) > Date.parse(live.planned.arriveAt) ? say('live.title.start', plan.arriveAt) : null
}

/** Returns the delay, and who sits next if that has changed. */
export function formatShift(live: DayView, { behind, sittings }: Forecast): string {
  const t = createTranslator(liveMessages, live.countryCode)
  if (behind === 0) return t('live.inTime')
  const at = (ms: number) => formatClockIn(new Date(ms).toISOString(), live.timeZone)
  const next = sittings
    .filter(({ state, from, plannedFrom }) => state === 'ahead' && from > plannedFrom)
    .sort((a, b) => a.from - b.from)[0]
  return [
    t('live.behind', { n: behind }),
    next &&
      t('live.next', { person: formatPerson(live, next.person), clock: at(next.from), planned: at(next.plannedFrom) }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Returns who is delayed by another artist and until when; null if no one is. */
export function formatHeldUp(live: DayView, { sittings }: Forecast): string | null {
  const held = sittings.filter(({ heldUpBy }) => heldUpBy).sort((a, b) => a.from - b.from)[0]
  if (!held?.heldUpBy) return null
  return createTranslator(liveMessages, live.countryCode)('live.held', {
    person: formatPerson(live, held.person),
    firstName: getFirstName(held.heldUpBy),
    clock: formatClockIn(new Date(held.from).toISOString(), live.timeZone),
  })
}

/** Returns the ready time, and minutes before or after the required one. */
export const formatReadyLine = (live: Pick<DayView, 'countryCode' | 'timeZone'>, { plan, spare }: Forecast): string =>
  formatReadyAt(live, plan.doneAt, spare)

/** The same for known times. */
export function formatReadyAt(
  { countryCode, timeZone }: Pick<DayView, 'countryCode' | 'timeZone'>,
  doneAt: string,
  spare: number | null,
): string {
  const t = createTranslator(liveMessages, countryCode)
  const clock = formatClockIn(doneAt, timeZone)
  if (spare === null) return t('live.ready', { clock })
  if (spare === 0) return t('live.ready.just', { clock })
  return t(spare > 0 ? 'live.ready.before' : 'live.ready.after', { clock, n: Math.abs(spare) })
}

/** Returns sender and time of the latest update; null without any. */
export function formatLatestUpdate({ said, name, countryCode, timeZone }: DayView): string | null {
  const word = latestWord(said)
  if (!word) return null
  const t = createTranslator(liveMessages, countryCode)
  return t(word.acting ? 'live.said.team' : 'live.said', {
    firstName: getFirstName(name),
    clock: formatClockIn(word.at, timeZone),
  })
}

/** Returns 'none' if no update has come, 'since' after 30 minutes without one; null if none is due. */
export function getSilence(
  {
    state,
    arriveAt,
    endsAt,
    doneAt,
  }: { state: DayView['state']; arriveAt: string; endsAt: string; doneAt: string | null },
  saidAt: number | null,
  now: number,
): 'none' | 'since' | null {
  const late = Date.parse(endsAt) + OVER_MS
  if (state !== 'booked' || doneAt || now > late || now < Date.parse(arriveAt)) return null
  if (saidAt === null) return 'none'
  return now - saidAt >= SILENT_MS ? 'since' : null
}

export const formatPerson = ({ names, countryCode }: Pick<DayView, 'names' | 'countryCode'>, person: number): string =>
  names[person - 1] || createTranslator(liveMessages, countryCode)('live.person', { n: person })

function labelOf({ planned }: Pick<DayView, 'planned'>, { person, serviceId }: ProgressEntry): string {
  const key = getSittingKey({ person: person ?? 0, serviceId: serviceId ?? '' })
  return planned.blocks.find((block) => getSittingKey(block) === key)?.label ?? ''
}

export const liveMessages = defineMessages({
  'live.title.done': '{date}, done at {clock}',
  'live.title.ready': '{date}, ready at about {clock}',
  'live.title.start': '{date}, starts at about {clock}',
  'live.started': '{person} has started: {label}.',
  'live.done': '{person} is done: {label}.',
  'live.late.there': '{firstName} is running {minutes} minutes late.',
  'live.person': 'Person {n}',
  'live.said': '{firstName} reported this at {clock}.',
  'live.said.team': 'Primp reported this for {firstName} at {clock}.',
  'live.silent': 'No update from {firstName} since {clock}.',
  'live.none': 'No update from {firstName} yet. These are the planned times.',
  'live.offline': 'You are offline. This is the last update we received.',
  'live.behind': '{n, plural, one {1 minute behind.} other {{n} minutes behind.}}',
  'live.inTime': 'On time.',
  'live.next': '{person} now starts at {clock} instead of {planned}.',
  'live.held': '{person} is with {firstName} until {clock}.',
  'live.ready': 'Everyone ready at {clock}.',
  'live.ready.before':
    '{n, plural, one {Everyone is ready at {clock}, 1 minute early.} other {Everyone is ready at {clock}, {n} minutes early.}}',
  'live.ready.just': 'Everyone is ready at {clock}, just in time.',
  'live.ready.after':
    '{n, plural, one {Everyone is ready at {clock}, 1 minute late.} other {Everyone is ready at {clock}, {n} minutes late.}}',
  'live.way':
    '{n, plural, one {{firstName} is about 1 minute away (as of {clock}).} other {{firstName} is about {n} minutes away (as of {clock}).}}',
  'live.way.soon': '{firstName} is sharing their arrival time. It will appear here in a moment.',
  'live.guest.now': 'It is your turn.',
  'live.guest.done': 'You are done.',
  'live.guest.ahead': 'You now start at {clock} instead of {planned}.',
  'live.guest.asPlanned': 'You start at {clock}, as planned.',
  'live.guest.held': 'You are with {firstName} until then.',
  'live.guest.finished': 'Everyone is done.',
  'live.mate.there': 'Arrived at {clock}, done at about {done}.',
  'live.mate.behind': '{n, plural, one {1 minute behind.} other {{n} minutes behind.}}',
  'live.mate.done': 'Done at {clock}.',
})
