import type { MailKind } from '#server/notifications/words/door.ts'
import type { Sender } from '#server/notifications/door.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import { clearAct } from '#server/search/acts/door.ts'
import { endWithTeam } from '#server/offers/team-up/end-with-team.ts'
import type { RequestRow } from './request-queries.ts'
import { teamOfRequest } from '#server/offers/team-up/team-request-queries.ts'
import { type Saying, tellCustomer } from '#server/offers/tell.ts'

/** The customer hears that a request has come to nothing, and can ask others; of a team nobody comes then. In the caller's transaction. */
export async function tellEnd(
  ctx: Context,
  sender: Sender,
  request: RequestRow,
  kind: MailKind,
  said: Pick<Saying, 'values' | 'quoteId'> = {},
): Promise<void> {
  await clearAct(ctx, request.search_id, request.provider_id)
  const whole = (await teamOfRequest(ctx.db, request)) === null
  await tellCustomer(ctx, sender, request, whole ? kind : 'team.incomplete', { ...said, fact: `${kind} ${request.id}` })
  await announce(ctx, {
    to: [`account:${request.account_id}`, `search:${request.search_id}`],
    kind: 'request.ended',
    ref: request.id,
  })
  await endWithTeam(ctx, sender, request)
}
