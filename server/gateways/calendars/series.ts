import type ICAL from 'ical.js'
import type { CalendarEvent, EventReader, Length, Stamp } from './event-reader.ts'
import { RuleFault, RuleWalls, toWallTime } from './recurrence.ts'
import { UTC, type Zone } from './zones.ts'

const DAY_MS = 86_400_000
/** Wall-clock times and instants differ by less than this. */
const ZONE_MS = 26 * 3_600_000
/** Widths of the look-ups in a rule: a narrower one is tried when a wider one finds too many times. */
const WIDTHS_MS = [Number.POSITIVE_INFINITY, 31 * DAY_MS, 4 * DAY_MS, DAY_MS / 2, DAY_MS / 16]

type Span = { from: number; to: number }
type Emit = (from: number, to: number) => void
type Change = { event: CalendarEvent; key: number; wall: number }

/** One event with its repeats, and the changes that other events of the same UID make to them. */
export class Series {
  readonly event: CalendarEvent
  readonly #reader: EventReader
  readonly #zone: Zone
  readonly #changes: Set<number>
  readonly #futureChanges: Change[]
  readonly #exceptions: { instants: Set<number>; days: Set<number> }
  readonly #rules: { walls: RuleWalls; isAfterEnd: (wall: number, instant: number) => boolean; last: number }[]
  /** How much earlier than its instance in the rule a time can begin, and how much later it can end. */
  readonly #reach: { before: number; after: number }
  #position = Number.NEGATIVE_INFINITY
  #width = 0

  constructor(event: CalendarEvent, changes: readonly CalendarEvent[], reader: EventReader) {
    this.event = event
    this.#reader = reader
    this.#zone = event.start.zone
    const known = changes.map((one) => this.#createChange(one))
    this.#changes = new Set(known.filter(({ event: one }) => !one.changesFuture).map(({ key }) => key))
    this.#futureChanges = known
      .filter(({ event: one, wall }) => one.changesFuture && wall >= event.start.wall)
      .sort((a, b) => a.wall - b.wall)
    this.#exceptions = this.#readExceptions()
    this.#rules = event.rules.map((recur) => this.#createRule(recur))
    const lengths = [event, ...this.#futureChanges.map((one) => one.event)].map((one) => spanOf(one.length))
    const shifts = this.#futureChanges.map((one) => one.event.start.wall - one.wall)
    this.#reach = {
      before: Math.max(0, ...shifts.map((shift) => -shift)) + ZONE_MS,
      after: Math.max(0, ...shifts) + Math.max(...lengths) + ZONE_MS,
    }
  }

  get repeats(): boolean {
    return this.#rules.length > 0
  }

  /** A rule with a COUNT must be looked up from its first time. */
  get isCounted(): boolean {
    return this.event.rules.some(({ count }) => Boolean(count))
  }

  /** A rule that repeats within a day can have very many times. */
  get isDense(): boolean {
    return this.event.rules.some(({ freq }) => /^(?:SECOND|MINUTE|HOUR)LY$/.test(freq))
  }

  expandDates(emit: Emit, checkTime: () => void): void {
    const { start, extraDates } = this.event
    this.#emitInstance(start.wall, null, emit)
    for (const [i, extra] of extraDates.entries()) {
      if (i % 1_000 === 0) checkTime()
      this.#emitInstance(this.#toOwnWall(extra.start), extra.length, emit)
    }
  }

  /**
   * Emits all times of the rules in a span that were not in an earlier one. Spans must follow each other. Throws
   * `RuleFault` if a rule cannot be expanded; `checkTime` may throw too.
   */
  expandRules({ from, to }: Span, emit: Emit, checkTime: () => void): void {
    const end = to + this.#reach.before
    let position = Math.max(this.#position, from - this.#reach.after, this.event.start.wall)
    if (this.#rules.every(({ last }) => last < position)) return
    while (position < end) {
      checkTime()
      const next = Math.min(end, position + (WIDTHS_MS[this.#width] ?? DAY_MS))
      const walls = this.#expandSlice(position, next)
      if (!walls) continue
      for (const wall of walls) this.#emitInstance(wall, null, emit)
      position = next
      this.#position = next
    }
  }

  /** Returns null after narrowing the look-ups if there were too many times. */
  #expandSlice(from: number, to: number): number[] | null {
    try {
      return this.#rules.flatMap(({ walls, isAfterEnd }) =>
        walls.between(from, to - 1).filter((wall) => !isAfterEnd(wall, this.#zone.toInstant(wall))),
      )
    } catch (fault) {
      this.#width += 1
      if (this.#width < WIDTHS_MS.length && String(fault).includes('exceeded')) return null
      throw new RuleFault('This rule cannot be expanded.', { cause: fault })
    }
  }

  #emitInstance(wall: number, length: Length | null, emit: Emit): void {
    const { event } = this
    const instant = this.#zone.toInstant(wall)
    const day = floorDay(wall)
    if (this.#exceptions.days.has(day) || (!event.start.isDate && this.#exceptions.instants.has(instant))) return
    if (this.#changes.has(event.start.isDate ? day : instant)) return
    const change = this.#futureChanges.findLast((one) => one.wall <= wall)
    if (!(change?.event ?? event).isBusy) return
    if (!change) emitTime(this.#zone, wall, length ?? event.length, emit)
    else emitTime(change.event.start.zone, wall + change.event.start.wall - change.wall, change.event.length, emit)
  }

  /** An all-day series compares days. A date in a timed series keeps the time of day. */
  #toOwnWall(stamp: Stamp): number {
    const { start } = this.event
    if (start.isDate) return this.#reader.dayOf(stamp)
    if (stamp.isDate) return stamp.wall + start.wall - floorDay(start.wall)
    return stamp.zone && stamp.zone !== start.zone ? this.#zone.toWall(stamp.zone.toInstant(stamp.wall)) : stamp.wall
  }

  #createChange(event: CalendarEvent): Change {
    const stamp = event.recurrenceId ?? event.start
    const wall = this.#toOwnWall(stamp)
    return { event, wall, key: this.event.start.isDate ? wall : this.#instantOf(stamp, wall) }
  }

  #readExceptions() {
    const instants = new Set<number>()
    const days = new Set<number>()
    for (const stamp of this.event.exceptions) {
      if (this.event.start.isDate) days.add(this.#reader.dayOf(stamp))
      else if (stamp.isDate) days.add(stamp.wall)
      else instants.add(this.#instantOf(stamp, stamp.wall))
    }
    return { instants, days }
  }

  #instantOf(stamp: Stamp, wall: number): number {
    return stamp.isDate || !stamp.zone ? this.#zone.toInstant(wall) : stamp.zone.toInstant(stamp.wall)
  }

  #createRule(recur: ICAL.Recur) {
    const { start } = this.event
    const walls = new RuleWalls(recur, start.wall)
    const { until } = recur
    if (!until) return { walls, isAfterEnd: () => false, last: Number.POSITIVE_INFINITY }
    const end = toWallTime(until)
    const last = end + DAY_MS + ZONE_MS
    const isUtc = until.zone?.tzid === 'UTC'
    if (start.isDate) {
      const day = this.#reader.dayOf({ wall: end, isDate: until.isDate, zone: isUtc ? UTC : null })
      return { walls, isAfterEnd: (wall: number) => wall > day, last }
    }
    if (until.isDate) return { walls, isAfterEnd: (wall: number) => wall >= end + DAY_MS, last }
    return { walls, isAfterEnd: (wall: number, instant: number) => (isUtc ? instant : wall) > end, last }
  }
}

/** A time without a length is not busy. */
export function emitTime(zone: Zone, wall: number, { days, ms }: Length, emit: Emit): void {
  const from = zone.toInstant(wall)
  const to = (days ? zone.toInstant(wall + days * DAY_MS) : from) + ms
  if (to > from) emit(from, to)
}

const spanOf = ({ days, ms }: Length): number => days * DAY_MS + ms
const floorDay = (wall: number): number => Math.floor(wall / DAY_MS) * DAY_MS
