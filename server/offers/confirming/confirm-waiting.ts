import { claimSearch } from '#server/search/door.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { minor } from '#contract/money.ts'
import { mayAskFor, requestEnds } from '#contract/offers/lifecycle-request.ts'
import type { requests } from '#contract/offers/requests.ts'
import type { CountryCode } from '#contract/values.ts'
import { provenOwner, welcome } from '#server/accounts/entering/door.ts'
import { chooseAnew } from '#server/accounts/links/door.ts'
import type { Sender } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { dayOf } from '#server/platform/event-day.ts'
import { setAct } from '#server/search/acts/door.ts'
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
  for (const request of waiting) {
    const body = (await quotesById(ctx.db, [request.quote_id])).get(request.quote_id) as QuoteBody
    const planned = body.plan ? Date.parse(body.plan.arriveAt) : null
    if (request.ends_at <= ctx.now || !mayAskFor(planned, ctx.now.getTime())) continue
    const ends_at = new Date(
      requestEnds(
        ctx.now.getTime(),
        planned ?? dayOf(request.event_date, (await placeOfSearch(ctx.db, request.search_id)).tz).at(300),
      ),
    )
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
