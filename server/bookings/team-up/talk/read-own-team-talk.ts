import type { teamTalk } from '#contract/bookings/team-up/team-talk.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { ownTalker } from './own-talker.ts'
import { readTalk } from './talk.ts'

/** What is said to all of the team that an artist's own appointment belongs to. */
export const readOwnTeamTalk = async (
  ctx: Context,
  { appointmentId, before }: InputOf<typeof teamTalk.ownRead>,
): Promise<OutputOf<typeof teamTalk.ownRead>> => readTalk(ctx, await ownTalker(ctx, appointmentId), before)
