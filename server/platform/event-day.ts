import { Temporal } from 'temporal-polyfill'

const minuteMs = 60_000
const known = new Map<string, Day>()
const mostDays = 1_000

export function getEventDay(date: string, tz: string): Day {
  const key = `${date} ${tz}`
  const kept = known.get(key)
  if (kept) return kept
  if (known.size >= mostDays) known.delete(known.keys().next().value as string)
  const made = new Day(date, tz)
  known.set(key, made)
  return made
}

export class Day {
  readonly date: string
  readonly tz: string
  readonly clocksChange: boolean
  readonly #midnight: number
  readonly #offset: number
  readonly #minutes = new Map<number, number>()

  constructor(date: string, tz: string) {
    this.date = date
    this.tz = tz
    this.#midnight = wallClock(date, tz, 0)
    this.clocksChange = wallClock(date, tz, twoDays) - this.#midnight !== twoDays * minuteMs
    this.#offset = offsetAt(this.#midnight, tz)
  }

  /** Returns the instant in milliseconds of local minutes after midnight; from 1440 on, the next day. */
  at(minute: number): number {
    return this.clocksChange ? this.#changed(minute) : this.#midnight + minute * minuteMs
  }

  skips(time: string): boolean {
    return this.clocksChange && this.iso(this.at(toEventMinute(time))).slice(11, 16) !== time
  }

  iso(ms: number): string {
    const within = !this.clocksChange && ms >= this.#midnight && ms <= this.#midnight + twoDays * minuteMs
    return formatWithOffset(ms, within ? this.#offset : offsetAt(ms, this.tz))
  }

  #changed(minute: number): number {
    const kept = this.#minutes.get(minute)
    if (kept !== undefined) return kept
    const ms = wallClock(this.date, this.tz, minute)
    this.#minutes.set(minute, ms)
    return ms
  }
}

const twoDays = 2880

const wallClock = (date: string, tz: string, minute: number): number =>
  Temporal.PlainDate.from(date)
    .add({ days: Math.floor(minute / 1440) })
    .toPlainDateTime({ hour: Math.floor((minute % 1440) / 60), minute: minute % 60 })
    .toZonedDateTime(tz).epochMilliseconds

const offsetAt = (ms: number, tz: string): number =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(tz).offsetNanoseconds / 1e6

function formatWithOffset(ms: number, offsetMs: number): string {
  const local = new Date(ms + offsetMs).toISOString().slice(0, 19)
  const minutes = Math.abs(offsetMs) / minuteMs
  const two = (n: number) => String(Math.trunc(n)).padStart(2, '0')
  return `${local}${offsetMs < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}

const nightEnds = 300

/** Times before 05:00 belong to the night after the event date. */
export function toEventMinute(time: string): number {
  const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
  return minute < nightEnds ? minute + 1440 : minute
}

export const getToday = (tz: string, now: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(tz).toPlainDate().toString()

export const countDaysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)

export const addMonths = (date: string, months: number): string =>
  Temporal.PlainDate.from(date).add({ months }).toString()

const mondayOf = (date: string): string => addDays(date, -((new Date(date).getUTCDay() + 6) % 7))

/** Lists weeks by Monday, up to the current one in the latest time zone. */
export function listWeeksTo(now: Date, zones: readonly string[], weeks: number): string[] {
  const last = mondayOf(latestDay(now, zones))
  return Array.from({ length: weeks }, (_, i) => addDays(last, 7 * (i + 1 - weeks)))
}

export function listMonthsTo(now: Date, zones: readonly string[], months: number): string[] {
  const last = latestDay(now, zones)
  return Array.from({ length: months }, (_, i) => firstOfMonthAfter(last, i + 1 - months))
}

export function firstOfMonthAfter(date: string, months: number): string {
  const at = new Date(date)
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1)).toISOString().slice(0, 10)
}

const latestDay = (now: Date, zones: readonly string[]): string =>
  zones.map((tz) => getToday(tz, now)).reduce((latest, day) => (day > latest ? day : latest))
