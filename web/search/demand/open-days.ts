import type { OutputOf } from '#contract/endpoint.ts'
import { toPercent } from '#contract/format.ts'
import type { Location } from '#contract/places/location.ts'
import type { demand } from '#contract/search/demand/demand.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { getLocalToday } from '#web/search/form/search-form.ts'
import { searchMessages } from '#web/search/messages.ts'
import { addDays, addMonths, type Day, getMonthStart, getWeekdayIndex } from '#web/ui/fields/calendar-days.ts'
import type { DayTold } from '#web/ui/fields/calendar.tsx'

export type OpenDays = OutputOf<typeof demand.days>

const dayMs = 86_400_000
const indexOf = ({ start }: OpenDays, day: Day) => Math.round((Date.parse(day) - Date.parse(start)) / dayMs)

/** Returns free artists and scarcity of a day near a place; null if unknown. */
export function describeDay(days: OpenDays, day: Day, country: Country): DayTold | null {
  const free = days.free[indexOf(days, day)]
  if (free === undefined || days.asked === 0) return null
  const share = toPercent(free, days.asked)
  return {
    level: (free === 0 ? 0 : Math.min(4, 1 + Math.floor(share / 25))) as DayTold['level'],
    said: freeOf(days, free, country),
    under: days.asked === days.artists ? String(free) : `${Math.round(share)}%`,
    few: days.few.includes(day),
  }
}

// With very many artists only a sample was counted: a share is known, no number.
function freeOf(days: OpenDays, free: number, country: Country): string {
  const t = createTranslator(searchMessages, country)
  return days.asked === days.artists
    ? t('days.free', { free, n: days.asked })
    : t('days.free.share', { percent: Math.round(toPercent(free, days.asked)) })
}

/** Returns only the number of free artists, for small spaces. */
export function formatFreeCount(days: OpenDays, day: Day, country: Country): string | null {
  const free = days.free[indexOf(days, day)]
  return free === undefined ? null : freeOf(days, free, country)
}

type WeekdayChoice = { day: Day; free: number; from: number | null; best: boolean; least: boolean }

/**
 * Returns the bookable days of a month on a weekday, marking the most free and the cheapest; no mark if all are equal.
 */
export function listWeekdays(days: OpenDays, month: Day, weekday: number): WeekdayChoice[] {
  const first = getMonthStart(month)
  const last = addDays(addMonths(first, 1), -1)
  const found: { day: Day; free: number; from: number | null }[] = []
  for (let day = addDays(first, (weekday + 7 - getWeekdayIndex(first, 0)) % 7); day <= last; day = addDays(day, 7)) {
    const free = days.free[indexOf(days, day)]
    if (free !== undefined) found.push({ day, free, from: days.from[indexOf(days, day)] ?? null })
  }
  const most = Math.max(...found.map(({ free }) => free))
  const prices = found.flatMap(({ from }) => from ?? [])
  const lowest = Math.min(...prices)
  return found.map((one) => ({
    ...one,
    best: one.free === most && most > 0 && found.some(({ free }) => free < most),
    least: one.from === lowest && prices.some((price) => price > lowest),
  }))
}

/** Returns today at the place of the days, or the browser's while there are none. The first day is tomorrow. */
export const getTodayThere = (answer: Pick<OpenDays, 'start'> | null, now = new Date()): Day =>
  answer ? addDays(answer.start, -1) : getLocalToday(now)

/**
 * Returns availability near a place, null without a place, while loading, and without artists; and today's date there,
 * which may differ from the browser's. Without a place it is the browser's.
 */
export function useOpenDays(location: Location | null, categorySlug: string): { days: OpenDays | null; today: Day } {
  const near = location?.coordinates.join(',') ?? null
  const { answer } = useAnswer(near && `${near} ${categorySlug}`, () =>
    browserApi().demand.days({ near: near ?? '', categorySlug }),
  )
  return {
    days: answer && answer.asked > 0 ? answer : null,
    today: getTodayThere(answer),
  }
}
