import { type ArtistEnd, whyUnavailable } from '#server/accounts/index.ts'
import type { MailKind } from '#server/notifications/words/door.ts'
import type { Sender } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { announce } from '#server/platform/live/announce.ts'
import { clearAct } from '#server/search/acts/door.ts'
import { endOffer } from '#server/offers/offer-queries.ts'
import { endWithTeam } from '#server/offers/team-up/end-with-team.ts'
import { tellProvider } from '#server/offers/tell.ts'
import { factsOf } from '#server/offers/tell-queries.ts'
import { lockEvent, moveRequest, openRequestsOf, requestForUpdate, type RequestRow } from './request-queries.ts'
import { tellEnd } from './tell-end.ts'

type EndedRequests = { requests: number; offers: number }

const kinds: Record<'request' | 'offer', MailKind> = { request: 'request.unavailable', offer: 'offer.unavailable' }

/**
 * Ends all open requests and offers of an artist who takes no bookings any more, and notifies their customers. Runs in
 * the caller's transaction, which holds `lockDiary` of the artist.
 */
export async function endRequestsOfArtist(
  ctx: Context,
  sender: Sender,
  { providerId, reason }: { providerId: string; reason: ArtistEnd },
): Promise<EndedRequests> {
  const ended = { requests: 0, offers: 0 }
  for (const request of await lockOpen(ctx, { providerId })) {
    if (request.state === 'offered') await endOffer(ctx.db, request.id, 'withdraw', ctx.now)
    else await moveRequest(ctx.db, request.id, request.state === 'unconfirmed' ? 'withdraw' : 'decline')
    ended[request.state === 'offered' ? 'offers' : 'requests'] += 1
    const { provider, providerAccount } = await factsOf(ctx.db, request.id, request.quote_id)
    if (request.state === 'unconfirmed') {
      await clearAct(ctx, request.search_id, request.provider_id)
      await endWithTeam(ctx, sender, request)
    } else
      await tellEnd(ctx, sender, request, kinds[request.state === 'offered' ? 'offer' : 'request'], {
        values: { why: whyUnavailable(provider, reason), note: whyUnavailable(provider, reason) },
      })
    if (providerAccount)
      await announce(ctx, { to: [`account:${providerAccount}`], kind: 'request.ended', ref: request.id })
  }
  return ended
}

/** Withdraws all open requests of a customer, and notifies the artists who were asked. In the caller's transaction. */
export async function endRequestsOfCustomer(ctx: Context, sender: Sender, accountId: string): Promise<EndedRequests> {
  const ended = { requests: 0, offers: 0 }
  for (const request of await lockOpen(ctx, { accountId })) {
    if (request.state === 'offered') await endOffer(ctx.db, request.id, 'requestWithdrawn', ctx.now)
    else await moveRequest(ctx.db, request.id, 'withdraw')
    ended[request.state === 'offered' ? 'offers' : 'requests'] += 1
    await clearAct(ctx, request.search_id, request.provider_id)
    if (request.state === 'unconfirmed') continue
    await tellProvider(ctx, sender, request, 'request.withdrawn')
    const { providerAccount } = await factsOf(ctx.db, request.id, request.quote_id)
    if (providerAccount)
      await announce(ctx, { to: [`account:${providerAccount}`], kind: 'request.ended', ref: request.id })
  }
  return ended
}

async function lockOpen(ctx: Context, of: { providerId?: string; accountId?: string }): Promise<RequestRow[]> {
  const open: RequestRow[] = []
  // Ordered by event, so that two transactions never wait for each other.
  for (const { id, event_key } of await openRequestsOf(ctx.db, of)) {
    await lockEvent(ctx.db, event_key)
    const request = await requestForUpdate(ctx.db, id)
    if (request?.open) open.push(request)
  }
  return open
}
