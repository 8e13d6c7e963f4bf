import type { BookedOut } from '#contract/providers/booked-out.ts'
import { addDays } from '#web/ui/fields/calendar-days.ts'

/** Booked-out time as a list reads it: whole days in a row are one line. */
export type Stretch = { first: string; last: string; days: number; whole: boolean; dates: BookedOut[] }

/** Joins whole days that follow each other; parts of a day stand alone. In order. */
export function stretchesOf(dates: readonly BookedOut[]): Stretch[] {
  const stretches: Stretch[] = []
  for (const date of dates.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const before = stretches.at(-1)
    if (date.whole && before?.whole && addDays(before.last, 1) === date.eventDate) {
      before.last = date.eventDate
      before.days++
      before.dates.push(date)
    } else stretches.push({ first: date.eventDate, last: date.eventDate, days: 1, whole: date.whole, dates: [date] })
  }
  return stretches
}
