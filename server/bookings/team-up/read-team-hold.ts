import type { teamBookings } from '#contract/bookings/team-up/teams.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { ownTeam } from '#server/search/index.ts'
import { presentTeamBookings } from './present-team-bookings.ts'
import { presentTeamHold } from './present-team-hold.ts'

/** What is kept, or booked, of the caller's own team. */
export async function readTeamHold(
  ctx: Context,
  { teamId }: InputOf<typeof teamBookings.readTeamHold>,
): Promise<OutputOf<typeof teamBookings.readTeamHold>> {
  await ownTeam(ctx, teamId)
  const hold = await presentTeamHold(ctx, teamId)
  return { hold, bookings: hold?.state === 'booked' ? await presentTeamBookings(ctx, teamId) : [] }
}
