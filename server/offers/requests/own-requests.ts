import { saidWith } from '#server/offers/words/said-with.ts'
import type { OwnRequest, OwnRequests } from '#contract/offers/requests.ts'
import type { Context } from '#server/platform/context.ts'
import { facesOf, noPicture, pictureOf } from '#server/providers/index.ts'
import type { QuoteBody } from '#server/search/locked-quotes/door.ts'
import { type OfferRow, offersOf } from '#server/offers/offer-queries.ts'
import { eventKeyOf, type RequestRow, requestsOfEvent } from './request-queries.ts'
import { otherParts } from '#server/offers/team-up/team-request-queries.ts'
import { accountById, quotesById } from '#server/offers/present-queries.ts'

/** The same for a search whose owner is known. */
export async function ownRequestsOf(ctx: Context, searchId: string): Promise<OwnRequests> {
  const every = await requestsOfEvent(ctx.db, await eventKeyOf(ctx.db, searchId))
  const ofTeams = await otherParts(
    ctx.db,
    searchId,
    every.map(({ search_id }) => search_id),
  )
  const all = every.filter(({ search_id }) => !ofTeams.has(search_id))
  // Of several versions to one provider the last counts.
  const latest = [
    ...new Map(all.toSorted((a, b) => a.version - b.version).map((request) => [request.provider_id, request])).values(),
  ]
  const presented = await presentOwn(ctx, latest)
  const said = saidWith(all.filter(({ open }) => open))
  const waiting = all.find(({ state }) => state === 'unconfirmed')
  const email = waiting ? (await accountById(ctx.db, waiting.account_id))?.email : undefined
  return {
    requests: presented.filter((request) => request.searchId === searchId),
    earlier: presented.filter((request) => request.searchId !== searchId && request.open),
    confirm: email ? { email } : null,
    said: said.words || said.files.length > 0 ? { words: said.words, pictures: [...said.files] } : null,
  }
}

async function presentOwn(ctx: Context, rows: readonly RequestRow[]): Promise<OwnRequest[]> {
  const offers = Map.groupBy(
    await offersOf(
      ctx.db,
      rows.map(({ id }) => id),
    ),
    (offer) => offer.request_id,
  )
  const faces = await facesOf(
    ctx.db,
    rows.map((row) => row.provider_id),
  )
  const quotes = await quotesById(ctx.db, [
    ...rows.map((row) => row.quote_id),
    ...[...offers.values()].flat().map((offer) => offer.quote_id),
  ])
  const bodyOf = (id: string) => quotes.get(id) as QuoteBody
  return rows.flatMap((row): OwnRequest[] => {
    const provider = faces.get(row.provider_id)
    if (!provider) return []
    const body = bodyOf(row.quote_id)
    const [offer] = offers.get(row.id) ?? []
    return [
      {
        id: row.id,
        state: row.state,
        open: row.open,
        version: row.version,
        mode: row.mode,
        searchId: row.search_id,
        provider: {
          id: provider.id,
          slug: provider.slug,
          name: provider.name,
          profileImg: provider.face ? pictureOf(provider.face, 'square') : noPicture,
        },
        askedAt: (row.confirmed_at ?? row.created_at).toISOString(),
        endsAt: row.ends_at.toISOString(),
        note: row.note,
        total: body.total,
        currency: body.currency,
        offer: offer ? presentOffer(offer, bodyOf(offer.quote_id)) : null,
      },
    ]
  })
}

const presentOffer = (offer: OfferRow, body: QuoteBody): OwnRequest['offer'] => ({
  id: offer.id,
  version: offer.version,
  state: offer.state,
  kind: offer.kind,
  reason: offer.reason,
  note: offer.note,
  endsAt: offer.ends_at.toISOString(),
  madeAt: offer.created_at.toISOString(),
  quoteId: offer.quote_id,
  total: body.total,
  deposit: body.deposit,
  currency: body.currency,
  plan: timesOf(body),
})

export const timesOf = ({ plan }: QuoteBody) =>
  plan && { arriveAt: plan.arriveAt, startAt: plan.startAt, doneAt: plan.doneAt }
