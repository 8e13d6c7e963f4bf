import { getLanguage } from './i18n/language.ts'
import { formatDigits } from './money.ts'
import type { Country } from './words.ts'

export { formatMoney } from './money.ts'

/** Format of money, distance and calendar by country. */
export const markets = {
  AU: { name: 'Australia', currency: 'AUD', symbol: '$', distance: 'km', weekStart: 1, locale: 'en-AU' },
  US: { name: 'United States', currency: 'USD', symbol: '$', distance: 'miles', weekStart: 0, locale: 'en-US' },
  GB: { name: 'United Kingdom', currency: 'GBP', symbol: '£', distance: 'miles', weekStart: 1, locale: 'en-GB' },
  CA: { name: 'Canada', currency: 'CAD', symbol: '$', distance: 'km', weekStart: 0, locale: 'en-CA' },
} as const satisfies Record<Country, unknown>

export const toHundredths = (n: number): number => Math.round(n * 100) / 100

export const convertHundredths = (hundredths: number): number => hundredths / 100

export const toPercent = (part: number, whole = 1): number => (100 * part) / whole

export const formatNumber = (n: number): string => formatDigits(n)

/** Returns metres in the country's unit, one decimal under 10: 1.2 miles, 14 km. */
export function formatDistance(metres: number, country: Country): string {
  const unit = markets[country].distance
  const value = metres / (unit === 'miles' ? 1609 : 1000)
  if (getLanguage() === 'fr')
    return `${formatDigits(Number(value.toFixed(value < 9.95 ? 1 : 0)), 0, 1)} ${unit === 'miles' ? 'mi' : 'km'}`
  const said = value < 9.95 ? String(Number(value.toFixed(1))) : formatDigits(Math.round(value))
  return said === '1' && unit === 'miles' ? '1 mile' : `${said} ${unit}`
}

/** Returns 'HH:MM' as the time list shows it: 8 AM, 1:30 PM, Midday, Midnight. */
export function formatTime(hhmm: string): string {
  const isFrench = getLanguage() === 'fr'
  if (hhmm === '12:00') return isFrench ? 'midi' : 'Midday'
  if (hhmm === '00:00') return isFrench ? 'minuit' : 'Midnight'
  return isFrench ? formatClock(hhmm).replace(/\u00a000$/, '') : formatClock(hhmm).replace(':00', '')
}

/** Returns a chosen time of a day that ends at 5 AM: 1:30 PM; 12:30 AM, next day. */
export const formatNightTime = (hhmm: string): string =>
  hhmm < '05:00' ? markNextDay(formatTime(hhmm)) : formatTime(hhmm)

/** Returns a computed time, always with minutes: 8:00 AM. For chosen times use `formatTime`. */
export function formatClock(hhmm: string): string {
  const [hours = 0, minutes = 0] = hhmm.split(':').map(Number)
  if (getLanguage() === 'fr') return `${hours}\u00a0h\u00a0${String(minutes).padStart(2, '0')}`
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`
}

/** Returns a computed time of a day that ends at 5 AM: 1:30 PM; 12:30 AM, next day. */
export const formatNightClock = (hhmm: string): string =>
  hhmm < '05:00' ? markNextDay(formatClock(hhmm)) : formatClock(hhmm)

/** Marks a time as after midnight: 12:30 AM, next day. */
export const markNextDay = (time: string): string =>
  getLanguage() === 'fr' ? `${time}, le lendemain` : `${time}, next day`

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const frenchDates = new Map<string, Intl.DateTimeFormat>()

function frenchDate(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  const format = frenchDates.get(key) ?? new Intl.DateTimeFormat('fr-CA', { ...options, timeZone: 'UTC' })
  frenchDates.set(key, format)
  return format
}

/** Returns a day 'YYYY-MM-DD' in the country's format, without the year if that is `thisYear`: Sat 12 June 2027. */
export function formatDate(day: string, country: Country, thisYear?: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number)
  if (getLanguage() === 'fr')
    return frenchDate({
      weekday: 'short',
      day: 'numeric',
      month: 'long',
      ...(year === thisYear ? {} : { year: 'numeric' }),
    }).format(new Date(Date.UTC(year, month - 1, dayOfMonth)))
  const weekday = days[new Date(Date.UTC(year, month - 1, dayOfMonth)).getUTCDay()]
  const name = months[month - 1] ?? ''
  const withYear = year !== thisYear
  if (country === 'US' || country === 'CA') {
    return `${weekday}, ${name.slice(0, 3)} ${dayOfMonth}${withYear ? `, ${year}` : ''}`
  }
  return `${weekday} ${dayOfMonth} ${name}${withYear ? ` ${year}` : ''}`
}

export function formatMonth(year: number, monthOfYear: number): string {
  if (getLanguage() === 'fr')
    return frenchDate({ month: 'long', year: 'numeric' }).format(new Date(Date.UTC(year, monthOfYear - 1, 1)))
  return `${months[monthOfYear - 1]} ${year}`
}

export function formatDuration(minutes: number): string {
  const h = Math.floor(minutes / 60)
  const m = Math.round(minutes % 60)
  if (h === 0) return `${m} min`
  if (m === 0) return getLanguage() === 'fr' ? `${h} h` : h === 1 ? '1 hour' : `${h} hours`
  return `${h} h ${m} min`
}

export const formatScore = (value: number): string => formatDigits(Number(value.toFixed(2)), 0, 2)

const inZone = (locale: string, options: Intl.DateTimeFormatOptions) => {
  // Cached: creating a formatter costs a hundred times as much as using it.
  const made = new Map<string, Intl.DateTimeFormat>()
  return (instant: string, timeZone: string): string => {
    const format = made.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
    made.set(timeZone, format)
    return format.format(new Date(instant))
  }
}

export const zonedTime = inZone('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

export const zonedDay = inZone('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' })
