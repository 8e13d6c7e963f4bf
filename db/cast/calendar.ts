/** The fixed date of the sample market; all its dates are relative to it. */
export const anchor = '2026-11-20'

const daySeconds = 86_400
const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 1000 / daySeconds
export const anchorDay: number = dayNumber(anchor)
export const anchorSeconds: number = anchorDay * daySeconds + 9 * 3600

export function formatDay(day: number): string {
  const known = dates.get(day)
  if (known) return known
  const date = new Date(day * daySeconds * 1000).toISOString().slice(0, 10)
  dates.set(day, date)
  return date
}
const dates = new Map<number, string>()

export const countDaysFromAnchor = (date: string): number => dayNumber(date) - anchorDay
/** 1 to 12. */
export const getMonth = (day: number): number => new Date(day * daySeconds * 1000).getUTCMonth() + 1
/** 0 is Sunday. */
export const getWeekday = (day: number): number => (day + 4) % 7

const offsets = new Map<string, number>()
const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Returns epoch seconds of a minute of a local day. Uses the offset at noon, which is right for every job after a clock
 * change.
 */
export function toInstant(tz: string, day: number, minute: number): number {
  const key = `${tz} ${day}`
  let offset = offsets.get(key)
  if (offset === undefined) {
    offset = getOffset(tz, day * daySeconds + 43_200)
    offsets.set(key, offset)
  }
  return day * daySeconds + minute * 60 - offset
}

export function getOffset(tz: string, seconds: number): number {
  let format = formats.get(tz)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: tz, timeZoneName: 'longOffset' })
    formats.set(tz, format)
  }
  const name = format.formatToParts(seconds * 1000).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT'
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60) : 0
}
