import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { teamRequests } from '#contract/offers/team-requests.ts'
import type { Context } from '#server/platform/context.ts'
import { ownTeam } from '#server/search/team-up/door.ts'
import { presentTeamRequests } from './present-team-requests.ts'

/** What was asked of the caller's own team. */
export const showTeamRequests = async (
  ctx: Context,
  { teamId }: InputOf<typeof teamRequests.show>,
): Promise<OutputOf<typeof teamRequests.show>> => presentTeamRequests(ctx, await ownTeam(ctx, teamId))
