import type { Day } from '#server/platform/event-day.ts'
import type { Party, Team } from './party.ts'
import { getCachedLayout, getMinChairMinutes } from './team-clock.ts'

/** Ready-by time or earliest arrival, in epoch milliseconds. */
export type Aim = { constraint: 'finish' | 'start'; at: number }

export type Window = { from: number; until: number }

type Block = { artist: number; person: number; want: number; from: number; to: number }
export type DayPlan = {
  arriveAt: number
  startAt: number
  doneAt: number
  setupMinutes: number
  spareMinutes: number
  blocks: Block[]
}

const minuteMs = 60_000

/** Stations are set up in parallel, so only the longest set-up counts. */
export function getSetupMinutes(setups: ArrayLike<number>): number {
  let longest = 0
  for (let i = 0; i < setups.length; i++) longest = Math.max(longest, setups[i] as number)
  return longest
}

/** Returns the minutes from arrival to the last person ready. */
export const computeJobMinutes = (party: Party, team: Team, setup: number): number =>
  setup + getMinChairMinutes(party, team)

/** Returns the time of a job: back from the ready-by time, or on from the start. */
export const computeJobWindow = (aim: Aim, minutes: number): Window =>
  aim.constraint === 'finish'
    ? { from: aim.at - minutes * minuteMs, until: aim.at }
    : { from: aim.at, until: aim.at + minutes * minuteMs }

/** Minutes for touch-ups before the ready-by time, if the day allows it. */
export const touchUpMinutes = 10

/**
 * Plans the day: arrival, set-up and a block per person and service. Prefers ten spare minutes for touch-ups, or as
 * many as the day allows, then the least waiting, then the latest start. The plan fits in `room` minutes unless even
 * the shortest one does not.
 */
export function planDay(aim: Aim, party: Party, team: Team, setup: number, room = Number.MAX_SAFE_INTEGER): DayPlan {
  const least = computeJobMinutes(party, team, setup)
  const spare = aim.constraint === 'finish' ? Math.max(0, Math.min(touchUpMinutes, room - least)) : 0
  const { minutes, seats } = getCachedLayout(party, team, room - setup - spare)
  const { from, until } = computeJobWindow(aim, setup + minutes + spare)
  const startAt = from + setup * minuteMs
  const blocks = seats.map((seat) => ({
    ...seat,
    from: startAt + seat.from * minuteMs,
    to: startAt + seat.to * minuteMs,
  }))
  const doneAt = blocks.reduce((latest, block) => Math.max(latest, block.to), startAt)
  return { arriveAt: from, startAt, doneAt, setupMinutes: setup, spareMinutes: (until - doneAt) / minuteMs, blocks }
}

/** Returns whether a job starts early enough for the provider's early-start fee. */
export const isEarlyStart = (from: number, day: Day, earlyBeforeMinute: number | null): boolean =>
  earlyBeforeMinute !== null && from < day.at(earlyBeforeMinute)
