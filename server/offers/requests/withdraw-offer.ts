import type { InputOf } from '#contract/endpoint.ts'
import type { ReceivedRequestInFull, requests } from '#contract/offers/requests.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { releaseHolds } from '#server/providers/index.ts'
import { endOffer } from '#server/offers/offer-queries.ts'
import { changeRequest } from './request-queries.ts'
import { endReceived } from './end-received.ts'

/** Withdraws the standing offer and ends its request. Throws `customer_paying` while the customer pays for it. */
export function withdrawOffer(
  ctx: Context,
  { requestId, note }: InputOf<typeof requests.withdrawOffer>,
): Promise<ReceivedRequestInFull> {
  return endReceived(
    ctx,
    requestId,
    note,
    'offer.withdrawn',
    async (tx, request) => {
      if (request.state !== 'offered' || !(await endOffer(tx.db, request.id, 'withdraw', tx.now)))
        throw new Refusal('state_changed')
      await changeRequest(tx.db, request.id, { note })
    },
    (tx) => releaseHolds(tx, { requestId }, { reason: 'offer_withdrawn', whilePaying: 'refuse' }),
  )
}
