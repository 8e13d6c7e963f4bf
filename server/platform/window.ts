import { dateAfter, todayIn } from './event-day.ts'

/** The Monday of the week that a date is in. */
const mondayOf = (date: string): string => dateAfter(date, -((new Date(date).getUTCDay() + 6) % 7))

/** The last so many weeks, each by its Monday, to the one that runs where it is latest. */
export function weeksTo(now: Date, zones: readonly string[], weeks: number): string[] {
  const last = mondayOf(latestDay(now, zones))
  return Array.from({ length: weeks }, (_, i) => dateAfter(last, 7 * (i + 1 - weeks)))
}

/** The same of months, each by its first day. */
export function monthsTo(now: Date, zones: readonly string[], months: number): string[] {
  const last = latestDay(now, zones)
  return Array.from({ length: months }, (_, i) => monthsAfter(last, i + 1 - months))
}

/** The first day of the month that is so many after that of a date. */
export function monthsAfter(date: string, months: number): string {
  const at = new Date(date)
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1)).toISOString().slice(0, 10)
}

const latestDay = (now: Date, zones: readonly string[]): string =>
  zones.map((tz) => todayIn(tz, now)).reduce((latest, day) => (day > latest ? day : latest))
