import { holdsContact } from '#server/platform/validation/contact-details.ts'
import type { ReceivedRequestInFull } from '#contract/offers/requests.ts'
import { catalogOf } from '#server/catalog/index.ts'
import type { MailKind } from '#server/notifications/words/door.ts'
import { senderOf } from '#server/notifications/door.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { lockDiary, ownProvider } from '#server/providers/index.ts'

import { receivedById } from './received-queries.ts'
import { presentInFull } from './present-received.ts'
import { lockEvent, requestForUpdate, type RequestRow } from './request-queries.ts'
import { othersFor } from './others-for.ts'
import { tellEnd } from './tell-end.ts'

type Provider = Awaited<ReturnType<typeof ownProvider>>

/** Ends a request that the calling artist received, by the step named, and notifies its customer. `before` runs before the event is locked, in the lock order of bookings. */
export async function endReceived(
  ctx: Context,
  requestId: string,
  note: string,
  kind: MailKind,
  step: (tx: Context, request: RequestRow, provider: Provider) => Promise<void>,
  before: (tx: Context) => Promise<unknown> = async () => {},
): Promise<ReceivedRequestInFull> {
  const [provider, catalog] = [await ownProvider(ctx), await catalogOf(ctx.database)]
  const row = await receivedById(ctx.db, provider.id, requestId)
  if (!row) throw new Refusal('not_found')
  if (holdsContact(note)) throw refuseField('contact_details', 'note')
  const [sender, others] = [await senderOf(ctx), await othersFor(ctx, row.search_id)]
  return ctx.once(async (tx) => {
    // Bookings lock the diary first too: two who wait for each other would wait for ever.
    await lockDiary(tx.db, provider.id)
    await before(tx)
    await lockEvent(tx.db, row.event_key)
    const request = await requestForUpdate(tx.db, requestId)
    if (!request?.open) throw new Refusal('state_changed')
    await step(tx, request, provider)
    await tellEnd(tx, sender, request, kind, { values: { ...others, note: note || null } })
    if (provider.account_id)
      await announce(tx, { to: [`account:${provider.account_id}`], kind: 'request.ended', ref: request.id })
    return presentInFull(tx, catalog, provider, (await receivedById(tx.db, provider.id, requestId)) ?? row)
  })
}
