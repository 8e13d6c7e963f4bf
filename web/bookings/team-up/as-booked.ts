import type { TeamBooking } from '#contract/bookings/team-up/teams.ts'
import { major, minor } from '#contract/money.ts'
import { teamBlocksOf } from '#contract/search/team-blocks.ts'
import type { ChosenTeam } from '#contract/search/team-up.ts'

/** A booked team with the prices and the plan of the bookings that stand; who has cancelled is in neither. */
export function asBooked(team: ChosenTeam, bookings: readonly TeamBooking[]): ChosenTeam {
  const parts = team.parts.map((part): ChosenTeam['parts'][number] => {
    const booked = bookings.find((one) => one.searchId === part.searchId && one.profileId === part.artist.id)
    return booked ? { ...part, locked: booked.quote, state: 'booked' } : { ...part, locked: null }
  })
  const sum = (of: 'total' | 'deposit') =>
    major(parts.reduce((all, { locked }) => all + (locked ? minor(locked[of]) : 0), 0))
  return { ...team, parts, blocks: teamBlocksOf(parts), total: sum('total'), deposit: sum('deposit') }
}
