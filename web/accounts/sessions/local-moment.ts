import { formatClock, formatDate, zonedDay, zonedTime } from '#contract/format.ts'

/** Returns an instant in the browser's time zone. Browser only. */
export function formatLocalMoment(instant: string): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return `${formatDate(zonedDay(instant, zone), 'GB', new Date().getFullYear())}, ${formatClock(zonedTime(instant, zone))}`
}
