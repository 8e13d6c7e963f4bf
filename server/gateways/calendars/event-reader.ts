import { truncate } from '#contract/text.ts'
import ICAL from 'ical.js'
import { type Calendar, type Component, findProperty, getPropertyText } from './components.ts'
import { toWallTime } from './recurrence.ts'
import { type FileZones, UTC, type Zone } from './zones.ts'

const DAY_MS = 86_400_000

/** A parsed date or time. `zone` is null for a floating time. A date is its midnight, with the artist's zone. */
export type Stamp = { wall: number; isDate: boolean; zone: Zone | null }
export type ZonedStamp = Stamp & { zone: Zone }
/** Whole days on the clock, then milliseconds. */
export type Length = { days: number; ms: number }
type ExtraDate = { start: Stamp; length: Length | null }
export type SkipReason = 'start' | 'repeat' | 'duplicate' | 'other'

export type CalendarEvent = {
  uid: string
  title: string
  start: ZonedStamp
  length: Length
  isBusy: boolean
  sequence: number
  recurrenceId: Stamp | null
  changesFuture: boolean
  rules: ICAL.Recur[]
  extraDates: ExtraDate[]
  exceptions: Stamp[]
}
export type EventFault = { title: string; reason: SkipReason; day: ZonedStamp | null }
export type ReadEvent = { events: CalendarEvent[]; faults: EventFault[] }

/** Parses VEVENT components. Replaces invalid values by whole busy days. */
export class EventReader {
  readonly #zones: FileZones
  readonly #isDeclined: (event: Component) => boolean

  constructor(zones: FileZones, isDeclined: (event: Component) => boolean) {
    this.#zones = zones
    this.#isDeclined = isDeclined
  }

  /** Errors in free events are not reported. */
  read(component: Component): ReadEvent {
    const title = truncate(getPropertyText(component, 'summary'), 100)
    const isBroken = (...names: string[]) => component.broken.some(({ name }) => names.includes(name))
    const starts = this.#readStarts(component)
    const [start] = starts
    if (!start) return this.#replaceByDays(component, title, 'start', [this.findDay(component)])
    if (starts.length > 1) return this.#replaceByDays(component, title, 'duplicate', starts)
    const length = isBroken('DTEND', 'DURATION') ? null : this.#readLength(component, start)
    if (!length) return this.#replaceByDays(component, title, 'other', [start])
    const event = this.#createEvent(component, start, length)
    const reason = isBroken('RRULE', 'RDATE') ? 'repeat' : isBroken('DTSTART', 'RECURRENCE-ID') ? 'other' : null
    if (!reason) return { events: [event], faults: [] }
    return { events: [event, this.createDay(event)], faults: this.#createFaults(event, title, reason) }
  }

  createDay(event: CalendarEvent): CalendarEvent {
    const start = this.#toDay(event.start)
    return { ...event, start, length: { days: 1, ms: 0 }, rules: [], extraDates: [], recurrenceId: null }
  }

  #replaceByDays(component: Component, title: string, reason: SkipReason, starts: (ZonedStamp | null)[]): ReadEvent {
    const events = starts
      .filter((start) => start !== null)
      .map((start) => this.#createEvent(component, this.#toDay(start), { days: 1, ms: 0 }))
    const [first] = events
    return { events, faults: first ? this.#createFaults(first, title, reason) : [{ title, reason, day: null }] }
  }

  // A fault in an event that blocks no time needs no attention.
  #createFaults(event: CalendarEvent, title: string, reason: SkipReason): EventFault[] {
    return event.isBusy ? [{ title, reason, day: this.#toDay(event.start) }] : []
  }

  readStamps(property: ICAL.Property, calendar: Calendar): Stamp[] {
    return property
      .getValues()
      .filter((value) => value instanceof ICAL.Time)
      .map((value) => this.#readTime(value, property, calendar))
  }

  readPeriods(property: ICAL.Property, calendar: Calendar): { start: Stamp; length: Length }[] {
    return property
      .getValues()
      .filter((value) => value instanceof ICAL.Period)
      .map(({ start: first, end, duration }) => {
        const start = this.#readTime(first, property, calendar)
        if (duration) return { start, length: readDuration(duration) }
        const last = end ? this.#readTime(end, property, calendar) : start
        return { start, length: { days: 0, ms: this.instantOf(last) - this.instantOf(start) } }
      })
  }

  instantOf({ wall, zone }: Stamp, floating: Zone = this.#zones.local): number {
    return (zone ?? floating).toInstant(wall)
  }

  /**
   * Returns the day of a date or time in an all-day series. Producers write midnight of their own zone in UTC, or the
   * date itself with a time of midnight.
   */
  dayOf({ wall, zone }: Stamp): number {
    const isMidnight = wall % DAY_MS === 0 || (wall + 1_000) % DAY_MS === 0
    return floorDay(zone === UTC && !isMidnight ? this.#zones.local.toWall(wall) : wall)
  }

  #toDay(stamp: Stamp): ZonedStamp {
    const wall = stamp.isDate ? stamp.wall : this.#zones.local.toWall(this.instantOf(stamp))
    return { wall: floorDay(wall), isDate: true, zone: this.#zones.local }
  }

  #readTime(time: ICAL.Time, property: ICAL.Property, calendar: Calendar): Stamp {
    const wall = toWallTime(time)
    if (time.isDate) return { wall, isDate: true, zone: this.#zones.local }
    if (time.zone === ICAL.Timezone.utcTimezone) return { wall, isDate: false, zone: UTC }
    const tzid = String(property.getParameter('tzid') ?? '').trim()
    return { wall, isDate: false, zone: tzid ? this.#zones.find(tzid, calendar) : null }
  }

  #readStarts({ properties, calendar }: Component): ZonedStamp[] {
    const starts = properties
      .filter(({ name }) => name === 'dtstart')
      .flatMap((property) => this.readStamps(property, calendar))
      .map((stamp) => ({ ...stamp, zone: stamp.zone ?? this.#zones.local }))
    return starts.filter((one, i) => starts.findIndex((other) => this.instantOf(other) === this.instantOf(one)) === i)
  }

  #readLength({ properties, calendar }: Component, start: ZonedStamp): Length | null {
    const from = this.instantOf(start)
    const ends = properties
      .filter(({ name }) => name === 'dtend')
      .flatMap((property) => this.readStamps(property, calendar))
      .sort((a, b) => this.instantOf(a) - this.instantOf(b))
    const end = ends.at(-1)
    if (start.isDate && (!end || end.isDate)) {
      const duration = end ? null : findDuration(properties)
      const days = end ? (end.wall - start.wall) / DAY_MS : (duration?.days ?? 1)
      return duration && duration.ms > 0 ? duration : { days: Math.max(1, days), ms: 0 }
    }
    if (!end) return findDuration(properties) ?? { days: 0, ms: 0 }
    const ms = this.instantOf(end, start.zone) - from
    return ms < 0 ? null : { days: 0, ms }
  }

  #createEvent(component: Component, start: ZonedStamp, length: Length): CalendarEvent {
    const { properties, calendar } = component
    const named = (name: string) => properties.filter((property) => property.name === name)
    const changed = findProperty(component, 'recurrence-id')
    return {
      uid: getPropertyText(component, 'uid'),
      title: truncate(getPropertyText(component, 'summary'), 100),
      start,
      length,
      isBusy: isBusy(component) && !this.#isDeclined(component),
      sequence: Number(getPropertyText(component, 'sequence')) || 0,
      recurrenceId: (changed && this.readStamps(changed, calendar)[0]) ?? null,
      changesFuture: /^THISANDFUTURE$/i.test(String(changed?.getParameter('range') ?? '')),
      rules: named('rrule').flatMap((property) => property.getValues().filter((value) => value instanceof ICAL.Recur)),
      extraDates: named('rdate').flatMap((property) => [
        ...this.readStamps(property, calendar).map((one) => ({ start: one, length: null })),
        ...this.readPeriods(property, calendar),
      ]),
      exceptions: named('exdate').flatMap((property) => this.readStamps(property, calendar)),
    }
  }

  /** Looks for a day in the start, end, recurrence id or a period. */
  findDay(component: Component): ZonedStamp | null {
    for (const name of ['DTSTART', 'DTEND', 'RECURRENCE-ID', 'FREEBUSY']) {
      const line = component.broken.find((one) => one.name === name)?.line ?? ''
      const [, year, month, date] = /:\s?(\d{4})-?(\d\d)-?(\d\d)/.exec(line) ?? []
      const wall = Date.UTC(Number(year), Number(month) - 1, Number(date))
      // A day that does not exist becomes another.
      if (new Date(wall).getUTCDate() === Number(date)) return { wall, isDate: true, zone: this.#zones.local }
      const property = findProperty(component, name.toLowerCase())
      const [stamp] = property ? this.readStamps(property, component.calendar) : []
      if (stamp) return this.#toDay(stamp)
    }
    return null
  }
}

const floorDay = (wall: number): number => Math.floor(wall / DAY_MS) * DAY_MS

function findDuration(properties: ICAL.Property[]): Length | null {
  const duration = properties.find(({ name }) => name === 'duration')?.getFirstValue()
  return duration instanceof ICAL.Duration ? readDuration(duration) : null
}

/** Weeks and days are calendar days, the rest is exact time. Ignores negative durations. */
function readDuration({ weeks, days, hours, minutes, seconds, isNegative }: ICAL.Duration): Length {
  if (isNegative) return { days: 0, ms: 0 }
  return { days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1_000 }
}

/** An event blocks time unless TRANSP or Microsoft's busy status marks it free. 'Working elsewhere' is busy. */
function isBusy(component: Component): boolean {
  const value = (name: string) => getPropertyText(component, name).toUpperCase()
  return (
    value('status') !== 'CANCELLED' &&
    value('transp') !== 'TRANSPARENT' &&
    value('x-microsoft-cdo-busystatus') !== 'FREE'
  )
}
