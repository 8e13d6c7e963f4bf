import type { teamTalk } from '#contract/bookings/team-up/team-talk.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { ownTalker } from './own-talker.ts'
import { writeTalk } from './talk.ts'

/** Writes to the customer and the other artists of a team, as one of its artists. */
export const writeOwnTeamTalk = async (
  ctx: Context,
  { appointmentId, text }: InputOf<typeof teamTalk.ownWrite>,
): Promise<OutputOf<typeof teamTalk.ownWrite>> => writeTalk(ctx, await ownTalker(ctx, appointmentId), text)
