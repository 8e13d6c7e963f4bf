import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { requests } from '#contract/offers/requests.ts'
import {
  chooseAnew,
  findEndedLink,
  countLinksSince,
  checkOpeningPassword,
  getProvenOwner,
  redeemCode,
  redeemLink,
  signInAccount,
} from '#server/accounts/index.ts'
import { type Sender, getSender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { claimSearch, clearAct, findSearch, isOwner, type QuoteBody, setAct } from '#server/search/index.ts'
import { toMinor } from '#contract/money.ts'
import { canRequest, requestEnds, getTeamRequestExpiry } from '#contract/offers/lifecycle-request.ts'
import type { CountryCode } from '#contract/values.ts'
import { getEventDay } from '#server/platform/event-day.ts'
import { findAccountById, listQuotesById } from './offers.queries.ts'
import {
  getEventKey,
  listLiveRequests,
  lockEvent,
  moveRequest,
  getPlaceOfSearch,
  type RequestRow,
} from './requests.queries.ts'
import { deliverRequests, sendConfirmation } from './confirmation-mails.ts'
import { endWithTeam } from './end-requests.ts'
import { findTeamOfRequest } from './team-requests.queries.ts'
import { pageOf } from './offer-notices.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { normaliseEmail } from '#contract/accounts/parse-email.ts'
import { lockLimit } from '#server/platform/http/limits.ts'

type Confirmed = OutputOf<typeof requests.confirm>

export async function confirmRequest(ctx: Context, input: InputOf<typeof requests.confirm>): Promise<Confirmed> {
  const [opening, sender] = [await checkOpeningPassword(ctx, 'confirm_request', input), await getSender(ctx)]
  return ctx.transaction(async (tx) =>
    confirmWaiting(tx, sender, await redeemLink(tx, 'confirm_request', input.token), 'magic_link', opening),
  )
}

export async function confirmRequestByCode(
  ctx: Context,
  { email, code }: InputOf<typeof requests.confirmCode>,
): Promise<Confirmed> {
  const [sender, spent] = [await getSender(ctx), await redeemCode(ctx, 'confirm_request', email, code)]
  return ctx.transaction((tx) => confirmWaiting(tx, sender, spent, 'code'))
}

/** Confirms pending requests and signs the reader in, in the caller's transaction. */
async function confirmWaiting(
  ctx: Context,
  sender: Sender,
  spent: Parameters<typeof getProvenOwner>[1],
  how: 'magic_link' | 'code',
  opening?: Parameters<typeof getProvenOwner>[2],
): Promise<Confirmed> {
  const proven = await getProvenOwner(ctx, spent, opening)
  const { account } = proven
  const { searchId } = spent.detail as { searchId: string }
  // The link proves that the searcher reads this address.
  await claimSearch(ctx.db, searchId, account.id)
  const eventKey = await getEventKey(ctx.db, searchId)
  await lockEvent(ctx.db, eventKey)
  const waiting = (await listLiveRequests(ctx.db, eventKey)).filter(
    (request) => request.state === 'unconfirmed' && request.account_id === account.id,
  )
  for (const of of new Set(waiting.map(({ search_id }) => search_id))) await claimSearch(ctx.db, of, account.id)
  const out: RequestRow[] = []
  for (const together of await asAsked(ctx, waiting)) {
    const ready: Waiting[] = []
    for (const request of together) ready.push(await waitingOf(ctx, request))
    const late = ready.find(
      ({ request, planned }) => request.ends_at <= ctx.now || !canRequest(planned, ctx.now.getTime()),
    )
    if (late) {
      if (together.length > 1) await endUnasked(ctx, sender, late.request)
      continue
    }
    const starts = ready.map(({ start }) => start)
    const own = starts.map((start) => requestEnds(ctx.now.getTime(), start))
    const ends_at = new Date(getTeamRequestExpiry(own, starts))
    for (const { request, body } of ready) {
      if (!(await moveRequest(ctx.db, request.id, 'confirm', { confirmed_at: ctx.now, ends_at }))) continue
      await setAct(ctx, {
        searchId: request.search_id,
        providerId: request.provider_id,
        state: 'requested',
        mode: request.mode,
        quoteId: request.quote_id,
        totalMinor: toMinor(body.total),
        depositMinor: toMinor(body.deposit),
        until: ends_at,
      })
      out.push({ ...request, state: 'requested', confirmed_at: ctx.now, ends_at })
    }
  }
  if (out.length > 0) await deliverRequests(ctx, sender, out)
  const last = Math.max(...out.map((request) => request.ends_at.getTime()))
  const { tz, country_code } = await getPlaceOfSearch(ctx.db, searchId)
  return {
    choose: await chooseAnew(ctx, sender, proven),
    ...(await signInAccount(ctx, account, how)),
    path: pageOf({ searchId, teamId: out[0] ? await findTeamOfRequest(ctx.db, out[0]) : null }),
    sent: out.length,
    endsAt: out.length ? new Date(last).toISOString() : null,
    timeZone: tz,
    countryCode: country_code as CountryCode,
  }
}

async function asAsked(ctx: Context, waiting: readonly RequestRow[]): Promise<RequestRow[][]> {
  const groups = new Map<string, RequestRow[]>()
  for (const request of waiting) {
    const of = (await findTeamOfRequest(ctx.db, request)) ?? request.id
    groups.set(of, [...(groups.get(of) ?? []), request])
  }
  return [...groups.values()]
}

type Waiting = { request: RequestRow; body: QuoteBody; planned: number | null; start: number }
async function waitingOf(ctx: Context, request: RequestRow): Promise<Waiting> {
  const body = (await listQuotesById(ctx.db, [request.quote_id])).get(request.quote_id) as QuoteBody
  const planned = body.plan ? Date.parse(body.plan.arriveAt) : null
  const { tz } = await getPlaceOfSearch(ctx.db, request.search_id)
  return { request, body, planned, start: planned ?? getEventDay(request.event_date, tz).at(300) }
}

// A team is requested as a whole or not at all, before anyone is notified.
async function endUnasked(ctx: Context, sender: Sender, request: RequestRow): Promise<void> {
  await moveRequest(ctx.db, request.id, 'expire')
  await clearAct(ctx, request.search_id, request.provider_id)
  await endWithTeam(ctx, sender, request)
}

export async function sendRequestLink(
  ctx: Context,
  { quoteId }: InputOf<typeof requests.sendLink>,
): Promise<OutputOf<typeof requests.sendLink>> {
  const row = await findSearch(ctx.database, quoteId)
  if (!row) throw new Refusal('not_found')
  if (!isOwner(ctx.viewer, row)) throw new Refusal('not_yours')
  return sendConfirmationAgain(ctx, quoteId, null)
}

export async function resendRequestLink(
  ctx: Context,
  { token }: InputOf<typeof requests.resend>,
): Promise<{ sent: true }> {
  const link = await findEndedLink(ctx, 'confirm_request', token)
  const { searchId } = (link?.detail ?? {}) as { searchId?: string }
  if (!link || !searchId) throw new Refusal('link_expired')
  return sendConfirmationAgain(ctx, searchId, link.account_id)
}

// Rate limit against mail bombing.
const MOST_AN_HOUR = 10
const HOUR_MS = 3_600_000

async function sendConfirmationAgain(
  ctx: Context,
  searchId: string,
  accountId: string | null,
): Promise<{ sent: true }> {
  const sender = await getSender(ctx)
  return ctx.idempotent(async (tx) => {
    const waiting = (await listLiveRequests(tx.db, await getEventKey(tx.db, searchId))).filter(
      (request) => request.state === 'unconfirmed' && (accountId === null || request.account_id === accountId),
    )
    const account = waiting[0] && (await findAccountById(tx.db, waiting[0].account_id))
    if (!account) return { sent: true }
    await lockLimit(tx.db, `links ${normaliseEmail(account.email)}`)
    if (
      (await countLinksSince(tx.db, 'confirm_request', account.email, new Date(tx.now.getTime() - HOUR_MS))) >=
      MOST_AN_HOUR
    )
      return { sent: true }
    await sendConfirmation(tx, sender, account, searchId, waiting)
    return { sent: true }
  })
}
