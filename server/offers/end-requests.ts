import { type MailKind, type Sender, getSender } from '#server/notifications/index.ts'
import { announceEvent } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import { toFaultFields } from '#server/platform/log.ts'
import { clearAct, findSearch, isOwner } from '#server/search/index.ts'
import { countOtherArtists, getRequestsOfSearch, presentInFull } from './requests.ts'
import {
  listExpiredOffers,
  listExpiredRequests,
  endOffer,
  listHalfDueOffers,
  listHalfDueRequests,
  markOfferHalf,
  listConflictingOffers,
} from './offers.queries.ts'
import {
  changeRequest,
  getEventKey,
  listLiveRequests,
  lockEvent,
  moveRequest,
  openRequestsOf,
  findReceivedRequest,
  findRequestById,
  lockRequest,
  type RequestRow,
} from './requests.queries.ts'
import { saveSignals } from './signals.ts'
import { type NoticeExtras, notifyCustomer, notifyProvider } from './offer-notices.ts'
import { getFacts } from './offer-notices.queries.ts'
import { type ArtistEnd, describeUnavailable } from '#server/accounts/index.ts'
import { hasHiddenContact } from '#server/platform/validation/contact-details.ts'
import type { ReceivedRequestInFull, requests } from '#contract/offers/requests.ts'
import { getCatalog } from '#server/catalog/index.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { blockDayIn, lockDiary, getCallerProvider, releaseHolds } from '#server/providers/index.ts'
import { openBeside, findTeamOfRequest } from './team-requests.queries.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'

const AT_ONCE = 200

/** Expires requests and offers whose time is up or booked, and reminds once at half time. */
export async function endRequests(ctx: Context): Promise<void> {
  const sender = await getSender(ctx)
  const each = async <T extends { id: string }>(rows: readonly T[], work: (row: T) => Promise<void>) => {
    for (const row of rows) {
      // A failure must not block the others.
      await work(row).catch((fault) => ctx.log.error(toFaultFields(fault), `processing request ${row.id} failed`))
    }
  }
  await each(await listExpiredRequests(ctx.db, ctx.now, AT_ONCE), ({ id }) => expireRequest(ctx, sender, id))
  await each(await listExpiredOffers(ctx.db, ctx.now, AT_ONCE), ({ id }) => expireOffer(ctx, sender, id, true))
  await each(await listConflictingOffers(ctx.db, ctx.now, AT_ONCE), ({ id }) => expireOffer(ctx, sender, id, false))
  await each(await listHalfDueRequests(ctx.db, ctx.now, AT_ONCE), ({ id }) =>
    ctx.transaction(async (tx) => {
      const request = await lockRequest(tx.db, id)
      if (request?.state !== 'requested' || request.half_told_at) return
      await changeRequest(tx.db, id, { half_told_at: tx.now })
      await notifyProvider(tx, sender, request, 'request.half')
    }),
  )
  await each(await listHalfDueOffers(ctx.db, ctx.now, AT_ONCE), ({ id, request_id, quote_id, version, ends_at }) =>
    ctx.transaction(async (tx) => {
      if (!(await markOfferHalf(tx.db, id, tx.now))) return
      const request = await findRequestById(tx.db, request_id)
      if (request)
        await notifyCustomer(tx, sender, request, 'offer.half', {
          quoteId: quote_id,
          ends: ends_at,
          fact: `offer.half ${request_id} ${version}`,
        })
    }),
  )
}

async function expireRequest(ctx: Context, sender: Sender, id: string): Promise<void> {
  const known = await findRequestById(ctx.db, id)
  if (!known) return
  const others = await countOtherArtists(ctx, known.search_id)
  await ctx.transaction(async (tx) => {
    await lockEvent(tx.db, known.event_key)
    const request = await lockRequest(tx.db, id)
    if (!request || request.ends_at > tx.now) return
    if (!(await moveRequest(tx.db, id, 'expire'))) return
    // Unconfirmed requests expire without notification. A team's are not sent at all.
    if (request.state === 'unconfirmed') {
      await clearOf(tx, request)
      return endWithTeam(tx, sender, request)
    }
    await notifyRequestEnded(tx, sender, request, 'request.expired.customer', { values: others })
    await notifyProvider(tx, sender, request, 'request.expired.provider')
    await saveSignals(tx, request.provider_id)
    await announceProvider(tx, request)
  })
}

/** Expires an offer by time, or because its slot was booked. */
async function expireOffer(ctx: Context, sender: Sender, requestId: string, byTime: boolean): Promise<void> {
  const known = await findRequestById(ctx.db, requestId)
  if (!known) return
  await ctx.transaction(async (tx) => {
    await lockEvent(tx.db, known.event_key)
    const request = await lockRequest(tx.db, requestId)
    if (request?.state !== 'offered' || !request.open) return
    const ended = await endOffer(tx.db, requestId, 'expire', tx.now)
    if (!ended) return
    await notifyRequestEnded(tx, sender, request, 'offer.expired.customer', { quoteId: ended.quote_id })
    if (byTime) await notifyProvider(tx, sender, request, 'offer.expired.provider', { quoteId: ended.quote_id })
    await announceProvider(tx, request)
  })
}

async function clearOf(ctx: Context, request: RequestRow): Promise<void> {
  await clearAct(ctx, request.search_id, request.provider_id)
  await announceEvent(ctx, {
    to: [`account:${request.account_id}`, `search:${request.search_id}`],
    kind: 'request.ended',
    ref: request.id,
  })
}

async function announceProvider(ctx: Context, request: RequestRow): Promise<void> {
  const { providerAccount } = await getFacts(ctx.db, request.id, request.quote_id)
  if (providerAccount)
    await announceEvent(ctx, { to: [`account:${providerAccount}`], kind: 'request.ended', ref: request.id })
}

/**
 * Ends all other open requests and offers of a search's event after a booking, with notifications. Runs in the
 * booking's transaction, with the sender read before.
 */
export async function endOpenRequests(
  ctx: Context,
  sender: Sender,
  { searchId, exceptProviderId }: { searchId: string; exceptProviderId: string },
): Promise<void> {
  const eventKey = await getEventKey(ctx.db, searchId)
  await lockEvent(ctx.db, eventKey)
  for (const request of await listLiveRequests(ctx.db, eventKey)) {
    if (request.provider_id === exceptProviderId) {
      // Booked instantly while the request was pending, so the request counts as answered.
      if (request.state !== 'offered') await moveRequest(ctx.db, request.id, 'withdraw')
      continue
    }
    if (request.state === 'offered') await endOffer(ctx.db, request.id, 'requestWithdrawn', ctx.now)
    else await moveRequest(ctx.db, request.id, 'withdraw')
    await clearAct(ctx, request.search_id, request.provider_id)
    if (request.state !== 'unconfirmed')
      await notifyProvider(ctx, sender, request, request.state === 'offered' ? 'offer.declined' : 'request.withdrawn')
  }
}

type EndedRequests = { requests: number; offers: number }

const kinds: Record<'request' | 'offer', MailKind> = { request: 'request.unavailable', offer: 'offer.unavailable' }

/**
 * Ends all open requests and offers of an artist who stops taking bookings, and notifies customers. Runs in the
 * caller's transaction; requires `lockDiary`.
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
    const { provider, providerAccount } = await getFacts(ctx.db, request.id, request.quote_id)
    if (request.state === 'unconfirmed') {
      await clearAct(ctx, request.search_id, request.provider_id)
      await endWithTeam(ctx, sender, request)
    } else
      await notifyRequestEnded(ctx, sender, request, kinds[request.state === 'offered' ? 'offer' : 'request'], {
        values: { why: describeUnavailable(provider, reason), note: describeUnavailable(provider, reason) },
      })
    if (providerAccount)
      await announceEvent(ctx, { to: [`account:${providerAccount}`], kind: 'request.ended', ref: request.id })
  }
  return ended
}

/** Withdraws all open requests of a customer and notifies the artists, in the caller's transaction. */
export async function endRequestsOfCustomer(ctx: Context, sender: Sender, accountId: string): Promise<EndedRequests> {
  const ended = { requests: 0, offers: 0 }
  for (const request of await lockOpen(ctx, { accountId })) {
    if (request.state === 'offered') await endOffer(ctx.db, request.id, 'requestWithdrawn', ctx.now)
    else await moveRequest(ctx.db, request.id, 'withdraw')
    ended[request.state === 'offered' ? 'offers' : 'requests'] += 1
    await clearAct(ctx, request.search_id, request.provider_id)
    if (request.state === 'unconfirmed') continue
    await notifyProvider(ctx, sender, request, 'request.withdrawn')
    const { providerAccount } = await getFacts(ctx.db, request.id, request.quote_id)
    if (providerAccount)
      await announceEvent(ctx, { to: [`account:${providerAccount}`], kind: 'request.ended', ref: request.id })
  }
  return ended
}

async function lockOpen(ctx: Context, of: { providerId?: string; accountId?: string }): Promise<RequestRow[]> {
  const open: RequestRow[] = []
  // Ordered by event, to prevent deadlocks.
  for (const { id, event_key } of await openRequestsOf(ctx.db, of)) {
    await lockEvent(ctx.db, event_key)
    const request = await lockRequest(ctx.db, id)
    if (request?.open) open.push(request)
  }
  return open
}

type Provider = Awaited<ReturnType<typeof getCallerProvider>>

/**
 * Ends a received request by a lifecycle event and notifies the customer. `before` runs before the event lock, in the
 * lock order of bookings.
 */
async function endReceived(
  ctx: Context,
  requestId: string,
  note: string,
  kind: MailKind,
  step: (tx: Context, request: RequestRow, provider: Provider) => Promise<void>,
  before: (tx: Context) => Promise<unknown> = async () => {},
): Promise<ReceivedRequestInFull> {
  const [provider, catalog] = [await getCallerProvider(ctx), await getCatalog(ctx.database)]
  const row = await findReceivedRequest(ctx.db, provider.id, requestId)
  if (!row) throw new Refusal('not_found')
  if (hasHiddenContact(note)) throw createFieldRefusal('contact_details', 'note')
  const [sender, others] = [await getSender(ctx), await countOtherArtists(ctx, row.search_id)]
  return ctx.idempotent(async (tx) => {
    // Diary lock first, as in bookings, to prevent deadlocks.
    await lockDiary(tx.db, provider.id)
    await before(tx)
    await lockEvent(tx.db, row.event_key)
    const request = await lockRequest(tx.db, requestId)
    if (!request?.open) throw new Refusal('state_changed')
    await step(tx, request, provider)
    await notifyRequestEnded(tx, sender, request, kind, { values: { ...others, note: note || null } })
    if (provider.account_id)
      await announceEvent(tx, { to: [`account:${provider.account_id}`], kind: 'request.ended', ref: request.id })
    return presentInFull(tx, catalog, provider, (await findReceivedRequest(tx.db, provider.id, requestId)) ?? row)
  })
}

/** Says that the customer can ask others, or for a team that no one comes. Runs in the caller's transaction. */
async function notifyRequestEnded(
  ctx: Context,
  sender: Sender,
  request: RequestRow,
  kind: MailKind,
  said: Pick<NoticeExtras, 'values' | 'quoteId'> = {},
): Promise<void> {
  await clearAct(ctx, request.search_id, request.provider_id)
  const whole = (await findTeamOfRequest(ctx.db, request)) === null
  await notifyCustomer(ctx, sender, request, whole ? kind : 'team.incomplete', {
    ...said,
    fact: `${kind} ${request.id}`,
  })
  await announceEvent(ctx, {
    to: [`account:${request.account_id}`, `search:${request.search_id}`],
    kind: 'request.ended',
    ref: request.id,
  })
  await endWithTeam(ctx, sender, request)
}

type Answer = OutputOf<typeof requests.withdraw>

export const declineOffer = (ctx: Context, { requestId }: InputOf<typeof requests.declineOffer>): Promise<Answer> =>
  withdrawRequestOrOffer(ctx, requestId, 'offer')

/** Blocks the day if that is the reason. Existing appointments stay. */
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

/** Also ends the request. Throws `customer_paying` while the customer pays for the offer. */
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

export const withdrawRequest = (ctx: Context, { requestId }: InputOf<typeof requests.withdraw>): Promise<Answer> =>
  withdrawRequestOrOffer(ctx, requestId, 'any')

async function withdrawRequestOrOffer(ctx: Context, requestId: string, what: 'any' | 'offer'): Promise<Answer> {
  const known = await getCallerRequest(ctx, requestId)
  const sender = await getSender(ctx)
  return ctx.idempotent(async (tx) => {
    await releaseHolds(tx, { requestId }, { reason: 'released' })
    await lockEvent(tx.db, known.event_key)
    const request = await lockRequest(tx.db, requestId)
    if (!request?.open) throw new Refusal('state_changed')
    await withdrawLockedRequest(tx, sender, request, what)
    await endWithTeam(tx, sender, request)
    return getRequestsOfSearch(tx, known.search_id)
  })
}

/** Requires the request's lock in the caller's transaction. */
export async function withdrawLockedRequest(
  tx: Context,
  sender: Sender,
  request: RequestRow,
  what: 'any' | 'offer',
): Promise<void> {
  if (request.state === 'offered') {
    if (!(await endOffer(tx.db, request.id, what === 'offer' ? 'decline' : 'requestWithdrawn', tx.now)))
      throw new Refusal('state_changed')
    await notifyProvider(tx, sender, request, 'offer.declined')
  } else {
    if (what === 'offer' || !(await moveRequest(tx.db, request.id, 'withdraw'))) throw new Refusal('state_changed')
    if (request.state === 'requested') await notifyProvider(tx, sender, request, 'request.withdrawn')
  }
  await clearAct(tx, request.search_id, request.provider_id)
  const { providerAccount, customerAccount } = await getFacts(tx.db, request.id, request.quote_id)
  await announceEvent(tx, {
    to: [
      `account:${customerAccount}`,
      `search:${request.search_id}`,
      ...(providerAccount ? [`account:${providerAccount}`] : []),
    ],
    kind: 'request.ended',
    ref: request.id,
  })
}

async function getCallerRequest(ctx: Context, id: string): Promise<RequestRow> {
  const request = await findRequestById(ctx.db, id)
  if (!request) throw new Refusal('not_found')
  if (ctx.viewer.accountId === request.account_id) return request
  const search = await findSearch(ctx.database, request.search_id)
  if (!search || !isOwner(ctx.viewer, search)) throw new Refusal('not_found')
  return request
}

/**
 * Ends the other requests of a team, with notifications, because one artist is not coming. Does nothing without a team.
 * Requires the event lock in the caller's transaction.
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
    if (request.state !== 'unconfirmed') await notifyProvider(tx, sender, request, 'team.released')
    const { providerAccount } = await getFacts(tx.db, request.id, request.quote_id)
    await announceEvent(tx, {
      to: [`search:${request.search_id}`, ...(providerAccount ? [`account:${providerAccount}`] : [])],
      kind: 'request.ended',
      ref: request.id,
    })
  }
}
