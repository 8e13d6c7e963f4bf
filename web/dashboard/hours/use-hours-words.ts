import { date, nightTime, time } from '#contract/format.ts'
import type { HoursWindow } from '#contract/providers/hours.ts'
import { reader } from '#contract/words.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { hoursWords } from './hours-words.ts'

/** The days of a week as hours count them: Monday first. */
export const weekdays = [0, 1, 2, 3, 4, 5, 6] as const

/** The words of hours, and how days and times stand in them. */
export function useHoursWords() {
  const { countryCode } = useOwn().profile
  const t = reader(hoursWords, countryCode)
  const on = (day: string) => date(day, countryCode, new Date().getFullYear())
  const span = ({ opens, closes }: HoursWindow) => t('hours.weeks.span', { clock: time(opens), end: nightTime(closes) })
  return {
    t,
    on,
    /** One day, or the first and the last of several. */
    days: (first: string, last: string) =>
      first === last ? on(first) : t('hours.days', { first: on(first), last: on(last) }),
    /** Windows of a day, one after the other. */
    said: (windows: readonly HoursWindow[]) =>
      windows.length ? windows.map(span).join(', ') : t('hours.weeks.closed'),
    span,
    weekday: (day: number) => t(`hours.day.${day as (typeof weekdays)[number]}`),
  }
}
