import { claimSearch } from '#server/search/door.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { minor } from '#contract/money.ts'
import { mayAskFor, requestEnds, requestsEndTogether } from '#contract/offers/lifecycle-request.ts'
import type { requests } from '#contract/offers/requests.ts'
import type { CountryCode } from '#contract/values.ts'
import { chooseAnew, provenOwner, welcome } from '#server/accounts/index.ts'
import type { Sender } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { dayOf } from '#server/platform/event-day.ts'
import { clearAct, setAct } from '#server/search/acts/door.ts'
import type { QuoteBody } from '#server/search/locked-quotes/door.ts'
import { quotesById } from '#server/offers/present-queries.ts'
import {
  moveRequest,
  eventKeyOf,
  liveOfEvent,
  lockEvent,
  placeOfSearch,
  type RequestRow,
} from '#server/offers/requests/request-queries.ts'
import { putBefore } from '#server/offers/requests/put-before.ts'
import { endWithTeam } from '#server/offers/team-up/end-with-team.ts'
import { teamOfRequest } from '#server/offers/team-up/team-request-queries.ts'
import { pageOf } from '#server/offers/tell.ts'

type Confirmed = OutputOf<typeof requests.confirm>

/** Lets the requests out that waited for a link or a code, and signs its reader in. In the caller's transaction. */
export async function confirmWaiting(
  ctx: Context,
  sender: Sender,
  spent: Parameters<typeof provenOwner>[1],
  how: 'magic_link' | 'code',
  opening?: Parameters<typeof provenOwner>[2],
): Promise<Confirmed> {
  const proven = await provenOwner(ctx, spent, opening)
  const { account } = proven
  const { searchId } = spent.detail as { searchId: string }
  // The link has shown that whoever searched is whoever reads this address.
  await claimSearch(ctx.db, searchId, account.id)
  const eventKey = await eventKeyOf(ctx.db, searchId)
  await lockEvent(ctx.db, eventKey)
  const waiting = (await liveOfEvent(ctx.db, eventKey)).filter(
    (request) => request.state === 'unconfirmed' && request.account_id === account.id,
  )
  for (const of of new Set(waiting.map(({ search_id }) => search_id))) await claimSearch(ctx.db, of, account.id)
  const out: RequestRow[] = []
  for (const together of await asAsked(ctx, waiting)) {
    const ready: Waiting[] = []
    for (const request of together) ready.push(await waitingOf(ctx, request))
    const late = ready.find(
      ({ request, planned }) => request.ends_at <= ctx.now || !mayAskFor(planned, ctx.now.getTime()),
    )
    if (late) {
      if (together.length > 1) await endUnasked(ctx, sender, late.request)
      continue
    }
    const starts = ready.map(({ start }) => start)
    const own = starts.map((start) => requestEnds(ctx.now.getTime(), start))
    const ends_at = new Date(requestsEndTogether(own, starts))
    for (const { request, body } of ready) {
      if (!(await moveRequest(ctx.db, request.id, 'confirm', { confirmed_at: ctx.now, ends_at }))) continue
      await setAct(ctx, {
        searchId: request.search_id,
        providerId: request.provider_id,
        state: 'requested',
        mode: request.mode,
        quoteId: request.quote_id,
        totalMinor: minor(body.total),
        depositMinor: minor(body.deposit),
        until: ends_at,
      })
      out.push({ ...request, state: 'requested', confirmed_at: ctx.now, ends_at })
    }
  }
  if (out.length > 0) await putBefore(ctx, sender, out)
  const last = Math.max(...out.map((request) => request.ends_at.getTime()))
  const { tz, country_code } = await placeOfSearch(ctx.db, searchId)
  return {
    choose: await chooseAnew(ctx, sender, proven),
    ...(await welcome(ctx, account, how)),
    path: pageOf({ searchId, teamId: out[0] ? await teamOfRequest(ctx.db, out[0]) : null }),
    sent: out.length,
    endsAt: out.length ? new Date(last).toISOString() : null,
    timeZone: tz,
    countryCode: country_code as CountryCode,
  }
}

/** Requests as they were asked: those of a team together, any other by itself. */
async function asAsked(ctx: Context, waiting: readonly RequestRow[]): Promise<RequestRow[][]> {
  const groups = new Map<string, RequestRow[]>()
  for (const request of waiting) {
    const of = (await teamOfRequest(ctx.db, request)) ?? request.id
    groups.set(of, [...(groups.get(of) ?? []), request])
  }
  return [...groups.values()]
}

type Waiting = { request: RequestRow; body: QuoteBody; planned: number | null; start: number }
async function waitingOf(ctx: Context, request: RequestRow): Promise<Waiting> {
  const body = (await quotesById(ctx.db, [request.quote_id])).get(request.quote_id) as QuoteBody
  const planned = body.plan ? Date.parse(body.plan.arriveAt) : null
  const { tz } = await placeOfSearch(ctx.db, request.search_id)
  return { request, body, planned, start: planned ?? dayOf(request.event_date, tz).at(300) }
}

// A team is asked as a whole or not at all, and nobody has heard of it yet.
async function endUnasked(ctx: Context, sender: Sender, request: RequestRow): Promise<void> {
  await moveRequest(ctx.db, request.id, 'expire')
  await clearAct(ctx, request.search_id, request.provider_id)
  await endWithTeam(ctx, sender, request)
}
