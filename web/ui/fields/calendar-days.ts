/** 'YYYY-MM-DD' text, which no time zone can shift. */
export type Day = string

const dayMs = 86_400_000
const utc = (day: Day) => Date.parse(`${day}T00:00:00Z`)
const text = (ms: number): Day => new Date(ms).toISOString().slice(0, 10)

export const addDays = (day: Day, by: number): Day => text(utc(day) + by * dayMs)

/** Returns the same day of the month `by` months later; the last day of a shorter month. */
export function addMonths(day: Day, by: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + by, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return text(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(date, last)))
}

export const getMonthStart = (day: Day): Day => `${day.slice(0, 7)}-01`

/** Returns the index of a day in its week, 0 to 6. */
export const getWeekdayIndex = (day: Day, weekStart: 0 | 1): number =>
  (new Date(utc(day)).getUTCDay() + 7 - weekStart) % 7

/** Returns the weeks of a month, with null outside it. */
export function listWeeks(month: Day, weekStart: 0 | 1): (Day | null)[][] {
  const first = getMonthStart(month)
  const count = Number(addDays(addMonths(first, 1), -1).slice(8))
  const cells: (Day | null)[] = Array.from({ length: getWeekdayIndex(first, weekStart) }, () => null)
  for (let i = 0; i < count; i++) cells.push(addDays(first, i))
  while (cells.length % 7 !== 0) cells.push(null)
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}

/**
 * Returns the day that a key leads to, within the range; Shift moves by a year instead of a month. Null for other keys.
 */
export function getDayForKey(
  { key, shiftKey }: { key: string; shiftKey?: boolean },
  day: Day,
  weekStart: 0 | 1,
  from: Day,
  until: Day,
): Day | null {
  const column = getWeekdayIndex(day, weekStart)
  const to: Record<string, () => Day> = {
    ArrowRight: () => addDays(day, 1),
    ArrowLeft: () => addDays(day, -1),
    ArrowDown: () => addDays(day, 7),
    ArrowUp: () => addDays(day, -7),
    Home: () => addDays(day, -column),
    End: () => addDays(day, 6 - column),
    PageDown: () => addMonths(day, shiftKey ? 12 : 1),
    PageUp: () => addMonths(day, shiftKey ? -12 : -1),
  }
  const moved = to[key]?.()
  if (!moved) return null
  return moved < from ? from : moved > until ? until : moved
}
