import type { Day } from '#server/platform/event-day.ts'
import type { Party, Team } from './party.ts'
import { getCachedLayout, getMinChairMinutes } from './team-clock.ts'

/** When everyone must be ready, or when the artist may come: milliseconds since the epoch. */
export type Aim = { constraint: 'finish' | 'start'; at: number }

/** The time that a job takes out of a provider's day. */
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

/** Stations are set up side by side, so the longest set-up counts. */
export function getSetupMinutes(setups: ArrayLike<number>): number {
  let longest = 0
  for (let i = 0; i < setups.length; i++) longest = Math.max(longest, setups[i] as number)
  return longest
}

/** Minutes from arrival to the last person ready. */
export const computeJobMinutes = (party: Party, team: Team, setup: number): number =>
  setup + getMinChairMinutes(party, team)

/** The time a job of so many minutes takes: back from the ready-by time, or on from the start. */
export const computeJobWindow = (aim: Aim, minutes: number): Window =>
  aim.constraint === 'finish'
    ? { from: aim.at - minutes * minuteMs, until: aim.at }
    : { from: aim.at, until: aim.at + minutes * minuteMs }

/** What is left for touch-ups before the time that everyone must be ready, where the day allows it. */
export const touchUpMinutes = 10

/**
 * Who sits when with whom: arrival, set-up, a block for each person and service, everyone ready in time. Of all plans that
 * take no longer than `room` minutes, or than the shortest there is, it is one with ten spare minutes for touch-ups before the
 * ready-by time, or what the day has left of them, then the one with the least waiting between two services of one person, then the one that starts latest.
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

/** Whether a job starts early enough for the fee that its provider asks for that. */
export const isEarlyStart = (from: number, day: Day, earlyBeforeMinute: number | null): boolean =>
  earlyBeforeMinute !== null && from < day.at(earlyBeforeMinute)
