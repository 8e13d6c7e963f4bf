import type { InputOf } from '#contract/endpoint.ts'
import type { ReceivedRequestInFull, requests } from '#contract/offers/requests.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { blockDayIn } from '#server/providers/index.ts'
import { moveRequest } from './request-queries.ts'
import { saveSignals } from '#server/offers/signals/signals.ts'
import { endReceived } from './end-received.ts'

/** Says no to a request, and books the whole day out where that is the reason; appointments that stand that day stay. */
export function declineRequest(
  ctx: Context,
  { requestId, reason, note, bookedOut }: InputOf<typeof requests.decline>,
): Promise<ReceivedRequestInFull> {
  return endReceived(ctx, requestId, note, 'request.declined', async (tx, request, provider) => {
    const answer = { answered_at: tx.now, reason: reason ?? (bookedOut ? 'notFree' : ''), note }
    if (!(await moveRequest(tx.db, request.id, 'decline', answer))) throw new Refusal('state_changed')
    await saveSignals(tx, provider.id)
    if (bookedOut) await blockDayIn(tx, provider, request.event_date)
  })
}
