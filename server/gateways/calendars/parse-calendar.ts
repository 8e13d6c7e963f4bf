import { type BusyTime, BusyTimes } from './busy-times.ts'
import { CalendarUnreadable, NOT_A_CALENDAR, TOO_SLOW_TO_READ } from './calendar-unreadable.ts'
import { type CalendarComponents, type Component, splitComponents } from './components.ts'
import { type CalendarEvent, type EventFault, EventReader, type SkipReason } from './event-reader.ts'
import { createDeclinedCheck, findOwnUid } from './owner.ts'
import { RuleFault } from './recurrence.ts'
import { emitTime, Series } from './series.ts'
import { FileZones } from './zones.ts'

type SkippedEvent = { title: string; date: string | null; reason: SkipReason }
export type ParsedCalendar = {
  times: BusyTime[]
  events: number
  ownEvents: { uid: string; from: number; to: number }[]
  skipped: SkippedEvent[]
  assumedZones: string[]
  completeUntil: number | null
}
export type CalendarSpan = { from: number; until: number; zone: string }

const DAY_MS = 86_400_000
/** Processor time for one calendar. */
const BUDGET_MS = 1_200
const MOST_SKIPPED = 20
/** Limit of merged times, so that the result fits into memory and the database. */
const MOST_TIMES = 50_000
const MOST_OWN_EVENTS = 5_000

/**
 * Reads the busy times of an iCalendar text. Skips and reports invalid events; their days count as busy. If a limit is
 * reached, `completeUntil` is the instant until which all times are known. Throws `CalendarUnreadable` if the text is
 * no calendar or cannot be parsed within `budgetMs` of processor time.
 */
export function parseCalendar(text: string, span: CalendarSpan, budgetMs = BUDGET_MS): ParsedCalendar {
  const isLate = createTimer(budgetMs)
  const components = splitComponents(text, () => {
    if (isLate()) throw new CalendarUnreadable(TOO_SLOW_TO_READ, 'timeout')
  })
  const { events, freeBusy, calendars } = components
  // Lines before any BEGIN:VCALENDAR belong to the first calendar.
  if (calendars.length < 2 && !events.length && !freeBusy.length) throw new CalendarUnreadable(NOT_A_CALENDAR)
  try {
    return new CalendarReader(components, span, isLate).read()
  } catch (fault) {
    throw fault instanceof OutOfTime ? new CalendarUnreadable(TOO_SLOW_TO_READ, 'timeout') : fault
  }
}

class OutOfTime extends Error {}

class CalendarReader {
  readonly #components: CalendarComponents
  readonly #span: CalendarSpan
  readonly #isLate: () => boolean
  readonly #zones: FileZones
  readonly #reader: EventReader
  readonly #times: BusyTimes
  readonly #own = new Map<string, BusyTimes>()
  readonly #faults: EventFault[] = []
  #events = 0

  constructor(components: CalendarComponents, span: CalendarSpan, isLate: () => boolean) {
    this.#components = components
    this.#span = span
    this.#isLate = isLate
    this.#zones = new FileZones(components.calendars, span.zone, span.until)
    this.#reader = new EventReader(this.#zones, createDeclinedCheck(components.events))
    this.#times = new BusyTimes(span.from, span.until)
  }

  read(): ParsedCalendar {
    for (const component of this.#components.freeBusy) this.#readFreeBusy(component)
    const series = this.#readEvents()
    const completeUntil = this.#expandAll(series)
    const times = this.#times.list()
    const tooMany = times[MOST_TIMES]
    return {
      times: times.slice(0, MOST_TIMES),
      events: this.#events,
      ownEvents: [...this.#own]
        .flatMap(([uid, own]) => own.list().map((time) => ({ uid, ...time })))
        .slice(0, MOST_OWN_EVENTS),
      skipped: this.#listSkipped(),
      assumedZones: this.#zones.assumed,
      completeUntil: tooMany ? Math.min(completeUntil ?? tooMany.from, tooMany.from) : completeUntil,
    }
  }

  #readEvents(): Series[] {
    const groups = new Map<string | Component, CalendarEvent[]>()
    for (const component of this.#components.events) {
      this.#checkTime()
      const { events, faults } = this.#reader.read(component)
      if (!faults.length) this.#events += 1
      this.#faults.push(...faults)
      const key = events[0]?.uid || component
      const group = groups.get(key)
      if (group) group.push(...events)
      else groups.set(key, events)
    }
    return [...groups.values()].flatMap((events) => this.#createSeries(events))
  }

  #createSeries(events: CalendarEvent[]): Series[] {
    const changes = listLatestChanges(events)
    for (const { uid, start, length, isBusy } of changes)
      if (isBusy) emitTime(start.zone, start.wall, length, this.#addTo(uid))
    return events
      .filter(({ recurrenceId }) => !recurrenceId)
      .map((event) => {
        this.#checkTime()
        try {
          return new Series(event, changes, this.#reader)
        } catch (fault) {
          if (!(fault instanceof RuleFault)) throw fault
          this.#reportRule(event)
          return new Series({ ...event, rules: [] }, changes, this.#reader)
        }
      })
  }

  /** The day of a series whose rule cannot be expanded counts as busy. */
  #reportRule(event: CalendarEvent): void {
    if (!event.isBusy) return
    const { start, length, uid } = this.#reader.createDay(event)
    emitTime(start.zone, start.wall, length, this.#addTo(uid))
    this.#events -= 1
    this.#faults.push({ title: event.title, reason: 'repeat', day: start })
  }

  /** Expands all series in the order of time. Returns the instant until which this is complete, or null. */
  #expandAll(series: Series[]): number | null {
    const { from, until } = this.#span
    try {
      for (const one of series) one.expandDates(this.#addTo(one.event.uid), () => this.#checkTime())
    } catch (fault) {
      if (fault instanceof OutOfTime) return from
      throw fault
    }
    const repeating = series.filter((one) => one.repeats)
    // Series that repeat within a day come last, so that they cannot use up the time of the others.
    const ends = [false, true].flatMap((isDense) => {
      const some = repeating.filter((one) => one.isDense === isDense)
      return [
        this.#expandRules(
          some.filter((one) => one.isCounted),
          until - from,
        ),
        this.#expandRules(
          some.filter((one) => !one.isCounted),
          isDense ? DAY_MS : 92 * DAY_MS,
        ),
      ]
    })
    const complete = Math.min(...ends)
    return complete < until ? complete : null
  }

  #expandRules(series: Series[], stepMs: number): number {
    const { from, until } = this.#span
    const open = new Set(series)
    for (let start = from; start < until && open.size; start += stepMs) {
      for (const one of open) {
        try {
          const span = { from: start, to: Math.min(start + stepMs, until) }
          one.expandRules(span, this.#addTo(one.event.uid), () => this.#checkTime())
        } catch (fault) {
          if (fault instanceof OutOfTime) return start
          if (!(fault instanceof RuleFault)) throw fault
          open.delete(one)
          this.#reportRule(one.event)
        }
      }
    }
    return until
  }

  #checkTime(): void {
    if (this.#isLate()) throw new OutOfTime()
  }

  #readFreeBusy(component: Component): void {
    const { properties, calendar, broken } = component
    const addTime = this.#addTo('')
    for (const property of properties) {
      if (property.name !== 'freebusy' || /^free$/i.test(String(property.getParameter('fbtype') ?? '').trim())) continue
      for (const { start, length } of this.#reader.readPeriods(property, calendar))
        emitTime(start.zone ?? this.#zones.local, start.wall, length, addTime)
    }
    const faults = broken.filter(({ name }) => name === 'FREEBUSY')
    for (const fault of faults) {
      const day = this.#reader.findDay({ ...component, properties: [], broken: [fault] })
      if (day) emitTime(day.zone, day.wall, { days: 1, ms: 0 }, addTime)
      this.#faults.push({ title: '', reason: 'other', day })
    }
    if (!faults.length) this.#events += 1
  }

  #addTo(uid: string): (from: number, to: number) => void {
    const own = findOwnUid(uid)
    if (own === null) return (from, to) => this.#times.add(from, to)
    const times = this.#own.get(own) ?? new BusyTimes(this.#span.from, this.#span.until)
    this.#own.set(own, times)
    return (from, to) => times.add(from, to)
  }

  /** Past events that do not repeat need no attention. */
  #listSkipped(): SkippedEvent[] {
    return this.#faults
      .filter(
        ({ day, reason }) => !day || reason === 'repeat' || day.zone.toInstant(day.wall + DAY_MS) > this.#span.from,
      )
      .slice(0, MOST_SKIPPED)
      .map(({ title, day, reason }) => ({ title, date: day ? formatDate(day.wall) : null, reason }))
  }
}

/** The version of an instance with the highest SEQUENCE counts. */
function listLatestChanges(events: CalendarEvent[]): CalendarEvent[] {
  const changes = events.filter(({ recurrenceId }) => recurrenceId)
  if (changes.length < 2) return changes
  const keyOf = ({ recurrenceId, start }: CalendarEvent) =>
    recurrenceId ? (recurrenceId.zone ?? start.zone).toInstant(recurrenceId.wall) : 0
  const latest = new Map<number, number>()
  for (const one of changes) latest.set(keyOf(one), Math.max(latest.get(keyOf(one)) ?? 0, one.sequence))
  return changes.filter((one) => one.sequence >= (latest.get(keyOf(one)) ?? 0))
}

const formatDate = (wall: number): string | null =>
  /^\d{4}-\d\d-\d\d(?=T)/.exec(new Date(wall).toISOString())?.[0] ?? null

/** Returns a function that tells whether this thread has used up an amount of processor time. */
function createTimer(budgetMs: number): () => boolean {
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  const end = usedMs() + budgetMs
  return () => usedMs() > end
}
