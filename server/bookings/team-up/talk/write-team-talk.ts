import type { teamTalk } from '#contract/bookings/team-up/team-talk.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { ownTeam } from '#server/search/index.ts'
import { writeTalk } from './talk.ts'

/** Writes to all artists of the caller's own team. */
export async function writeTeamTalk(
  ctx: Context,
  { teamId, text }: InputOf<typeof teamTalk.write>,
): Promise<OutputOf<typeof teamTalk.write>> {
  await ownTeam(ctx, teamId)
  return writeTalk(ctx, { teamId, providerId: null }, text)
}
