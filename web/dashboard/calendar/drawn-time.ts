import { nightClock } from '#contract/format.ts'
import type { Block } from './day-blocks.ts'

/** The form books out half hours: what is drawn is counted in them. */
const drawnStep = 30

/** What the grid shows of a day, in minutes of the event's day. */
export interface Shown {
  from: number
  until: number
}

/** Time that is being chosen on a day: the step where it began, and the one that it reaches to. */
export interface Drawn {
  date: string
  anchor: number
  reach: number
}

/** A span of a day as the form takes it. */
export interface DrawnSpan {
  date: string
  from: string
  to: string
}

const within = (minute: number, { from, until }: Shown): number =>
  Math.min(until - drawnStep, Math.max(from, Math.floor(minute / drawnStep) * drawnStep))

/** The step under a place in the column of a day, from its top (0) to its end (1). */
export const stepAt = (share: number, shown: Shown): number =>
  within(shown.from + share * (shown.until - shown.from), shown)

/** Where the first key begins: at nine, or as near to it as the grid shows. */
export const firstDrawn = (date: string, shown: Shown): Drawn => {
  const step = within(540, shown)
  return { date, anchor: step, reach: step }
}

/** The choice a step later or earlier: as it is, or longer or shorter where it is extended. */
export function stepped(drawn: Drawn, by: number, extend: boolean, shown: Shown): Drawn {
  const reach = within(drawn.reach + by * drawnStep, shown)
  return { ...drawn, reach, anchor: extend ? drawn.anchor : reach }
}

/** What a choice covers, in minutes. */
export const coveredBy = ({ anchor, reach }: Drawn): { from: number; to: number } => ({
  from: Math.min(anchor, reach),
  to: Math.max(anchor, reach) + drawnStep,
})

const hhmm = (minute: number): string =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** A choice as the form takes it. */
export function spanOfDrawn(drawn: Drawn): DrawnSpan {
  const { from, to } = coveredBy(drawn)
  return { date: drawn.date, from: hhmm(from), to: hhmm(to) }
}

/** Both ends of a span as they are said; five in the morning at its end is the next day's. */
export const saidEnds = ({ from, to }: DrawnSpan): { clock: string; end: string } => ({
  clock: nightClock(from),
  end: to === '05:00' ? `${nightClock(to)}, next day` : nightClock(to),
})

/** The first booking, own appointment or time that is being paid for in what was chosen: such time cannot be booked out. */
export function standsIn(drawn: Drawn, blocks: readonly Block[]): Block | undefined {
  const { from, to } = coveredBy(drawn)
  return blocks.find(
    ({ look, from: begins, to: ends }) => (look === 'job' || look === 'hold') && begins < to && ends > from,
  )
}
