import { formatDate, formatTime } from '#contract/format.ts'
import type { LowerPriceRule } from '#contract/providers/lower-price.ts'
import type { Country } from '#contract/words.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'

/** Returns a minute of the event's day as a time; past midnight is the next morning. */
export const formatMinuteOfDay = (minute: number): string =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

// 2024 is a leap year, so it has every day.
const yearDay = (day: number, country: Country) =>
  formatDate(`2024-${formatMonthDay(day)}`, country)
    .replace(/^\w+ /, '')
    .replace(/,? 2024$/, '')

/** Returns a yearly day: 1201 is 12-01. */
export function formatMonthDay(day: number): string {
  const text = String(day).padStart(4, '0')
  return `${text.slice(0, 2)}-${text.slice(2)}`
}

export function describeLowerPrice(rule: LowerPriceRule, country: Country): string {
  const t = createTranslator(lowerMessages, country)
  const { percent } = rule
  if (rule.kind === 'last_minute') {
    const n = rule.withinDays
    return t('lower.when', { percent, when: n === 0 ? t('lower.late.0') : t('lower.late', { n }) })
  }
  const { weekdays, hours, season } = rule
  const days = weekdays?.map((day) => t(`lower.day.${day as 0 | 1 | 2 | 3 | 4 | 5 | 6}`)) ?? []
  const when = [
    days.length > 0 && t('lower.days', { days: listed(days) }),
    hours &&
      t('lower.hours', {
        from: formatTime(formatMinuteOfDay(hours.from)),
        to: formatTime(formatMinuteOfDay(hours.to)),
      }),
    season && t('lower.season', { first: yearDay(season.first, country), last: yearDay(season.last, country) }),
  ]
  return t('lower.when', { percent, when: when.filter(Boolean).join(', ') })
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

export const lowerMessages = defineMessages({
  'lower.deposit': 'Deposit {n}%',
  'lower.title': 'Discounts',
  'lower.when': '{percent}% off {when}',
  'lower.days': 'on {days}',
  'lower.hours': 'for bookings that start between {from} and {to}',
  'lower.season': 'from {first} to {last}',
  'lower.late.0': 'for bookings on the same day',
  'lower.late': '{n, plural, one {for bookings today or tomorrow} other {for bookings in the next {n} days}}',
  'lower.day.0': 'Mondays',
  'lower.day.1': 'Tuesdays',
  'lower.day.2': 'Wednesdays',
  'lower.day.3': 'Thursdays',
  'lower.day.4': 'Fridays',
  'lower.day.5': 'Saturdays',
  'lower.day.6': 'Sundays',
})
