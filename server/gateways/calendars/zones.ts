import { Temporal } from 'temporal-polyfill'
import { listOnsets } from './custom-zone.ts'
import type { Calendar, Component } from './components.ts'
import { getPropertyText } from './components.ts'
import { findZoneName, isIanaName } from './zone-names.ts'

/**
 * A time zone. `wall` is the epoch milliseconds at which a UTC clock shows the zone's local time. `instant` is in epoch
 * milliseconds.
 */
export class Zone {
  readonly #offsetAt: (instant: number) => number
  constructor(offsetAt: (instant: number) => number) {
    this.#offsetAt = offsetAt
  }

  /**
   * Returns the instant of a wall-clock time by RFC 5545 section 3.3.5. Of a repeated time, it is the first. A skipped
   * time is read with the offset before the clock change.
   */
  toInstant(wall: number): number {
    const before = this.#offsetAt(wall - DAY_MS)
    const after = this.#offsetAt(wall + DAY_MS)
    if (before === after || this.#offsetAt(wall - before) === before) return wall - before
    return this.#offsetAt(wall - after) === after ? wall - after : wall - before
  }

  toWall(instant: number): number {
    return instant + this.#offsetAt(instant)
  }
}

const DAY_MS = 86_400_000
const MOST_ASSUMED = 20
const MOST_DAYS = 4_000
/** Beyond any real calendar. Further names are read as unknown. */
const MOST_ZONES = 500
const fixedZone = (offset: number): Zone => new Zone(() => offset)
export const UTC = fixedZone(0)

/** Offsets are cached by day. */
export function createIanaZone(name: string): Zone {
  const days = new Map<number, number | null>()
  const compute = (instant: number): number =>
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(name).offsetNanoseconds / 1e6
  return new Zone((instant) => {
    const day = Math.floor(instant / DAY_MS)
    let offset = days.get(day)
    if (offset === undefined) {
      const start = compute(day * DAY_MS)
      offset = start === compute((day + 1) * DAY_MS) ? start : null
      if (days.size >= MOST_DAYS) days.clear()
      days.set(day, offset)
    }
    return offset ?? compute(instant)
  })
}

/** The zones of one calendar file. Times without a zone, or with an unknown one, are in the artist's zone. */
export class FileZones {
  readonly local: Zone
  readonly #until: number
  readonly #calendars: readonly Calendar[]
  readonly #known = new Map<string, Zone>()
  readonly #perCalendar = new Map<Calendar, Map<string, Zone>>()
  readonly #assumed = new Set<string>()
  #names = 0

  constructor(calendars: readonly Calendar[], zone: string, until: number) {
    this.local = createIanaZone(zone)
    this.#until = until
    this.#calendars = calendars
  }

  /** At most 20 names that are neither defined in the file nor known. */
  get assumed(): string[] {
    return [...this.#assumed]
  }

  find(tzid: string, calendar: Calendar): Zone {
    const key = tzid.trim().toLowerCase()
    if (!key) return this.local
    const zones = this.#perCalendar.get(calendar) ?? new Map<string, Zone>()
    this.#perCalendar.set(calendar, zones)
    const known = zones.get(key)
    if (known) return known
    this.#names += 1
    const zone = this.#names > MOST_ZONES ? this.#assume(tzid) : this.#resolve(tzid.trim(), calendar)
    zones.set(key, zone)
    return zone
  }

  #resolve(tzid: string, calendar: Calendar): Zone {
    if (isIanaName(tzid)) return this.#findIana(tzid)
    const definition = this.#findDefinition(tzid.toLowerCase(), calendar)
    const named = definition && (this.#findNamed(definition) ?? this.#createCustom(definition))
    if (named) return named
    const found = findZoneName(tzid)
    if (typeof found === 'number') return fixedZone(found)
    return found ? this.#findIana(found) : this.#assume(tzid)
  }

  #assume(tzid: string): Zone {
    if (this.#assumed.size < MOST_ASSUMED) this.#assumed.add(tzid.slice(0, 100))
    return this.local
  }

  #findDefinition(key: string, calendar: Calendar): Component | undefined {
    return calendar.zones.get(key) ?? this.#calendars.find(({ zones }) => zones.has(key))?.zones.get(key)
  }

  /**
   * Returns the IANA zone that a VTIMEZONE names, because its own rules may end where the producer stopped writing
   * them.
   */
  #findNamed(definition: Component): Zone | undefined {
    for (const text of [
      getPropertyText(definition, 'x-lic-location'),
      getPropertyText(definition, 'tzurl').replace(/\.ics$/i, ''),
    ]) {
      const found = text && findZoneName(text)
      if (typeof found === 'string' && found) return this.#findIana(found)
    }
    return undefined
  }

  #createCustom(definition: Component): Zone | undefined {
    const onsets = listOnsets(definition, this.#until)
    const [first] = onsets
    if (!first) return undefined
    return new Zone((instant) => onsets.findLast(({ at }) => at <= instant)?.offset ?? first.offsetBefore)
  }

  #findIana(name: string): Zone {
    const key = name.toLowerCase()
    const zone = this.#known.get(key) ?? createIanaZone(name)
    this.#known.set(key, zone)
    return zone
  }
}
