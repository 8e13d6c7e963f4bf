import type { TeamBooking } from '#contract/checkout/team-holds.ts'
import { toMajor, toMinor } from '#contract/money.ts'
import { mergeTeamBlocks } from '#contract/search/team-blocks.ts'
import type { ChosenTeam } from '#contract/search/team-up.ts'

/** Returns a booked team with prices and plan of its active bookings, without cancelled ones. */
export function applyBookings(team: ChosenTeam, bookings: readonly TeamBooking[]): ChosenTeam {
  const parts = team.parts.map((part): ChosenTeam['parts'][number] => {
    const booked = bookings.find((one) => one.searchId === part.searchId && one.profileId === part.artist.id)
    return booked ? { ...part, locked: booked.quote, state: 'booked' } : { ...part, locked: null }
  })
  const sum = (of: 'total' | 'deposit') =>
    toMajor(parts.reduce((all, { locked }) => all + (locked ? toMinor(locked[of]) : 0), 0))
  return { ...team, parts, blocks: mergeTeamBlocks(parts), total: sum('total'), deposit: sum('deposit') }
}
