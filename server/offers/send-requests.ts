import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import {
  canRequest,
  mostAtOnce,
  requestEnds,
  getTeamRequestExpiry,
  requestTimes,
} from '#contract/offers/lifecycle-request.ts'
import type { requests } from '#contract/offers/requests.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { toMinor } from '#contract/money.ts'
import type { Requester } from '#contract/search/search.ts'
import type { CountryCode, Mode } from '#contract/values.ts'
import { getRequesterAccount } from '#server/accounts/index.ts'
import { getCatalog } from '#server/catalog/index.ts'
import { isBlocked } from '#server/messaging/index.ts'
import { type Sender, getSender } from '#server/notifications/index.ts'
import { assertNotOwnProfile } from '#server/providers/index.ts'
import {
  type Bookable,
  getBookableQuote,
  clearAct,
  findSearch,
  lockQuote,
  isOwner,
  type ResolvedSearch,
  resolveSearch,
  setAct,
} from '#server/search/index.ts'
import { deliverRequests, sendConfirmation } from './confirmation-mails.ts'
import { getRequestsOfSearch, getRequestMessage } from './requests.ts'
import { endOffer } from './offers.queries.ts'
import {
  changeRequest,
  getEventKey,
  insertRequest,
  getLastRequestVersion,
  listLiveRequests,
  lockEvent,
  moveRequest,
  type RequestRow,
} from './requests.queries.ts'
import { listOtherTeamParts } from './team-requests.queries.ts'

type Answer = OutputOf<typeof requests.send>

/** Throws `too_many_asked` above five open requests per event, and `already_requested`. */
export async function sendRequests(
  ctx: Context,
  { quoteId, profiles, type }: InputOf<typeof requests.send>,
): Promise<Answer> {
  const named = [...new Set(profiles)]
  if (named.length > mostAtOnce) throw new Refusal('too_many_asked')
  const asked = await getSearchToRequest(ctx, quoteId)
  return requestAll(
    ctx,
    asked,
    named.map((profileId) => ({ profileId, mode: type })),
    'new',
  )
}

const HOUR_MS = 3_600_000

async function getSearchToRequest(ctx: Context, quoteId: string): Promise<ResolvedSearch> {
  const row = await findSearch(ctx.database, quoteId)
  if (!row) throw new Refusal('not_found')
  if (!isOwner(ctx.viewer, row)) throw new Refusal('not_yours')
  if (!row.details) throw new Refusal('details_missing')
  const asked = resolveSearch(row, await getCatalog(ctx.database), ctx.now)
  if (asked.daysAhead < 0) throw new Refusal('date_past')
  return asked
}

type Whom = { asked: ResolvedSearch; profileId: string; mode: Mode | undefined }
type Askable = { asked: ResolvedSearch; quote: Bookable }

async function requestAll(
  ctx: Context,
  asked: ResolvedSearch,
  whom: readonly Omit<Whom, 'asked'>[],
  how: 'new' | 'again',
): Promise<Answer> {
  const of = await listRequestable(
    ctx,
    whom.map((one) => ({ ...one, asked })),
    how,
  )
  const sender = await getSender(ctx)
  return ctx.idempotent(async (tx) => {
    await insertAsked(tx, sender, { of, how, searchId: asked.row.id })
    return getRequestsOfSearch(tx, asked.row.id)
  })
}

/**
 * Returns the artists who can be requested with their quotes. Throws if a new one cannot. Must not run inside a
 * transaction.
 */
export async function listRequestable(ctx: Context, whom: readonly Whom[], how: 'new' | 'again'): Promise<Askable[]> {
  const askable: Askable[] = []
  for (const { asked, profileId, mode } of whom) {
    const quote = await askableQuote(ctx, asked, profileId, mode)
    if (quote.locked) askable.push({ asked, quote })
    else if (how === 'new') throw new Refusal('request_not_possible', { detail: { profileId, why: quote.why } })
  }
  if (askable.length === 0) throw new Refusal('request_not_possible')
  for (const { asked, quote } of askable) await assertNotOwnProfile(ctx, quote.providerId, asked.row.details?.email)
  if (askable.some(({ quote }) => !canRequest(startOf(quote), ctx.now.getTime())))
    throw new Refusal('too_late_to_request')
  return askable
}

const startOf = ({ locked }: Bookable) => (locked?.plan ? Date.parse(locked.plan.arriveAt) : null)

/**
 * Inserts requests for one event and one or several searches, in the caller's transaction. `searchId` is the target of
 * the confirmation mail. With `together`, a team shares one deadline.
 */
export async function insertAsked(
  tx: Context,
  sender: Sender,
  {
    of,
    how,
    searchId,
    together = false,
  }: { of: readonly Askable[]; how: 'new' | 'again'; searchId: string; together?: boolean },
): Promise<void> {
  const eventKey = await getEventKey(tx.db, searchId)
  await lockEvent(tx.db, eventKey)
  const first = (of[0] as Askable).asked.row
  const account = await getRequesterAccount(tx, first.details as Requester, first.country_code as CountryCode)
  const proven = tx.viewer.accountId === account.id && account.email_verified_at !== null
  const live = new Map((await listLiveRequests(tx.db, eventKey)).map((request) => [request.provider_id, request]))
  const made: RequestRow[] = []
  const said = getRequestMessage([...live.values()])
  const starts = of.map((one) => startOf(one.quote) ?? one.asked.day.at(300))
  const own = starts.map((start) => endOf(tx.now.getTime(), start, proven))
  const last = together ? getTeamRequestExpiry(own, starts) : null
  const openAfter = new Set([...live.keys(), ...of.map(({ quote }) => quote.providerId)])
  if (!together && openAfter.size > mostAtOnce) throw new Refusal('too_many_asked')
  for (const [i, { asked, quote }] of of.entries()) {
    if (await isBlocked(tx.db, account.stands_in_for ?? account.id, quote.providerId))
      throw new Refusal('request_not_possible')
    const before = live.get(quote.providerId)
    if (before && how === 'new')
      throw new Refusal('already_requested', { detail: { requestId: before.id, state: before.state } })
    if (before?.search_id === asked.row.id) continue
    if (before) await endBefore(tx, before)
    const { id: quoteId, mode, total, deposit } = quote.locked as NonNullable<Bookable['locked']>
    const request = await insertRequest(tx.db, {
      eventKey,
      searchId: asked.row.id,
      providerId: quote.providerId,
      accountId: account.id,
      mode,
      state: proven ? 'requested' : 'unconfirmed',
      quoteId,
      version: (await getLastRequestVersion(tx.db, eventKey, quote.providerId)) + 1,
      replaces: before?.id ?? null,
      eventDate: asked.row.event_date,
      now: tx.now,
      endsAt: new Date(last ?? (own[i] as number)),
      ...said,
    })
    await setAct(tx, {
      searchId: asked.row.id,
      providerId: quote.providerId,
      state: request.state as 'requested',
      mode,
      quoteId,
      totalMinor: toMinor(total),
      depositMinor: toMinor(deposit),
      until: request.ends_at,
    })
    made.push(request)
  }
  if (made.length === 0) return
  if (proven) await deliverRequests(tx, sender, made)
  else await sendConfirmation(tx, sender, account, searchId, made)
}

// An unconfirmed request expires after a day, or at the start.
const endOf = (now: number, start: number, proven: boolean): number =>
  proven ? requestEnds(now, start) : Math.max(now + HOUR_MS, Math.min(now + requestTimes.unconfirmed * HOUR_MS, start))

/** Artists beyond their usual radius may accept at their travel price. */
async function askableQuote(ctx: Context, asked: ResolvedSearch, profileId: string, mode: Mode | undefined) {
  const quote = await getBookableQuote(ctx, asked, profileId, mode)
  if (quote.locked || quote.why !== 'tooFar') return quote
  return { ...quote, locked: await lockQuote(ctx, asked, quote.quoted) }
}

async function endBefore(ctx: Context, before: RequestRow): Promise<void> {
  if (before.state === 'offered') {
    await endOffer(ctx.db, before.id, 'replace', ctx.now)
    await changeRequest(ctx.db, before.id, { open: false })
  } else await moveRequest(ctx.db, before.id, 'withdraw')
  await clearAct(ctx, before.search_id, before.provider_id)
}

/** Resends the requests of a changed search. Requests to artists who cannot do the changed day stay as they are. */
export async function resendRequests(ctx: Context, { quoteId }: InputOf<typeof requests.resendToAll>): Promise<Answer> {
  const asked = await getSearchToRequest(ctx, quoteId)
  const eventKey = await getEventKey(ctx.db, quoteId)
  const live = await listLiveRequests(ctx.db, eventKey)
  const ofTeams = await listOtherTeamParts(
    ctx.db,
    quoteId,
    live.map(({ search_id }) => search_id),
  )
  const earlier = live.filter(({ search_id }) => search_id !== quoteId && !ofTeams.has(search_id))
  if (earlier.length === 0) return ctx.idempotent((tx) => getRequestsOfSearch(tx, quoteId))
  return requestAll(
    ctx,
    asked,
    earlier.map(({ provider_id, mode }) => ({ profileId: provider_id, mode })),
    'again',
  )
}
