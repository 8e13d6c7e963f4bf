import { type MailKind, type Sender, senderOf } from '#server/notifications/index.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import { clearAct, findSearch, owns } from '#server/search/index.ts'
import { othersFor, ownRequestsOf, presentInFull } from './requests.ts'
import {
  dueOffers,
  dueRequests,
  endOffer,
  halfDueOffers,
  halfDueRequests,
  markOfferHalf,
  takenOffers,
} from './offers.queries.ts'
import {
  changeRequest,
  eventKeyOf,
  liveOfEvent,
  lockEvent,
  moveRequest,
  openRequestsOf,
  receivedById,
  requestById,
  requestForUpdate,
  type RequestRow,
} from './requests.queries.ts'
import { saveSignals } from './signals.ts'
import { type Saying, tellCustomer, tellProvider } from './offer-notices.ts'
import { factsOf } from './offer-notices.queries.ts'
import { type ArtistEnd, whyUnavailable } from '#server/accounts/index.ts'
import { holdsContact } from '#server/platform/validation/contact-details.ts'
import type { ReceivedRequestInFull, requests } from '#contract/offers/requests.ts'
import { catalogOf } from '#server/catalog/index.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { blockDayIn, lockDiary, ownProvider, releaseHolds } from '#server/providers/index.ts'
import { openBeside, teamOfRequest } from './team-requests.queries.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'

const AT_ONCE = 200

/** What time does to requests and offers: ends those whose time is up or taken, and warns once at half time. */
export async function endRequests(ctx: Context): Promise<void> {
  const sender = await senderOf(ctx)
  const each = async <T extends { id: string }>(rows: readonly T[], work: (row: T) => Promise<void>) => {
    for (const row of rows) {
      // One that cannot be ended must not keep the others from it.
      await work(row).catch((fault) => ctx.log.error(faultFields(fault), `request ${row.id}`))
    }
  }
  await each(await dueRequests(ctx.db, ctx.now, AT_ONCE), ({ id }) => expireRequest(ctx, sender, id))
  await each(await dueOffers(ctx.db, ctx.now, AT_ONCE), ({ id }) => expireOffer(ctx, sender, id, true))
  await each(await takenOffers(ctx.db, ctx.now, AT_ONCE), ({ id }) => expireOffer(ctx, sender, id, false))
  await each(await halfDueRequests(ctx.db, ctx.now, AT_ONCE), ({ id }) =>
    ctx.transaction(async (tx) => {
      const request = await requestForUpdate(tx.db, id)
      if (request?.state !== 'requested' || request.half_told_at) return
      await changeRequest(tx.db, id, { half_told_at: tx.now })
      await tellProvider(tx, sender, request, 'request.half')
    }),
  )
  await each(await halfDueOffers(ctx.db, ctx.now, AT_ONCE), ({ id, request_id, quote_id, version, ends_at }) =>
    ctx.transaction(async (tx) => {
      if (!(await markOfferHalf(tx.db, id, tx.now))) return
      const request = await requestById(tx.db, request_id)
      if (request)
        await tellCustomer(tx, sender, request, 'offer.half', {
          quoteId: quote_id,
          ends: ends_at,
          fact: `offer.half ${request_id} ${version}`,
        })
    }),
  )
}

async function expireRequest(ctx: Context, sender: Sender, id: string): Promise<void> {
  const known = await requestById(ctx.db, id)
  if (!known) return
  const others = await othersFor(ctx, known.search_id)
  await ctx.transaction(async (tx) => {
    await lockEvent(tx.db, known.event_key)
    const request = await requestForUpdate(tx.db, id)
    if (!request || request.ends_at > tx.now) return
    if (!(await moveRequest(tx.db, id, 'expire'))) return
    // What never went out ends in silence: nobody was asked. Of a team nothing goes out then.
    if (request.state === 'unconfirmed') {
      await clearOf(tx, request)
      return endWithTeam(tx, sender, request)
    }
    await tellEnd(tx, sender, request, 'request.expired.customer', { values: others })
    await tellProvider(tx, sender, request, 'request.expired.provider')
    await saveSignals(tx, request.provider_id)
    await announceProvider(tx, request)
  })
}

/** Ends an offer whose time is up, or whose time somebody else has booked. */
async function expireOffer(ctx: Context, sender: Sender, requestId: string, byTime: boolean): Promise<void> {
  const known = await requestById(ctx.db, requestId)
  if (!known) return
  await ctx.transaction(async (tx) => {
    await lockEvent(tx.db, known.event_key)
    const request = await requestForUpdate(tx.db, requestId)
    if (request?.state !== 'offered' || !request.open) return
    const ended = await endOffer(tx.db, requestId, 'expire', tx.now)
    if (!ended) return
    await tellEnd(tx, sender, request, 'offer.expired.customer', { quoteId: ended.quote_id })
    if (byTime) await tellProvider(tx, sender, request, 'offer.expired.provider', { quoteId: ended.quote_id })
    await announceProvider(tx, request)
  })
}

async function clearOf(ctx: Context, request: RequestRow): Promise<void> {
  await clearAct(ctx, request.search_id, request.provider_id)
  await announce(ctx, {
    to: [`account:${request.account_id}`, `search:${request.search_id}`],
    kind: 'request.ended',
    ref: request.id,
  })
}

async function announceProvider(ctx: Context, request: RequestRow): Promise<void> {
  const { providerAccount } = await factsOf(ctx.db, request.id, request.quote_id)
  if (providerAccount)
    await announce(ctx, { to: [`account:${providerAccount}`], kind: 'request.ended', ref: request.id })
}

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

type Provider = Awaited<ReturnType<typeof ownProvider>>

/** Ends a request that the calling artist received, by the step named, and notifies its customer. `before` runs before the event is locked, in the lock order of bookings. */
async function endReceived(
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

/** The customer hears that a request has come to nothing, and can ask others; of a team nobody comes then. In the caller's transaction. */
async function tellEnd(
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

type Answer = OutputOf<typeof requests.withdraw>

/** Says no to the offer that stands. */
export const declineOffer = (ctx: Context, { requestId }: InputOf<typeof requests.declineOffer>): Promise<Answer> =>
  takeBack(ctx, requestId, 'offer')

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

/** Takes a request back; an offer that stands is declined with it. */
export const withdrawRequest = (ctx: Context, { requestId }: InputOf<typeof requests.withdraw>): Promise<Answer> =>
  takeBack(ctx, requestId, 'any')

/** Ends a request or the offer that stands on it for its customer, and tells the artist. */
async function takeBack(ctx: Context, requestId: string, what: 'any' | 'offer'): Promise<Answer> {
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
