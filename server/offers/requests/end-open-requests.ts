import type { Sender } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { endOffer } from '#server/offers/offer-queries.ts'
import { moveRequest, eventKeyOf, liveOfEvent, lockEvent } from './request-queries.ts'
import { clearAct } from '#server/search/acts/door.ts'
import { tellProvider } from '#server/offers/tell.ts'

/** Ends every other open request and offer for the event of a search, because somebody has been booked for it; each with its notice. In the transaction that books; the sender is read before it. */
export async function endOpenRequests(
  ctx: Context,
  sender: Sender,
  { searchId, exceptProviderId }: { searchId: string; exceptProviderId: string },
): Promise<void> {
  const eventKey = await eventKeyOf(ctx.db, searchId)
  await lockEvent(ctx.db, eventKey)
  for (const request of await liveOfEvent(ctx.db, eventKey)) {
    if (request.provider_id === exceptProviderId) {
      // Booked at once while the answer was awaited: the request has had its answer.
      if (request.state !== 'offered') await moveRequest(ctx.db, request.id, 'withdraw')
      continue
    }
    if (request.state === 'offered') await endOffer(ctx.db, request.id, 'requestWithdrawn', ctx.now)
    else await moveRequest(ctx.db, request.id, 'withdraw')
    await clearAct(ctx, request.search_id, request.provider_id)
    if (request.state !== 'unconfirmed')
      await tellProvider(ctx, sender, request, request.state === 'offered' ? 'offer.declined' : 'request.withdrawn')
  }
}
