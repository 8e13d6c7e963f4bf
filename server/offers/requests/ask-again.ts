import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { requests } from '#contract/offers/requests.ts'
import type { Context } from '#server/platform/context.ts'
import { ownRequestsOf } from './own-requests.ts'
import { eventKeyOf, liveOfEvent } from './request-queries.ts'
import { askAll, ownAsked } from './ask-all.ts'
import { otherParts } from '#server/offers/team-up/team-request-queries.ts'

type Answer = OutputOf<typeof requests.ask>

/** Asks everyone who was asked before the search was changed once more; whoever cannot do the changed day is left as they are. */
export async function askAgain(ctx: Context, { quoteId }: InputOf<typeof requests.askAgain>): Promise<Answer> {
  const asked = await ownAsked(ctx, quoteId)
  const eventKey = await eventKeyOf(ctx.db, quoteId)
  const live = await liveOfEvent(ctx.db, eventKey)
  const ofTeams = await otherParts(
    ctx.db,
    quoteId,
    live.map(({ search_id }) => search_id),
  )
  const earlier = live.filter(({ search_id }) => search_id !== quoteId && !ofTeams.has(search_id))
  if (earlier.length === 0) return ctx.once((tx) => ownRequestsOf(tx, quoteId))
  return askAll(
    ctx,
    asked,
    earlier.map(({ provider_id, mode }) => ({ profileId: provider_id, mode })),
    'again',
  )
}
