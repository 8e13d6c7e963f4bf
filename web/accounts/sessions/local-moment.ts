import { formatClock, formatDate, zonedDay, zonedTime } from '#contract/format.ts'

/** An instant in this browser's own zone, as its reader says it. Browser only. */
export function formatLocalMoment(instant: string): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return `${formatDate(zonedDay(instant, zone), 'GB', new Date().getFullYear())}, ${formatClock(zonedTime(instant, zone))}`
}
