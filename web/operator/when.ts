import { clock, date } from '#contract/format.ts'

/** A day as operators read it. */
export const day = (instant: string): string => date(instant.slice(0, 10), 'GB')

/** An instant in the operator's own time. */
export function moment(instant: string): string {
  const at = new Date(instant)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${date(`${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`, 'GB')}, ${clock(`${two(at.getHours())}:${two(at.getMinutes())}`)}`
}

/** How long something has waited, in its largest unit. */
export function waited(minutes: number): string {
  if (minutes < 60) return `${Math.max(0, Math.floor(minutes))} min`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} days`
}
