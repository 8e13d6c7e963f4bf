import type { teamBookings } from '#contract/bookings/team-up/teams.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { ownTeam } from '#server/search/index.ts'
import { letGoTeam } from './let-go-team.ts'
import { presentTeamHold } from './present-team-hold.ts'

/** Lets all kept times of the caller's own team go at once; what has ended already stays as it is. */
export async function releaseTeam(
  ctx: Context,
  { teamId }: InputOf<typeof teamBookings.releaseTeam>,
): Promise<OutputOf<typeof teamBookings.releaseTeam>> {
  await ownTeam(ctx, teamId)
  await ctx.transaction((tx) => letGoTeam(tx, teamId, 'released'))
  return { hold: await presentTeamHold(ctx, teamId) }
}
