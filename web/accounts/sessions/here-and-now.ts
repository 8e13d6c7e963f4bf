import { clock, date, zonedDay, zonedTime } from '#contract/format.ts'

/** An instant in this browser's own zone, as its reader says it. Browser only. */
export function hereAndNow(instant: string): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return `${date(zonedDay(instant, zone), 'GB', new Date().getFullYear())}, ${clock(zonedTime(instant, zone))}`
}
