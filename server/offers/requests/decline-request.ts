import { counted } from '#contract/words.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { maskContacts } from '#server/messaging/door.ts'
import type { ReceivedRequestInFull, requests } from '#contract/offers/requests.ts'
import { catalogOf } from '#server/catalog/door.ts'
import type { MailKind } from '#server/notifications/words/door.ts'
import { type Sender, senderOf } from '#server/notifications/door.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { blockDayIn } from '#server/providers/diary/door.ts'
import { lockDiary } from '#server/providers/door.ts'
import { ownProvider } from '#server/providers/own-profile/door.ts'
import { clearAct } from '#server/search/acts/door.ts'
import { fitsNow } from '#server/search/alerts/door.ts'
import { receivedById } from './received-queries.ts'
import { endOffer } from '#server/offers/offer-queries.ts'
import { presentInFull } from './present-received.ts'
import { changeRequest, moveRequest, lockEvent, requestForUpdate, type RequestRow } from './request-queries.ts'
import { saveSignals } from '#server/offers/signals.ts'
import { tellCustomer } from '#server/offers/tell.ts'

/** Says no to a request, and books the whole day out where that is the reason; appointments that stand that day stay. */
export function declineRequest(
  ctx: Context,
  { requestId, reason, note, bookedOut }: InputOf<typeof requests.decline>,
): Promise<ReceivedRequestInFull> {
  return end(ctx, requestId, note, 'request.declined', async (tx, request, provider) => {
    const answer = { answered_at: tx.now, reason: reason ?? (bookedOut ? 'notFree' : ''), note }
    if (!(await moveRequest(tx.db, request.id, 'decline', answer))) throw new Refusal('state_changed')
    await saveSignals(tx, provider.id)
    if (bookedOut) await blockDayIn(tx, provider, request.event_date)
  })
}

/** Takes the offer that stands back; the request has ended with it. */
export function withdrawOffer(
  ctx: Context,
  { requestId, note }: InputOf<typeof requests.withdrawOffer>,
): Promise<ReceivedRequestInFull> {
  return end(ctx, requestId, note, 'offer.withdrawn', async (tx, request) => {
    if (request.state !== 'offered' || !(await endOffer(tx.db, request.id, 'withdraw', tx.now)))
      throw new Refusal('state_changed')
    await changeRequest(tx.db, request.id, { note })
  })
}

type Provider = Awaited<ReturnType<typeof ownProvider>>

async function end(
  ctx: Context,
  requestId: string,
  note: string,
  kind: MailKind,
  step: (tx: Context, request: RequestRow, provider: Provider) => Promise<void>,
): Promise<ReceivedRequestInFull> {
  const [provider, catalog] = [await ownProvider(ctx), await catalogOf(ctx.database)]
  const row = await receivedById(ctx.db, provider.id, requestId)
  if (!row) throw new Refusal('not_found')
  if (maskContacts(note).masked) throw refuseField('contact_details', 'note')
  const [sender, others] = [await senderOf(ctx), await othersFor(ctx, row.search_id)]
  return ctx.once(async (tx) => {
    // Bookings lock the diary first too: two who wait for each other would wait for ever.
    await lockDiary(tx.db, provider.id)
    await lockEvent(tx.db, row.event_key)
    const request = await requestForUpdate(tx.db, requestId)
    if (!request?.open) throw new Refusal('state_changed')
    await step(tx, request, provider)
    await tellEnd(tx, sender, request, kind, { ...others, note: note || null })
    if (provider.account_id)
      await announce(tx, { to: [`account:${provider.account_id}`], kind: 'request.ended', ref: request.id })
    return presentInFull(tx, catalog, provider, (await receivedById(tx.db, provider.id, requestId)) ?? row)
  })
}

/** The customer hears that a request has come to nothing, and can ask others. In the caller's transaction. */
export async function tellEnd(
  ctx: Context,
  sender: Sender,
  request: RequestRow,
  kind: MailKind,
  values: Record<string, string | null>,
): Promise<void> {
  await clearAct(ctx, request.search_id, request.provider_id)
  await tellCustomer(ctx, sender, request, kind, { values })
  await announce(ctx, {
    to: [`account:${request.account_id}`, `search:${request.search_id}`],
    kind: 'request.ended',
    ref: request.id,
  })
}

/** Who else could do it, as notices say it. Not inside a transaction. */
export async function othersFor(
  ctx: Context,
  searchId: string,
): Promise<{ others: string | null; instant: string | null }> {
  const found = await fitsNow(ctx, searchId)
  if (!found || found.fits === 0) return { others: null, instant: null }
  return { others: counted(found.fits, 'artist', 'artists'), instant: found.instant > 0 ? String(found.instant) : null }
}
