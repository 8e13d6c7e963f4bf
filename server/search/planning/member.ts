/** An artist who could take part of a party; lists run along the party's wanted services. */
export type Member = {
  /** How many people they can work on at once. */
  artists: number
  /** Minutes of each service, 0 where they do not offer it. */
  minutes: readonly number[]
  /** Bit a is set when chair a does the service. */
  doers: readonly number[]
  /** Price of one of each service in whole currency units. */
  units: readonly number[]
  /** Price of coming at all, in whole units. */
  comeUnits: number
  /** What their work with the way comes to at least, in whole units. */
  leastUnits: number
  /** Minutes of their day that a job may take until everyone must be ready, set-up and all. */
  room: number
}

/** What the catalogue says of a wanted service: minutes of setting up for it, and its sequence among those of one person, the lower before the higher; 0 where it may be done at any. */
export type WantedService = { setupMinutes: number; sequence: number }

/** One service of one person: minutes before everyone is to be ready at which it begins and is done. People and wanted services count from 0, `member` is a place in the team. */
export type TeamSeat = { member: number; chair: number; person: number; want: number; from: number; to: number }

/** Two or three artists who have everyone ready together. */
export type TeamUp = {
  /** Places in the list that was asked about, ascending. */
  members: readonly number[]
  /** The whole price by the members' own prices, in whole units. */
  units: number
  /** Each member's part of it. */
  unitsOf: readonly number[]
  seats: readonly TeamSeat[]
  /** Minutes that people wait between two services of theirs, together. */
  waiting: number
  /** Minutes left for touch-ups before the time that everyone must be ready. */
  spare: number
}

/** A way to share a person's services: which member does each of their wants, and what that costs. */
export type SharePlan = { by: readonly number[]; units: number }

/** How many of the people of a look are shared in which way. */
export type LookShares = { ways: readonly SharePlan[]; counts: readonly number[] }
