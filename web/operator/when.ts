import { formatClock, formatDate, formatMoney } from '#contract/format.ts'
import type { CurrencySum } from '#contract/operator/hub.ts'

const thisYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const anyYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** Returns the local day of an instant for a table: 18 Nov, or 18 Nov 2025 in another year. */
export function formatShortDay(instant: string): string {
  const at = new Date(instant)
  return (at.getFullYear() === new Date().getFullYear() ? thisYear : anyYear).format(at)
}

/** Returns a moment in local time for a table: 18 Nov, 9:00 AM. */
export const formatShortMoment = (instant: string): string => `${formatShortDay(instant)}, ${formatTimeOfDay(instant)}`

export const formatDayOf = (instant: string): string => formatDate(instant.slice(0, 10), 'GB')

const two = (n: number) => String(n).padStart(2, '0')
const dayOf = (at: Date) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`

/** Returns the day 'YYYY-MM-DD' of an instant in local time. */
export const toLocalDay = (instant: string): string => dayOf(new Date(instant))

/** Returns the local time of day of an instant: 9:00 AM. */
export function formatTimeOfDay(instant: string): string {
  const at = new Date(instant)
  return formatClock(`${two(at.getHours())}:${two(at.getMinutes())}`)
}

export const formatOperatorMoment = (instant: string): string =>
  `${formatDate(toLocalDay(instant), 'GB')}, ${formatTimeOfDay(instant)}`

/** Returns sums of several currencies: £1,250 + US$300. */
export const formatSums = (sums: readonly CurrencySum[]): string =>
  sums.map(({ amount, currency }) => formatMoney(amount, currency, { mixed: true })).join(' + ') ||
  formatMoney(0, 'GBP')

/** Returns how long ago an instant was: 5 min, 3 h, 4 days. */
export const formatAge = (since: string): string => formatWaited((Date.now() - Date.parse(since)) / 60_000)

/** Returns true for an instant in the future. */
export const isAhead = (instant: string): boolean => Date.parse(instant) > Date.now()

/** Returns how long it is until an instant, at least a minute: 5 min, 3 h. */
export const formatUntil = (instant: string): string =>
  formatWaited(Math.max(1, Math.ceil((Date.parse(instant) - Date.now()) / 60_000)))

export function formatWaited(minutes: number): string {
  if (minutes < 60) return `${Math.max(0, Math.floor(minutes))} min`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} days`
}

/** Returns a code or field name as words: 'secondApproval' is 'Second approval'. */
export function toWords(code: string): string {
  const words = code
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[._]/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
