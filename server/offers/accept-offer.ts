import type { Context } from '#server/platform/context.ts'
import { endOffer, offerById } from './offer-queries.ts'
import { eventKeyOf, liveOfEvent, lockEvent } from '#server/offers/requests/request-queries.ts'

/** Marks the standing offer behind a booked quote as accepted; nothing where there is none, as with Instant Book. In the transaction that books. */
export async function acceptOffer(
  ctx: Context,
  { searchId, providerId }: { searchId: string; providerId: string },
): Promise<void> {
  const eventKey = await eventKeyOf(ctx.db, searchId)
  await lockEvent(ctx.db, eventKey)
  const request = (await liveOfEvent(ctx.db, eventKey)).find(
    (r) => r.provider_id === providerId && r.state === 'offered',
  )
  if (request) await endOffer(ctx.db, request.id, 'accept', ctx.now)
}

/** Whether a locked hold can still be booked by its offer: not if the artist withdrew or replaced it. An offer that expired while it was paid for counts. */
export async function canAcceptOffer(ctx: Context, offerId: string): Promise<boolean> {
  const offer = await offerById(ctx.db, offerId)
  return offer !== undefined && offer.state !== 'withdrawn' && offer.state !== 'superseded'
}
