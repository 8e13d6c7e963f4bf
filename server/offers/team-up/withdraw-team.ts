import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { teamRequests } from '#contract/offers/team-requests.ts'
import { senderOf } from '#server/notifications/door.ts'
import { eventKeyOf, lockEvent } from '#server/offers/requests/request-queries.ts'
import { takeBackIn } from '#server/offers/requests/take-back.ts'
import { lastOfTeam } from './team-request-queries.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { ownTeam } from '#server/search/team-up/door.ts'
import { presentTeamRequests } from './present-team-requests.ts'

/** Takes back everything that was asked of the caller's own team, each artist told. */
export async function withdrawTeam(
  ctx: Context,
  { teamId }: InputOf<typeof teamRequests.withdraw>,
): Promise<OutputOf<typeof teamRequests.withdraw>> {
  const own = await ownTeam(ctx, teamId)
  const [eventKey, sender] = [await eventKeyOf(ctx.db, own.whole.id), await senderOf(ctx)]
  return ctx.once(async (tx) => {
    await lockEvent(tx.db, eventKey)
    const open = (await lastOfTeam(tx.db, teamId)).filter((request) => request.open)
    if (open.length === 0) throw new Refusal('state_changed')
    for (const request of open) await takeBackIn(tx, sender, request, 'any')
    return presentTeamRequests(tx, own)
  })
}
