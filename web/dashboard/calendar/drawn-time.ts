import { formatNightClock } from '#contract/format.ts'
import type { Block } from './day-blocks.ts'

/** Step of a selection in minutes. */
const drawnStep = 30

/** Visible hours of a day, in minutes of the event's day. */
export interface ShownHours {
  from: number
  until: number
}

/** A selection: half hours of its anchor and its moving end, in minutes of the event's day. */
export interface Selection {
  date: string
  anchor: number
  reach: number
}

/** A span of a day, for the form. */
export interface DrawnSpan {
  date: string
  from: string
  to: string
}

const within = (minute: number, { from, until }: ShownHours): number =>
  Math.min(until - drawnStep, Math.max(from, Math.floor(minute / drawnStep) * drawnStep))

/** Returns the step at a position in the day's column, from top (0) to bottom (1). */
export const getStepAt = (share: number, shown: ShownHours): number =>
  within(shown.from + share * (shown.until - shown.from), shown)

/** Returns the initial keyboard selection: 9 AM, or the nearest visible time. */
export const createFirstSelection = (date: string, shown: ShownHours): Selection => {
  const step = within(540, shown)
  return { date, anchor: step, reach: step }
}

export const selectHour = (date: string, step: number, shown: ShownHours): Selection => ({
  date,
  anchor: step,
  reach: within(step + drawnStep, shown),
})

/** Moves an edge of a selection to the half hour `step`, with a minimum of half an hour. */
export function resizeSelection(drawn: Selection, edge: 'start' | 'end', step: number): Selection {
  const { from, to } = getSelectionSpan(drawn)
  const last = to - drawnStep
  return edge === 'start'
    ? { ...drawn, anchor: Math.min(step, last), reach: last }
    : { ...drawn, anchor: from, reach: Math.max(step, from) }
}

export function moveSelection(drawn: Selection, by: number, extend: boolean, shown: ShownHours): Selection {
  const reach = within(drawn.reach + by * drawnStep, shown)
  return { ...drawn, reach, anchor: extend ? drawn.anchor : reach }
}

/** Returns start and end in minutes of the event's day. */
export const getSelectionSpan = ({ anchor, reach }: Selection): { from: number; to: number } => ({
  from: Math.min(anchor, reach),
  to: Math.max(anchor, reach) + drawnStep,
})

const hhmm = (minute: number): string =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

export function toSelectionTimes(drawn: Selection): DrawnSpan {
  const { from, to } = getSelectionSpan(drawn)
  return { date: drawn.date, from: hhmm(from), to: hhmm(to) }
}

/** Returns a span as form values; before 5 AM it is in the night after its day. */
export function toAppointmentTime({ date, from, to }: DrawnSpan): {
  eventDate: string
  startTime: string
  minutes: string
} {
  const minuteOf = (at: string) => Number(at.slice(0, 2)) * 60 + Number(at.slice(3))
  return { eventDate: date, startTime: from, minutes: String((minuteOf(to) - minuteOf(from) + 1440) % 1440) }
}

/** Formats both ends of a span; 5 AM is the next day's. */
export const formatSpanEnds = ({ from, to }: DrawnSpan): { clock: string; end: string } => ({
  clock: formatNightClock(from),
  end: to === '05:00' ? `${formatNightClock(to)}, next day` : formatNightClock(to),
})

/** Returns the first booking, private appointment or hold that overlaps a selection. */
export function findOverlap(drawn: Selection, blocks: readonly Block[]): Block | undefined {
  const { from, to } = getSelectionSpan(drawn)
  return blocks.find(
    ({ look, from: begins, to: ends }) => (look === 'job' || look === 'hold') && begins < to && ends > from,
  )
}
