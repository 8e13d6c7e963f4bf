import { limits } from '#contract/constants.ts'
import { mostAtOnce } from '#contract/offers/lifecycle-request.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { percent } from '#contract/format.ts'
import { major } from '#contract/money.ts'
import type { Card, OfferRecord, quotes } from '#contract/search/quotes.ts'
import type { Requester } from '#contract/search/search.ts'
import type { Mode } from '#contract/values.ts'
import { type Catalog, catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { nextTurn } from '#server/platform/work/turns.ts'
import { arrange, type Arranged, type Entry, inDemandOf, nearestTooFar } from './arrange.ts'
import { cardsOf } from './cards.ts'
import type { Seen } from '#server/search/insights/seen-queries.ts'
import { provenOnHair } from '#server/search/looks/proven-on-hair.ts'
import { readFilters } from '#server/search/matching/filters.ts'
import { fits } from '#server/search/matching/match.ts'
import { actsOf, matchSearch, pricingOf } from '#server/search/matching/match-search.ts'
import type { SearchRow } from '#server/search/queries.ts'
import { pricesOf } from '#server/search/pricing/pricing.ts'
import { rescueFor } from './rescue.ts'
import { noteSeen } from './note-seen.ts'
import { owns, presentSearch, resolveSearch, searchAsSeen } from '#server/search/saved-search.ts'
import { cursors, decodeCursor, encodeCursor } from '#server/platform/pagination.ts'
import { tally } from './tally.ts'

/** The quotes of a search as they stand now: a page of cards of each type, exact counts, and a way out where few fit. */
export async function readQuotes(
  ctx: Context,
  input: InputOf<typeof quotes.read>,
): Promise<OutputOf<typeof quotes.read>> {
  const row = await searchAsSeen(ctx, input.quoteId)
  const { answer, shown } = await answerOf(ctx, row, input)
  if (owns(ctx.viewer, row)) noteSeen(ctx, { searchId: row.id, found: answer.counts.people.fits, shown })
  return answer
}

/** The same for a search as it stands in that row: whole for what the site does for its owner. */
export const quotesOf = async (ctx: Context, row: SearchRow, input: Asked): Promise<OutputOf<typeof quotes.read>> =>
  (await answerOf(ctx, row, input)).answer

type Asked = Omit<InputOf<typeof quotes.read>, 'quoteId'>

async function answerOf(
  ctx: Context,
  row: SearchRow,
  input: Asked,
): Promise<{ answer: OutputOf<typeof quotes.read>; shown: Seen['shown'] }> {
  const catalog = await catalogOf(ctx.database)
  const asked = resolveSearch(row, catalog, ctx.now)
  const after = cursorPlace(input)
  const acts = actsOf(asked)
  await nextTurn()
  const match = await matchSearch(ctx.database, asked, ctx.now)
  await nextTurn()

  const pricing = pricingOf(asked)
  const filters = readFilters(input.filterBy)
  const how = {
    pricing,
    prices: pricesOf(match, pricing),
    acts,
    filters,
    proven: filters.hair ? await provenOnHair(ctx.database, asked, match) : null,
    sortBy: input.sortBy,
    after,
    pageSize: limits.pageSize,
  }
  const lists = { mobile: arrange(match, 'mobile', how), studio: arrange(match, 'studio', how) }
  const { offers, skills } = tally(match, acts)
  const inDemand = inDemandOf(match)
  const far = after === null && match.counts.people.fits === 0 ? nearestTooFar(match, mostAtOnce) : []
  match.found.recycle()
  await nextTurn()
  const wanted = (mode: Mode) => (input.type === undefined || input.type === mode ? lists[mode].entries : [])
  const { counts } = match
  const area = { inDemand, middleMinor: { mobile: lists.mobile.middleMinor, studio: lists.studio.middleMinor } }
  const cards = await cardsOf(ctx.database, asked, [...wanted('mobile'), ...wanted('studio')], area, ctx.now)
  const farAway = { inDemand, middleMinor: { mobile: 0, studio: 0 } }
  const mightTravel = await cardsOf(ctx.database, asked, far, farAway, ctx.now)
  const { details } = row
  const records = cards.map(({ card: found }, position) => {
    const card = { ...found, position }
    return { card, offer: offerOf(card, details, row.id) }
  })
  const ofMode = (mode: Mode) => records.filter(({ card }) => card.location.mobileOrStudio === mode)

  const answer = {
    quote: { id: row.id, computedAt: asked.day.iso(ctx.now.getTime()) },
    search: presentSearch(asked, ctx.viewer),
    offers: {
      mobile: ofMode('mobile').flatMap(({ offer }) => offer ?? []),
      studio: ofMode('studio').flatMap(({ offer }) => offer ?? []),
    },
    profiles: {
      mobile: ofMode('mobile').flatMap(({ card, offer }) => (offer ? [] : card)),
      studio: ofMode('studio').flatMap(({ card, offer }) => (offer ? [] : card)),
    },
    bookedOffer: bookedOfferOf(
      records.map(({ card }) => card),
      details,
      row.id,
    ),
    bookedOutPercentage: counts.reach === 0 ? 0 : Math.round(percent(counts.bookedOut, counts.reach)),
    offersCount: offers,
    counts: { ...counts, shown: { mobile: lists.mobile.shown, studio: lists.studio.shown } },
    filterBy: input.filterBy,
    sortBy: input.sortBy,
    skills: skillFacets(catalog, skills),
    priceRange: rangeOf(lists),
    rescue:
      after === null && (input.rescue || counts.people.fits < limits.rescueBelow)
        ? { ...(await rescueFor(ctx, asked, counts)), mightTravel: mightTravel.map(({ card }) => card) }
        : null,
    details,
    nextCursor: { mobile: nextOf(lists.mobile, wanted('mobile')), studio: nextOf(lists.studio, wanted('studio')) },
  }
  return { answer, shown: after === null ? placesOf([wanted('mobile'), wanted('studio')]) : [] }
}

/** Who of those that fit stands on a first page, each with their better place of the two lists. */
function placesOf(lists: readonly (readonly Entry[])[]): { no: number; place: number }[] {
  const places = new Map<number, number>()
  for (const list of lists)
    for (const [i, { no, fit }] of list.entries())
      if (fit === fits) places.set(no, Math.min(i + 1, places.get(no) ?? Number.POSITIVE_INFINITY))
  return Array.from(places, ([no, place]) => ({ no, place }))
}

function cursorPlace(input: Pick<InputOf<typeof quotes.read>, 'cursor' | 'type'>) {
  const position = decodeCursor(input.cursor, cursors.match)
  if (!position) return null
  if (!input.type)
    throw new Refusal('invalid_input', { errors: [{ path: 'type', message: 'Say which list the next page is of.' }] })
  const [group, key, no] = position
  return { group, key, no }
}

/** A card that can be booked at once is an offer. */
function offerOf(card: Card, customer: Requester | null, search: string): OfferRecord | null {
  return card.status === 'offered' ? recordOf(card, customer, search) : null
}

function recordOf(card: Card, customer: Requester | null, search: string): OfferRecord | null {
  if (card.price === null || card.deposit === null || card.status === null) return null
  return {
    offer: {
      status: card.status,
      location: { mobileOrStudio: card.location.mobileOrStudio },
      price: card.price,
      deposit: card.deposit,
      currency: card.currency,
    },
    customer,
    provider: card,
    search,
  }
}

function bookedOfferOf(cards: readonly Card[], customer: Requester | null, search: string): OfferRecord | null {
  const card = cards.find((c) => c.status === 'booked')
  return card ? recordOf(card, customer, search) : null
}

const skillFacets = (catalog: Catalog, counts: ReadonlyMap<string, number>) =>
  [...catalog.skills].flatMap(([id, label]) => {
    const count = counts.get(id)
    return count ? [{ id, label, count }] : []
  })

function rangeOf(lists: Record<Mode, Arranged>): [number, number] | null {
  const ranges = [lists.mobile.rangeMinor, lists.studio.rangeMinor].filter((range) => range !== null)
  return ranges.length === 0
    ? null
    : [major(Math.min(...ranges.map(([low]) => low))), major(Math.max(...ranges.map(([, high]) => high)))]
}

const nextOf = (list: Arranged, shown: readonly { group: number; key: number; no: number }[]): string | null => {
  const last = shown.at(-1)
  return list.more && last ? encodeCursor([last.group, last.key, last.no]) : null
}
