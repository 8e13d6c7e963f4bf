import type { OutputOf } from '#contract/endpoint.ts'
import type { requests } from '#contract/offers/requests.ts'
import { type Sender, senderOf } from '#server/notifications/door.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { releaseHolds } from '#server/providers/index.ts'
import { clearAct } from '#server/search/acts/door.ts'
import { findSearch, owns } from '#server/search/door.ts'

import { endOffer } from '#server/offers/offer-queries.ts'
import { endWithTeam } from '#server/offers/team-up/end-with-team.ts'
import { ownRequestsOf } from './own-requests.ts'
import { moveRequest, lockEvent, requestById, requestForUpdate, type RequestRow } from './request-queries.ts'
import { tellProvider } from '#server/offers/tell.ts'
import { factsOf } from '#server/offers/tell-queries.ts'

type Answer = OutputOf<typeof requests.withdraw>

/** Ends a request or the offer that stands on it for its customer, and tells the artist. */
export async function takeBack(ctx: Context, requestId: string, what: 'any' | 'offer'): Promise<Answer> {
  const known = await ownRequest(ctx, requestId)
  const sender = await senderOf(ctx)
  return ctx.once(async (tx) => {
    await releaseHolds(tx, { requestId }, { reason: 'released' })
    await lockEvent(tx.db, known.event_key)
    const request = await requestForUpdate(tx.db, requestId)
    if (!request?.open) throw new Refusal('state_changed')
    await takeBackIn(tx, sender, request, what)
    await endWithTeam(tx, sender, request)
    return ownRequestsOf(tx, known.search_id)
  })
}

/** The same of an open request that the caller's transaction has locked. */
export async function takeBackIn(
  tx: Context,
  sender: Sender,
  request: RequestRow,
  what: 'any' | 'offer',
): Promise<void> {
  if (request.state === 'offered') {
    if (!(await endOffer(tx.db, request.id, what === 'offer' ? 'decline' : 'requestWithdrawn', tx.now)))
      throw new Refusal('state_changed')
    await tellProvider(tx, sender, request, 'offer.declined')
  } else {
    if (what === 'offer' || !(await moveRequest(tx.db, request.id, 'withdraw'))) throw new Refusal('state_changed')
    if (request.state === 'requested') await tellProvider(tx, sender, request, 'request.withdrawn')
  }
  await clearAct(tx, request.search_id, request.provider_id)
  const { providerAccount, customerAccount } = await factsOf(tx.db, request.id, request.quote_id)
  await announce(tx, {
    to: [
      `account:${customerAccount}`,
      `search:${request.search_id}`,
      ...(providerAccount ? [`account:${providerAccount}`] : []),
    ],
    kind: 'request.ended',
    ref: request.id,
  })
}

/** A request of the caller: by their account, or by the search that it stands on. */
async function ownRequest(ctx: Context, id: string): Promise<RequestRow> {
  const request = await requestById(ctx.db, id)
  if (!request) throw new Refusal('not_found')
  if (ctx.viewer.accountId === request.account_id) return request
  const search = await findSearch(ctx.database, request.search_id)
  if (!search || !owns(ctx.viewer, search)) throw new Refusal('not_found')
  return request
}
