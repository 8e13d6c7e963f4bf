import { formatNightClock, formatTime } from '#contract/format.ts'
import { addDays } from '#web/ui/fields/calendar-days.ts'
import type { Block } from './day-blocks.ts'

/** An event's day in minutes after midnight: from 5 AM to 5 AM the next morning. */
export const [dayBegins, dayEnds] = [300, 1740]
/** Length of a cell of the time grid in minutes. */
export const slotMinutes = 30
/** Step of a move or a new length in minutes. */
export const stepMinutes = 15

/** Half hours from an anchor to a moving end, in minutes of the event's day. */
export interface Selection {
  date: string
  anchor: number
  reach: number
}

/** A part of a day, in minutes of the event's day. */
export interface Span {
  date: string
  from: number
  to: number
}

/** A part of a day, as form values. */
export interface SpanTimes {
  date: string
  from: string
  to: string
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))
/** Returns the start of the slot that contains a minute, within the day. */
export const toSlot = (minute: number): number =>
  clamp(Math.floor(minute / slotMinutes) * slotMinutes, dayBegins, dayEnds - slotMinutes)

export const selectHour = (date: string, slot: number): Selection => ({
  date,
  anchor: slot,
  reach: toSlot(slot + slotMinutes),
})

/** Moves the end of a selection by a number of slots. */
export const extendSelection = (selection: Selection, by: number): Selection => ({
  ...selection,
  reach: toSlot(selection.reach + by * slotMinutes),
})

export const getSelectionSpan = ({ date, anchor, reach }: Selection): Span => ({
  date,
  from: Math.min(anchor, reach),
  to: Math.max(anchor, reach) + slotMinutes,
})

const two = (n: number): string => String(n).padStart(2, '0')

/** Returns a minute of the event's day as HH:MM. */
export const formatMinuteOfEvent = (minute: number): string =>
  `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`

export const toSpanTimes = ({ date, from, to }: Span): SpanTimes => ({
  date,
  from: formatMinuteOfEvent(from),
  to: formatMinuteOfEvent(to),
})

/** Returns a span as the values of an appointment's form; a time before 5 AM is in the night after its day. */
export const toAppointmentTime = ({
  date,
  from,
  to,
}: Span): { eventDate: string; startTime: string; minutes: string } => ({
  eventDate: date,
  startTime: formatMinuteOfEvent(from),
  minutes: String(to - from),
})

/** Formats both ends of a span; a time after midnight is marked as the next day's. */
export const formatSpanEnds = (span: Span): { clock: string; end: string } => {
  const { from, to } = toSpanTimes(span)
  return {
    clock: formatNightClock(from),
    end: span.to === dayEnds ? `${formatNightClock(to)}, next day` : formatNightClock(to),
  }
}

/** Formats both ends as short as possible, for blocks of the time grid: `9` and `10:30 AM`. */
export const formatShortEnds = ({ from, to }: Omit<Span, 'date'>): { clock: string; end: string } => {
  const [clock, end] = [formatTime(formatMinuteOfEvent(from)), formatTime(formatMinuteOfEvent(to))]
  const half = / [AP]M$/.exec(clock)?.[0]
  return { clock: half && end.endsWith(half) ? clock.slice(0, -half.length) : clock, end }
}

/** Returns the first booking, private appointment or hold that overlaps a span. */
export const findOverlap = ({ from, to }: Omit<Span, 'date'>, blocks: readonly Block[]): Block | undefined =>
  blocks.find(
    ({ look, state, from: begins, to: ends }) =>
      (look === 'job' || look === 'hold') && state !== 'cancelled' && begins < to && ends > from,
  )

/** Moves a span by minutes and days, within its day and the visible days. Keeps its length. */
export function moveSpan(
  { date, from, to }: Span,
  by: { minutes: number; days: number },
  dates: readonly string[],
): Span {
  const length = to - from
  const start = clamp(from + by.minutes, dayBegins, Math.max(dayBegins, dayEnds - length))
  const wanted = addDays(date, by.days)
  const [first = date, last = date] = [dates[0], dates.at(-1)]
  return { date: wanted < first ? first : wanted > last ? last : wanted, from: start, to: start + length }
}

/** Moves one end of a span by minutes. A span is at least one step long and stays within its day. */
export const resizeSpan = (span: Span, end: 'start' | 'end', minutes: number): Span =>
  end === 'start'
    ? { ...span, from: clamp(span.from + minutes, dayBegins, span.to - stepMinutes) }
    : { ...span, to: clamp(span.to + minutes, span.from + stepMinutes, dayEnds) }

/** Rounds a distance in pixels to whole steps, in minutes. */
export const toStepMinutes = (pixels: number, pixelsPerMinute: number): number =>
  Math.round(pixels / pixelsPerMinute / stepMinutes) * stepMinutes || 0
