import type { BookedOut, Standing } from '#contract/providers/booked-out.ts'
import { limits } from '#contract/constants.ts'
import { type Day, dayOf, daysBetween, minuteOfEvent, todayIn } from '#server/platform/event-day.ts'
import { refuseField } from '#server/platform/refusal.ts'
import type { BusyRow } from '#server/providers/diary/diary-queries.ts'

const dayBegins = 300

/** An event's day ends with its night, at 5 AM the next morning. */
const dayEnds = 1740

/** Time on a day's clock, in minutes after its midnight. */
export type Span = { from: number; to: number; whole: boolean }

/** What of an event's day is meant: to its end without a finish, from its beginning without a start; refuses an end before the start. */
export function spanOf(startTime: string | null | undefined, finishTime: string | null | undefined): Span {
  const from = startTime ? minuteOfEvent(startTime) : dayBegins
  const finish = finishTime ? minuteOfEvent(finishTime) : dayEnds
  // A day that ends at 5 AM ends there the next morning: nothing can end where it begins.
  const to = finish === dayBegins ? dayEnds : finish
  if (to <= from) throw refuseField('times_in_order', 'finishTime')
  return { from, to, whole: from === dayBegins && to === dayEnds }
}

/** Refuses a day that has passed where the provider is, or lies further off than diaries go. */
export function refuseWrongDay(eventDate: string, tz: string, now: Date): void {
  const today = todayIn(tz, now)
  if (eventDate < today) throw refuseField('date_past', 'eventDate')
  if (daysBetween(today, eventDate) > limits.searchYearsAhead * 366) throw refuseField('date_too_far', 'eventDate')
}

/** Parts of a day, in milliseconds, with those that overlap or touch joined into one. */
export function joinedWith(
  part: { from: number; to: number },
  others: readonly { id: number; from: number; to: number }[],
): { from: number; to: number; swallowed: number[] } {
  const joined = { ...part, swallowed: [] as number[] }
  for (let grew = true; grew; ) {
    const next = others.find((o) => !joined.swallowed.includes(o.id) && o.from <= joined.to && o.to >= joined.from)
    grew = next !== undefined
    if (!next) break
    joined.from = Math.min(joined.from, next.from)
    joined.to = Math.max(joined.to, next.to)
    joined.swallowed.push(next.id)
  }
  return joined
}

const clockAt = (day: Day, ms: number): string => day.iso(ms).slice(11, 16)

export function presentBookedOut(row: BusyRow, tz: string): BookedOut {
  const day = dayOf(row.event_date, tz)
  return {
    id: String(row.id),
    eventDate: row.event_date,
    whole: row.whole_day,
    from: day.iso(row.from),
    to: day.iso(row.to),
    startTime: row.whole_day ? null : clockAt(day, row.from),
    finishTime: row.whole_day ? null : clockAt(day, row.to),
  }
}

/** Time that is taken, on the clock of an event's day. */
export function presentStanding(time: { from: number; to: number }, eventDate: string, tz: string): Standing {
  const day = dayOf(eventDate, tz)
  return {
    from: day.iso(time.from),
    to: day.iso(time.to),
    startTime: clockAt(day, time.from),
    finishTime: clockAt(day, time.to),
  }
}
