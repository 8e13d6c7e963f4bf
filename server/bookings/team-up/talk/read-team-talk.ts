import type { teamTalk } from '#contract/bookings/team-up/team-talk.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { ownTeam } from '#server/search/index.ts'
import { readTalk } from './talk.ts'

/** What is said to all of the caller's own team. */
export async function readTeamTalk(
  ctx: Context,
  { teamId, before }: InputOf<typeof teamTalk.read>,
): Promise<OutputOf<typeof teamTalk.read>> {
  await ownTeam(ctx, teamId)
  return readTalk(ctx, { teamId, providerId: null }, before)
}
