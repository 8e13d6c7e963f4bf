import type { Party, Team } from './party.ts'
import type { Aim, DayPlan } from './planner.ts'

/** Seats of one artist's part of a shared day, in minutes before the ready-by time. People count from 0. */
export type Seats = {
  spare: number
  seats: readonly { person: number; service: string; chair: number; from: number; to: number }[]
}

/**
 * Aligns a separately scheduled part, so that its last service ends at the ready-by time instead of waiting for the
 * team.
 */
export function alignSeats({ seats }: Seats): Seats {
  const last = Math.min(...seats.map(({ to }) => to))
  return { spare: 0, seats: seats.map((seat) => ({ ...seat, from: seat.from - last, to: seat.to - last })) }
}

const minuteMs = 60_000

/**
 * Builds one artist's plan from the team's plan, so that no one is in two places. Returns null if the work has changed,
 * takes longer than its slot or begins too early.
 */
export function buildSeatedPlan(
  aim: Aim,
  party: Party,
  team: Team,
  setup: number,
  room: number,
  { spare, seats }: Seats,
): DayPlan | null {
  if (aim.constraint !== 'finish' || seats.length !== party.blocks) return null
  const blocks: DayPlan['blocks'] = []
  for (const { person, service, chair, from, to } of seats) {
    const want = party.wanted.indexOf(service)
    const minutes = team.minutes[want]
    if (want < 0 || !minutes || minutes > from - to || chair >= team.artists) return null
    if ((((team.doers[want] as number) >> chair) & 1) === 0) return null
    const until = aim.at - to * minuteMs
    blocks.push({ artist: chair, person, want, from: until - minutes * minuteMs, to: until })
  }
  const startAt = Math.min(...blocks.map((block) => block.from))
  const arriveAt = startAt - setup * minuteMs
  if (aim.at - arriveAt > room * minuteMs) return null
  return {
    arriveAt,
    startAt,
    doneAt: Math.max(...blocks.map((block) => block.to)),
    setupMinutes: setup,
    spareMinutes: spare,
    blocks: blocks.sort((a, b) => a.from - b.from || a.artist - b.artist),
  }
}
