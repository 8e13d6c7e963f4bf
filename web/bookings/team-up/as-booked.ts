import type { TeamHold } from '#contract/bookings/team-up/teams.ts'
import { major, minor } from '#contract/money.ts'
import { teamBlocksOf } from '#contract/search/team-blocks.ts'
import type { ChosenTeam } from '#contract/search/team-up.ts'

/** A booked team with the prices and the plan that each part was booked at; who has cancelled is in neither. */
export function asBooked(team: ChosenTeam, hold: TeamHold): ChosenTeam {
  const parts = team.parts.map((part) => {
    const booked = part.state === 'cancelled' ? undefined : hold.parts.find((one) => one.searchId === part.searchId)
    return { ...part, locked: booked?.quote ?? null }
  })
  const sum = (of: 'total' | 'deposit') =>
    major(parts.reduce((all, { locked }) => all + (locked ? minor(locked[of]) : 0), 0))
  return { ...team, parts, blocks: teamBlocksOf(parts), total: sum('total'), deposit: sum('deposit') }
}
