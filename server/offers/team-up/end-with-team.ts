import type { Sender } from '#server/notifications/door.ts'
import { endOffer } from '#server/offers/offer-queries.ts'
import { tellProvider } from '#server/offers/tell.ts'
import { factsOf } from '#server/offers/tell-queries.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import { clearAct } from '#server/search/acts/door.ts'
import { moveRequest, type RequestRow } from '#server/offers/requests/request-queries.ts'
import { openBeside } from './team-request-queries.ts'

/**
 * Lets the rest of a team go, each with a notice, because one of them does not come: they were asked for one party, all or none.
 * Nothing for a request that is no team's. In the caller's transaction, which has locked the event.
 */
export async function endWithTeam(
  tx: Context,
  sender: Sender,
  ended: Pick<RequestRow, 'provider_id' | 'search_id'>,
): Promise<void> {
  for (const request of await openBeside(tx.db, ended)) {
    if (request.state === 'offered') await endOffer(tx.db, request.id, 'requestWithdrawn', tx.now)
    else await moveRequest(tx.db, request.id, 'withdraw')
    await clearAct(tx, request.search_id, request.provider_id)
    if (request.state !== 'unconfirmed') await tellProvider(tx, sender, request, 'team.released')
    const { providerAccount } = await factsOf(tx.db, request.id, request.quote_id)
    await announce(tx, {
      to: [`search:${request.search_id}`, ...(providerAccount ? [`account:${providerAccount}`] : [])],
      kind: 'request.ended',
      ref: request.id,
    })
  }
}
