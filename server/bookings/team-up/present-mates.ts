import type { TeamMates } from '#contract/bookings/team-up/teams.ts'
import type { MateRow } from './team-hold-queries.ts'

/** The others of a team in the order of its parts. */
export const presentMates = (rows: readonly MateRow[]): TeamMates['mates'] =>
  rows.map(({ slug, name, people, starts_at, ends_at }) => ({
    slug,
    name,
    people,
    arriveAt: starts_at.toISOString(),
    doneAt: ends_at.toISOString(),
  }))
