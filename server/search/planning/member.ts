export type Member = {
  /** Number of people served at once. The lists of this type are parallel to the wanted services. */
  artists: number
  /** Minutes of each service, 0 if not offered. */
  minutes: readonly number[]
  /** Bit a is set if chair a does the service. */
  doers: readonly number[]
  /** Price of each service in whole currency units. */
  units: readonly number[]
  /** Price of travel in whole units. */
  comeUnits: number
  /** Minimum total in whole units. */
  leastUnits: number
  /** Minutes available for the job until the ready-by time, including set-up. */
  room: number
}

/** `sequence` is the order among one person's services, 0 for any. */
export type WantedService = { setupMinutes: number; sequence: number }

/**
 * One service of one person, in minutes before the ready-by time. People and wanted services count from 0; `member` is
 * an index of the team.
 */
export type TeamSeat = { member: number; chair: number; person: number; want: number; from: number; to: number }

export type TeamUp = {
  /** Indexes in the given list, ascending. */
  members: readonly number[]
  /** Total price in whole units. */
  units: number
  /** Each member's part of the price. */
  unitsOf: readonly number[]
  seats: readonly TeamSeat[]
  /** Total minutes that people wait between their services. */
  waiting: number
  /** Minutes left for touch-ups before the ready-by time. */
  spare: number
}

export type SharePlan = { by: readonly number[]; units: number }

export type LookShares = { ways: readonly SharePlan[]; counts: readonly number[] }
