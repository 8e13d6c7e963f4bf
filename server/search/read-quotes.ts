import { limits } from '#contract/constants.ts'
import { mostAtOnce } from '#contract/offers/lifecycle-request.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { toPercent } from '#contract/format.ts'
import { toMajor } from '#contract/money.ts'
import type { Card, OfferRecord, quotes } from '#contract/search/quotes.ts'
import type { Requester } from '#contract/search/search.ts'
import type { Mode } from '#contract/values.ts'
import { type Catalog, getCatalogIn } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { yieldToEventLoop } from '#server/platform/work/turns.ts'
import {
  arrangeList,
  type ArrangedList,
  type Entry,
  createInDemandCheck,
  createShownCheck,
  listNearestTooFar,
} from './arrange.ts'
import { buildCards, type ActSummary, doesOfferFit } from './cards.ts'
import { explainNoTeams, findTeamsFor } from './find-teams.ts'
import { saveImpressions, type Impressions } from './insights.queries.ts'
import { findProvenOnHair } from './looks.ts'
import { readFilters } from '#server/search/matching/filters.ts'
import { fits } from '#server/search/matching/match.ts'
import { getActs, matchSearch, getPricing } from '#server/search/matching/match-search.ts'
import { claimPartnerSearch, findSearch, saveVisitor, type SearchRow } from './search.queries.ts'
import { computePrices } from '#server/search/pricing/pricing.ts'
import { findRescueChanges } from './rescue.ts'
import { isOwner, presentSearch, type ResolvedSearch, resolveSearch, searchAsSeen } from './saved-search.ts'
import { cursors, decodeCursor, encodeCursor } from '#server/platform/pagination.ts'
import type { Database } from '#db/database.ts'
import { runInBackground } from '#server/platform/work/background-work.ts'
import {
  getDayEnd,
  field,
  readCellNumber,
  getSkillAt,
  countSkillWords,
  isInstantBookOn,
} from '#server/search/matching/cell-snapshot.ts'
import type { NearbyCells } from '#server/search/matching/around.ts'
import { fitsAnyMode, type Match, getProviderNo } from '#server/search/matching/match-providers.ts'

/** Returns a page of cards per mode with exact counts, and suggestions if few fit. */
export async function readQuotes(
  ctx: Context,
  input: InputOf<typeof quotes.read>,
): Promise<OutputOf<typeof quotes.read>> {
  const row = await searchAsSeen(ctx, input.quoteId)
  const { answer, shown } = await answerOf(ctx, row, input)
  if (isOwner(ctx.viewer, row)) noteSeen(ctx, { searchId: row.id, found: answer.counts.people.fits, shown })
  return answer
}

export const getQuotesOfSearch = async (
  ctx: Context,
  row: SearchRow,
  input: Asked,
): Promise<OutputOf<typeof quotes.read>> => (await answerOf(ctx, row, input)).answer

type Asked = Omit<InputOf<typeof quotes.read>, 'quoteId'>

async function answerOf(
  ctx: Context,
  row: SearchRow,
  input: Asked,
): Promise<{ answer: OutputOf<typeof quotes.read>; shown: Impressions['shown'] }> {
  const catalog = await getCatalogIn(ctx.database, row.language)
  const asked = resolveSearch(row, catalog, ctx.now)
  const after = cursorPlace(input)
  const acts = getActs(asked)
  await yieldToEventLoop()
  const match = await matchSearch(ctx.database, asked, ctx.now)
  await yieldToEventLoop()

  const pricing = getPricing(asked)
  const filters = readFilters(input.filterBy)
  const how = {
    pricing,
    prices: computePrices(match, pricing),
    acts,
    filters,
    proven: filters.hair ? await findProvenOnHair(ctx.database, asked, match) : null,
    sortBy: input.sortBy,
    after,
    pageSize: limits.pageSize,
  }
  const lists = { mobile: arrangeList(match, 'mobile', how), studio: arrangeList(match, 'studio', how) }
  const { offers, skills } = tallyMatch(match, acts, createShownCheck(match, input.type, how))
  const inDemand = createInDemandCheck(match)
  const far = after === null && match.counts.people.fits === 0 ? listNearestTooFar(match, mostAtOnce) : []
  match.found.recycle()
  await yieldToEventLoop()
  const { counts } = match
  const hasTeams = await canTeamUp(ctx, asked, counts, after === null)
  const wanted = (mode: Mode) => (input.type === undefined || input.type === mode ? lists[mode].entries : [])
  const area = { inDemand, middleMinor: { mobile: lists.mobile.middleMinor, studio: lists.studio.middleMinor } }
  const cards = await buildCards(ctx.database, asked, [...wanted('mobile'), ...wanted('studio')], area, ctx.now)
  const farAway = { inDemand, middleMinor: { mobile: 0, studio: 0 } }
  const mightTravel = await buildCards(ctx.database, asked, far, farAway, ctx.now)
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
    bookedOutPercentage: getBookedPercent(counts),
    offersCount: offers,
    counts: { ...counts, shown: { mobile: lists.mobile.shown, studio: lists.studio.shown } },
    filterBy: input.filterBy,
    sortBy: input.sortBy,
    skills: skillFacets(catalog, skills, filters.skills, asked.category.slug),
    priceRange: rangeOf(input.type ? [lists[input.type]] : [lists.mobile, lists.studio]),
    hasTeams,
    rescue:
      after === null && (input.rescue || counts.people.fits < limits.rescueBelow)
        ? { ...(await findRescueChanges(ctx, asked, counts)), mightTravel: mightTravel.map(({ card }) => card) }
        : null,
    details,
    nextCursor: { mobile: nextOf(lists.mobile, wanted('mobile')), studio: nextOf(lists.studio, wanted('studio')) },
  }
  return { answer, shown: after === null ? placesOf([wanted('mobile'), wanted('studio')]) : [] }
}

/** Whole percent. 100 only if every artist who reaches the place is booked. */
function getBookedPercent({ people, reach }: Match['counts']): number {
  if (reach === 0) return 0
  const percent = Math.round(toPercent(people.booked, reach))
  return people.booked < reach ? Math.min(percent, 99) : percent
}

/** Returns the artists on the first page with the better of their two positions. */
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
    throw new Refusal('invalid_input', { errors: [{ path: 'type', message: 'Choose the list of the next page.' }] })
  const [group, key, no] = position
  return { group, key, no }
}

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

/** A chosen skill stays in the list, so that it can be removed. Teaching is a skill for lessons only. */
const skillFacets = (
  catalog: Catalog,
  counts: ReadonlyMap<string, number>,
  chosen: readonly string[],
  categorySlug: string,
) =>
  [...catalog.skills].flatMap(([id, label]) => {
    const count = counts.get(id) ?? 0
    const isOffered = count > 0 && (id !== 'teaching' || categorySlug.endsWith('lessons'))
    return isOffered || chosen.includes(id) ? [{ id, label, count }] : []
  })

/** Two artists who could each do the whole party can share it. Only fewer of them need a plan of a team. */
async function canTeamUp(ctx: Context, asked: ResolvedSearch, { mobile }: Match['counts'], isFirstPage: boolean) {
  if (explainNoTeams(asked) !== null) return false
  if (mobile.fits >= 2 || !isFirstPage) return mobile.fits >= 2
  const { found } = await findTeamsFor(ctx, asked, { keep: [], without: [] })
  return found.length > 0
}

function rangeOf(lists: readonly ArrangedList[]): [number, number] | null {
  const ranges = lists.map(({ rangeMinor }) => rangeMinor).filter((range) => range !== null)
  return ranges.length === 0
    ? null
    : [toMajor(Math.min(...ranges.map(([low]) => low))), toMajor(Math.max(...ranges.map(([, high]) => high)))]
}

const nextOf = (list: ArrangedList, shown: readonly { group: number; key: number; no: number }[]): string | null => {
  const last = shown.at(-1)
  return list.more && last ? encodeCursor([last.group, last.key, last.no]) : null
}

/** Transfers a search of the caller's account to this browser's visitor cookie. */
export async function resumeSearch(
  ctx: Context,
  { quoteId }: InputOf<typeof quotes.resume>,
): Promise<OutputOf<typeof quotes.resume>> {
  const { accountId, visitorHash } = ctx.viewer
  if (!visitorHash) throw new Refusal('not_signed_in')
  const row = await findSearch(ctx.database, quoteId)
  if (!row) throw new Refusal('not_found')
  if (row.account_id === null && (await claimPartnerSearch(ctx.db, row.id, { accountId, visitorHash })))
    return { mine: true }
  if (!accountId) throw new Refusal('not_signed_in')
  if (row.account_id !== accountId) throw new Refusal('not_yours')
  await saveVisitor(ctx.db, row.id, visitorHash)
  return { mine: true }
}

// Impressions are batched in memory and saved after the responses.
type Noted = Map<string, Omit<Impressions, 'searchId'>>
const noted = new WeakMap<Database, Noted>()
// Memory bound if saving keeps failing.
const MOST_SEARCHES = 5_000

/** Records that a search's owner has read its quotes. Saved within two seconds. */
function noteSeen(ctx: Context, { searchId, found, shown }: Impressions): void {
  const all: Noted = noted.get(ctx.database) ?? new Map()
  noted.set(ctx.database, all)
  add(all, searchId, { found, shown })
  runInBackground(ctx, 'save-impressions')
}

function add(all: Noted, id: string, { found, shown }: Omit<Impressions, 'searchId'>): void {
  const known = all.get(id)
  if (known) all.set(id, { found: Math.max(found, known.found), shown: known.shown.length ? known.shown : shown })
  else if (all.size < MOST_SEARCHES) all.set(id, { found, shown })
}

/** Failed impressions are retried with the next flush. */
export async function flushImpressions(ctx: Context): Promise<void> {
  const all = noted.get(ctx.database)
  if (!all?.size) return
  noted.delete(ctx.database)
  try {
    await saveImpressions(
      ctx.db,
      Array.from(all, ([searchId, seen]) => ({ searchId, ...seen })),
      ctx.now,
    )
  } catch (fault) {
    const since: Noted = noted.get(ctx.database) ?? new Map()
    noted.set(ctx.database, since)
    for (const [id, seen] of all) add(since, id, seen)
    throw fault
  }
}

/** Counts the offers among the available artists, and the skills of those that `isShown` accepts. */
export function tallyMatch(
  match: Match,
  acts: ReadonlyMap<number, ActSummary>,
  isShown: (i: number) => boolean = (i) => fitsAnyMode(match, i),
): { offers: number; skills: Map<string, number> } {
  const { found, around } = match
  const hasTime = match.query.ask.aim !== null
  const dayEnd = getDayEnd(match.query.ask.day)
  const counts = new Int32Array(countSkillWords() * 32)
  let offers = 0
  for (let i = 0; i < found.count; i++) {
    const done = acts.size === 0 ? undefined : acts.get(getProviderNo(match, i))
    if (!fitsAnyMode(match, i) && !(done && doesOfferFit(done, found.fitOf(i, done.mode ?? 'mobile')))) continue
    const { cell } = around[found.cell[i] as number] as NearbyCells[number]
    const row = found.row[i] as number
    const act = done?.state
    if (hasTime && (act === 'offered' || (act === undefined && isInstantBookOn(cell, row, dayEnd)))) offers++
    if (!isShown(i)) continue
    for (let at = 0; at < counts.length; at += 32) {
      for (let bits = readCellNumber(cell, row, field.skills + (at >> 5)); bits !== 0; bits &= bits - 1) {
        const bit = at + 31 - Math.clz32(bits & -bits)
        counts[bit] = (counts[bit] as number) + 1
      }
    }
  }
  const skills = new Map<string, number>()
  for (const [bit, count] of counts.entries()) if (count > 0) skills.set(getSkillAt(bit), count)
  return { offers, skills }
}
